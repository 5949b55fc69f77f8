import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import { ReturnRules } from './return-rules';

const terms = { isFree: false, begins: null, timezone: null };
const none = { ...terms, cancellation: null, rebooking: null };
const free = { ...none, cancellation: { deadline: 'PT24H', share: '1.00' } };

function told(...of: readonly (readonly [name: string, terms: typeof none | typeof free])[]): string {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <ReturnRules of={of.map(([productName, rules]) => ({ productName, lang: 'fr', terms: rules }))} />
    </NextIntlClientProvider>,
  );
  return html
    .replaceAll('</li>', '\n')
    .replaceAll(/<[^>]*>/g, '')
    .trim();
}

it('is one sentence without names where all tickets have the same', () => {
  expect(told(['Adult', none], ['Child', none])).toBe(told(['Ferry', none]));
  expect(told(['Ferry', none])).toBe('No cancellation or exchange.');
});

it('names the tickets that share a sentence together, each once', () => {
  const [first, second, ...others] = told(
    ['Adult', free],
    ['Ferry', none],
    ['Child', free],
    ['Adult', free],
  ).split('\n');
  expect(first).toMatch(/^Adult, Child · Free cancellation/);
  expect(second).toBe('Ferry · No cancellation or exchange.');
  expect(others).toEqual([]);
});
