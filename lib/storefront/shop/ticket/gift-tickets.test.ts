import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { postOf, type Post } from '@/testing/shop/emails';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { addDays } from '../../../locale/calendar';
import { venueDay } from '../../../locale/venue-time';
import { placeOrder } from '../../../shop/flows/checkout/place-order';
import { sendGiftNow } from '../../../shop/flows/mail/send-gift';
import { giftToken, ticketToken } from '../../../shop/flows/lookup/ticket-link';
import { readGiftTickets } from './gift-tickets';
import { readSharedTicket } from './shared-ticket';

let shop: TestShop;
let post: Post;
let stop: () => Promise<void>;

beforeAll(async () => {
  shop = await startTestShop();
  post = postOf(shop);
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());
beforeEach(async () => {
  shop.reset();
  await post.clear();
  shop.ticketing.tickets.support = 'read';
});

const gift = { name: 'Grace', email: 'grace@example.org', message: 'Enjoy it.\nAda', date: null };
const tokenOf = (checkoutId: string, email = gift.email) =>
  giftToken({ checkoutId, email }, shop.context.linkSecret);
const change = (statement: ReturnType<typeof sql>) =>
  shop.context.database.transaction((transaction) => transaction.run(statement));

async function given(date: string | null = null): Promise<string> {
  const id = await shop.hold();
  await placeOrder(shop.context, {
    ...orderOf(id, '36.00'),
    more: { invoice: null, answers: null, gift: { ...gift, date } },
  });
  shop.provider.pay([...shop.provider.sessions.keys()].at(-1) ?? '');
  await askIfPaying(shop.context, id);
  await shop.settle();
  return id;
}

it('the link of a gift shows all its tickets, each without a link to give it away', async () => {
  const found = await readGiftTickets(tokenOf(await given()), 'en');
  if (found.kind !== 'valid') throw new Error(found.kind);
  expect(found).toMatchObject({ from: 'Ada Martin', name: 'Grace', message: 'Enjoy it.\nAda' });
  expect(found.tickets.length).toBeGreaterThan(1);
  for (const ticket of found.tickets) {
    expect(ticket.codeImage).toContain('data:image/svg+xml');
    expect(ticket.shareLink).toBeNull();
  }
});

it('its tickets name the person who gets it, unless they have a holder of their own, and so does the pass of each', async () => {
  const id = await given();
  const second = [...shop.ticketing.tickets.all.values()].at(-1);
  if (second === undefined) throw new Error('no ticket');
  second.holder = { firstname: 'Alan', lastname: 'Turing', email: null };
  const found = await readGiftTickets(tokenOf(id), 'en');
  if (found.kind !== 'valid') throw new Error(found.kind);
  expect(found.tickets.map(({ holder }) => holder)).toEqual(['Grace', 'Alan Turing']);
  const token = ticketToken(
    { checkoutId: id, ticketId: found.tickets[0]?.id ?? '' },
    shop.context.linkSecret,
  );
  expect(await readSharedTicket(token, 'en')).toMatchObject({ value: { ticket: { holder: 'Grace' } } });
});

it('shows no number of the booking when the tickets can not be read', async () => {
  shop.ticketing.tickets.support = 'none';
  const found = await readGiftTickets(tokenOf(await given()), 'en');
  if (found.kind !== 'valid') throw new Error(found.kind);
  expect(found.tickets.map(({ id, reference }) => [id, reference])).toEqual([
    [null, ''],
    [null, ''],
  ]);
});

it('a link that we did not make shows nothing, and neither does that of a booking that is no gift', async () => {
  const token = tokenOf(await given());
  const other = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const plain = tokenOf(await post.ordered());
  for (const one of [other, plain, 'a', ''])
    expect(await readGiftTickets(one, 'en')).toEqual({ kind: 'missing' });
});

it('opens nothing any more for the address that staff have corrected', async () => {
  const id = await given();
  expect(await readGiftTickets(tokenOf(id), 'en')).toMatchObject({ kind: 'valid' });
  await change(
    sql`update storefront.mail set created_at = created_at - interval '1 hour' where checkout_id = ${id}`,
  );
  const to = { email: 'alan@example.org', staff: 'ada' };
  expect(await sendGiftNow(shop.context, id, to)).toBe('sent');
  expect(await readGiftTickets(tokenOf(id), 'en')).toEqual({ kind: 'missing' });
  expect(await readGiftTickets(tokenOf(id, 'alan@example.org'), 'en')).toMatchObject({ kind: 'valid' });
});

it('opens nothing before the day on which it is sent', async () => {
  const today = venueDay(new Date().toISOString(), 'Europe/Paris');
  const id = await given(addDays(today, 3));
  expect(await readGiftTickets(tokenOf(id), 'en')).toEqual({ kind: 'missing' });
});

it('shows nothing of blocked tickets, and after the erasure of either person', async () => {
  const blocked = await given();
  await change(
    sql`insert into storefront.ticket_block (checkout_id, blocked_at, blocked_by, tickets)
        values (${blocked}, clock_timestamp(), 'ada', '[]'::jsonb)`,
  );
  expect(await readGiftTickets(tokenOf(blocked), 'en')).toEqual({ kind: 'cancelled' });
  for (const column of ['gift', 'customer']) {
    const id = await given();
    await change(sql`update storefront.checkout set ${sql.raw(column)} = null where id = ${id}`);
    expect(await readGiftTickets(tokenOf(id), 'en')).toEqual({ kind: 'missing' });
  }
});
