import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { CardView } from '@/lib/storefront/shop/search/card-view';
import { EventCard } from './event-card';

const rendered = (shown: ReactNode) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      {shown}
    </NextIntlClientProvider>,
  );

function card(
  day: string,
  nextAvailableQuantity: number | null,
  nextSessionAt = '2027-09-04T09:30:00+01:00',
): CardView {
  return {
    id: 'e',
    name: 'Open house',
    accent: 'vermilion',
    picture: null,
    place: '',
    house: '',
    day,
    part: undefined,
    hasLaterParts: false,
    catalog: { id: 'c', name: 'City', lang: undefined, timezone: 'Europe/London' },
    booking: {
      status: 'on_sale',
      days: [{ first: '2027-09-04', last: '2027-09-11' }],
      nextSessionAt,
      fromPrice: '0.00',
      nextAvailableQuantity,
      productIds: [],
    },
  };
}

describe('a card', () => {
  it.each([
    ['2027-09-04', 6, '6 left'],
    ['2027-09-04', 1, 'Last one'],
    ['2027-09-04', null, ''],
    ['2027-09-04', 60, ''],
    // Of another day than the next one nothing is known.
    ['2027-09-11', 6, ''],
  ])('on %s with %s left at the next session says “%s”', (day, quantity, expected) => {
    const html = rendered(<EventCard card={card(day, quantity)} hasHouse={false} />);
    expect(html).toContain('Free');
    expect(/<strong[^>]*>([^<]*)/.exec(html)?.[1] ?? '').toBe(expected);
  });

  it.each([
    ['2027-09-04', '2027-09-04T09:30:00+01:00', 'Sat 4 Sept 2027, 09:30'],
    // The same moment as at 00:30 there: a server may write all times in UTC.
    ['2027-09-04', '2027-09-03T23:30:00Z', 'Sat 4 Sept 2027, 00:30'],
    // It may last the whole day.
    ['2027-09-04', '2027-09-04T00:00:00+01:00', 'Sat 4 Sept 2027'],
    ['2027-09-11', '2027-09-04T09:30:00+01:00', 'Sat 11 Sept 2027'],
  ])('on %s with the next session at %s says “%s”', (day, next, expected) => {
    const html = rendered(<EventCard card={card(day, null, next)} hasHouse={false} />);
    expect(/<p class="tabular[^>]*>([^<]*)</.exec(html)?.[1]).toBe(expected);
  });

  it('leads to the day that it says, and without one to the event', () => {
    const leads = (shown: CardView) =>
      /href="([^"]*)"/.exec(rendered(<EventCard card={shown} hasHouse={false} />))?.[1];
    const shown = card('2027-09-11', null);
    expect(leads(shown)).toBe('/en/catalogs/c/events/e?date=2027-09-11');
    expect(leads({ ...shown, day: null })).toBe('/en/catalogs/c/events/e');
    const giftCard = { ...shown, booking: shown.booking && { ...shown.booking, giftCard: true } };
    expect(leads(giftCard)).toBe('/en/catalogs/c/events/e');
  });

  it.each([
    ['evening', 'Sat 4 Sept 2027', '?date=2027-09-04&amp;time=2027-09-04T17%3A00%3A00.000Z', ''],
    ['morning', 'Sat 4 Sept 2027, 09:30', '?date=2027-09-04', 'Last one'],
  ] as const)('that was found for the %s says “%s”, and leads there', (part, when, query, left) => {
    const html = rendered(<EventCard card={{ ...card('2027-09-04', 1), part }} hasHouse={false} />);
    expect(/<p class="tabular[^>]*>([^<]*)</.exec(html)?.[1]).toBe(when);
    expect(/href="([^"]*)"/.exec(html)?.[1]).toBe(`/en/catalogs/c/events/e${query}`);
    expect(/<strong[^>]*>([^<]*)/.exec(html)?.[1] ?? '').toBe(left);
  });

  it('does not say of a day what is left at its first time, if more begins later', () => {
    const said = (hasLaterParts: boolean) =>
      rendered(<EventCard card={{ ...card('2027-09-04', 1), hasLaterParts }} hasHouse={false} />);
    expect(said(false)).toContain('Last one');
    expect(said(true)).not.toContain('Last one');
  });
});
