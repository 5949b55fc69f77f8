import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Line, LineTicket } from '@/lib/checkout/queries';
import { messages } from '@/lib/locale/messages';
import { OrderList } from './order-list';

const ticket = (name: string, occursAt: string): LineTicket => ({
  ...{ name: 'Admission', occursAt, sessionName: null },
  event: { id: name, name, venue: null },
});
const boat = ticket('Boat', '2027-06-01T10:30:00+02:00');
const museum = ticket('Museum', '2027-06-01T14:00:00+02:00');

/** The text of the list with one order of these tickets, without markup. */
function listed(tickets: LineTicket[]): string {
  const line: Line = {
    ...{ catalogId: 'c', catalogName: 'River Boats', timezone: 'Europe/Paris' },
    ...{ productId: 'p', productName: 'Museum and Boat', date: null },
    ...{ quantity: 2, unitAmount: '18.00', totalAmount: '36.00', tickets },
  };
  const order = {
    ...{ id: 'o', reference: 'K7MQ-3XTD', phase: 'confirmed' as const, total: '36.00', lines: [line] },
    createdAt: new Date('2027-05-01T10:00:00Z'),
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
