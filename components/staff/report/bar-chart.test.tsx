import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import { DayChart } from './bar-chart';

/** The sticky SVG, to the end of the chart. */
const stickySvgOf = (html: string): string => html.split(/(?=<svg[^>]*left-0[^>]*tall:sticky)/)[1] ?? '';

const countOf = (html: string, text: string): number => html.split(text).length - 1;

it('the scale of a chart is a separate sticky SVG', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <DayChart label="Sales" bars={[{ key: '2027-06-01', label: '1 Jun', net: 100, other: 0 }]} />
    </NextIntlClientProvider>,
  );
  const scale = stickySvgOf(html);
  expect(scale).toContain('€100');
  expect(countOf(html, '€100')).toBe(1);
  // In the same proportion as the chart: 64 of 720 units.
  expect(scale).toContain('viewBox="0 0 64 240"');
  expect(scale).toMatch(/<svg[^>]* width="8\.88\d*%"/);
  // The content security policy ignores styles of elements.
  expect(html).not.toContain('style=');
});
