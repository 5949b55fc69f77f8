import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Line, LineTicket } from '@/lib/shop/values/checkout-values';
import { messages } from '@/lib/locale/messages';
import type { ListedOrder } from '@/lib/storefront/shop/lookup/find-orders';
import { OrderList } from './order-list';

const ticket = (name: string, occursAt: string): LineTicket => ({
  name: 'Admission',
  occursAt,
  sessionName: null,
  event: { id: name, name, venue: null },
});
const boat = ticket('Boat', '2027-06-01T10:30:00+02:00');
const museum = ticket('Museum', '2027-06-01T14:00:00+02:00');

const lineOf = (tickets: LineTicket[], change: Partial<Line> = {}): Line => ({
  catalogId: 'c',
  catalogName: 'River Boats',
  timezone: 'Europe/Paris',
  productId: 'p',
  productName: 'Museum and Boat',
  date: null,
  quantity: 2,
  unitAmount: '18.00',
  totalAmount: '36.00',
  tickets,
  ...change,
});

/** The text of the list with one order of these tickets, without markup. */
const listed = (tickets: LineTicket[], end: Partial<ListedOrder['end']> = {}) =>
  listedLines([lineOf(tickets)], end);

function listedLines(lines: Line[], end: Partial<ListedOrder['end']> = {}): string {
  const order = {
    id: 'o',
    reference: 'K7MQ-3XTD',
    phase: 'confirmed' as const,
    total: '36.00',
    lines,
    createdAt: new Date('2027-05-01T10:00:00Z'),
    end: {
      refunded: '0.00',
      toRefund: '0.00',
      isUndelivered: false,
      tickets: 2,
      cancelled: 0,
      exchanged: 0,
      ...end,
    },
  };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <OrderList orders={[order]} />
    </NextIntlClientProvider>,
  ).replaceAll(/<[^>]*>/g, ' ');
}

it('an order of a combined ticket names each of its sessions', () => {
  const text = listed([boat, museum]);
  expect(text).toMatch(/Museum and Boat/);
  expect(text).toMatch(/Boat\s+·\s+Tuesday 1 June 2027, 10:30/);
  expect(text).toMatch(/Museum\s+·\s+Tuesday 1 June 2027, 14:00/);
});

it('of a ticket with one session only the time is added to its name', () => {
  expect(listed([boat])).toMatch(/Museum and Boat\s+Tuesday 1 June 2027, 10:30/);
});

it.each([
  [{}, 'confirmed', '€36.00'],
  [{ refunded: '18.00', cancelled: 1 }, 'confirmed, 1 of 2 tickets still valid', '€36.00 · €18.00 refunded'],
  [{ refunded: '36.00', cancelled: 2 }, 'all tickets cancelled', '€36.00 · €36.00 refunded'],
  [{ exchanged: 2 }, 'all tickets exchanged', '€36.00'],
])('an order says what became of it later: %o', (end, state, amount) => {
  const text = listed([boat], end).replaceAll(/\s+/g, ' ');
  expect(text).toContain(` ${state} `);
  expect(text).toContain(`ordered on Saturday 1 May 2027 · ${amount} `);
});

it('a cancelled session is said to be cancelled, unless its tickets are not valid any more', () => {
  const cancelled = [{ ...boat, calledOff: 'cancelled' as const }];
  const said = 'The organiser has cancelled this date.';
  expect(listed(cancelled)).toContain(said);
  expect(listed(cancelled, { cancelled: 2 })).not.toContain(said);
});

it('an order is named by its first event and day, with its number as a detail; tickets of one time say it once', () => {
  const adult = lineOf([boat], { productName: 'Boat, adult' });
  const child = lineOf([boat], { productName: 'Boat, child', quantity: 1 });
  const anyTime = lineOf([{ ...museum, occursAt: null }], { productName: 'Museum, day', date: '2027-06-01' });
  const text = listedLines([adult, child, anyTime]).replaceAll(/\s+/g, ' ');
  // What is for any time of the day comes first, as in the booking.
  expect(text).toContain(' Museum , Tuesday 1 June 2027 and 1 more visit confirmed');
  expect(text).toMatch(
    /Museum, day Tuesday 1 June 2027 2 × Boat, adult 1 × Boat, child Tuesday 1 June 2027, 10:30 /,
  );
  expect(text.match(/10:30/g)).toHaveLength(1);
  expect(text).toContain(' Booking K7MQ-3XTD · ordered on');
});
