import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import { Calendar, type CalendarDay } from './calendar';

const days: CalendarDay[] = [
  { day: '2027-06-12', fromPrice: '12.50', availableQuantity: 3, closedAs: null },
  { day: '2027-06-13', fromPrice: null, availableQuantity: 0, closedAs: 'soldOut' },
];

it('a day has one name, as a text: no label that differs from what is seen', () => {
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="Europe/Paris">
      <Calendar
        month="2027-06"
        today="2027-06-01"
        days={days}
        selected={null}
        hrefOf={({ date }) => `#${date}`}
      />
    </NextIntlClientProvider>,
  );
  const links = [...page.matchAll(/<a [^>]*href="#2027[^>]*>.*?<\/a>/gs)].map(([link]) => link);
  expect(links).toHaveLength(2);
  for (const link of links) {
    expect(link).not.toContain('aria-label');
    const [, name = '', seen = ''] =
      /<span class="sr-only">([^<]*)<\/span><span aria-hidden="true"[^>]*>(.*)<\/span><\/a>/s.exec(link) ??
      [];
    const [number = '', price = ''] = seen.match(/(?<=>)[^<]+/g) ?? [];
    expect(name).toContain(number);
    if (price.startsWith('€')) expect(name).toContain(price);
  }
});
