import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { postOf, type Post } from '@/testing/shop/emails';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { findCheckout } from '../../data/checkout-store';
import { readTimeline } from '../../data/timeline-store';
import { indexAllPersons } from '@/testing/shop/filled-persons';
import { z } from 'zod';
import { findOrders } from '../lookup/find-orders';
import { erasePerson, exportPerson } from '../privacy/person';
import { correctHolder } from './correct-holder';

let shop: TestShop;
let post: Post;

beforeAll(async () => {
  shop = await startTestShop();
  post = postOf(shop);
});

afterAll(() => shop.close());

beforeEach(() => {
  shop.reset();
  shop.ticketing.tickets.all.clear();
  shop.ticketing.tickets.support = 'change';
});

const grace = { firstname: 'Grace', lastname: 'Hopper' };
const unknownId = '01a20e0d-da16-70e9-a6e6-2f29e9808dd1';

/** An order, and its first ticket at the service. */
async function ordered() {
  const id = await post.ordered({ email: 'ada@example.org' });
  const [ticket] = shop.ticketing.tickets.all.values();
  if (ticket === undefined) throw new Error('the service has issued no ticket');
  return { id, ticket };
}

const correct = (checkoutId: string, ticketId: string, name = grace) =>
  correctHolder(shop.context, { checkoutId, ticketId, staff: 'sam' }, name);

const corrections = async (id: string) =>
  (await readTimeline(shop.context.database, id)).filter(({ what }) => what.startsWith('ticket_correction'));

it('staff correct the name of a ticket at the service, and the customer stays as before', async () => {
  const { id, ticket } = await ordered();
  expect(await correct(id, ticket.id.toUpperCase())).toBe('corrected');
  expect(ticket.holder).toEqual({ ...grace, email: null });
  const checkout = await findCheckout(shop.context.database, id);
  expect(checkout?.customer?.lastname).not.toBe('Hopper');
});

it('staff find the order by the corrected name and the holder’s e-mail, until the personal data is erased', async () => {
  const { id, ticket } = await ordered();
  const { database } = shop.context;
  ticket.holder = { firstname: 'Gracie', lastname: 'Hopper', email: 'amazing.grace@example.org' };
  await correct(id, ticket.id, { firstname: 'Grace', lastname: 'Murray' });
  await correct(id, ticket.id);
  await indexAllPersons(database);
  const found = async (query: string) =>
    (await findOrders(database, query)).filter((one) => one.id === id).map(({ reasons }) => reasons);
  expect(await found('grace hopper')).toEqual([
    [
      { kind: 'name', found: 'Grace' },
      { kind: 'name', found: 'Hopper' },
    ],
  ]);
  expect(await found('amazing.grace@example.org')).toEqual([
    [{ kind: 'email', found: 'amazing.grace@example.org' }],
  ]);
  expect(await found('murray')).toEqual([]);
  const { bookings } = await exportPerson(shop.context, 'ada@example.org');
  expect(bookings.find(({ holders }) => JSON.stringify(holders).includes('Hopper'))).toBeDefined();
  await shop.settle();
  await erasePerson(shop.context, { email: 'ada@example.org', staff: 'sam' });
  expect(await found('grace hopper')).toEqual([]);
  expect(
    await database.rows(
      z.object({ checkoutId: z.string() }),
      sql`
    select checkout_id as "checkoutId" from storefront.ticket_holder where checkout_id = ${id}`,
    ),
  ).toEqual([]);
});

it('keeps the e-mail address of the holder', async () => {
  const { id, ticket } = await ordered();
  ticket.holder = { firstname: 'Gracie', lastname: 'Hopper', email: 'grace@example.org' };
  expect(await correct(id, ticket.id)).toBe('corrected');
  expect(ticket.holder).toEqual({ ...grace, email: 'grace@example.org' });
});

it('is recorded with the ticket and the person of the staff, without a name, and a second click changes nothing', async () => {
  const { id, ticket } = await ordered();
  expect(await correct(id, ticket.id)).toBe('corrected');
  expect(await correct(id, ticket.id)).toBe('unchanged');
  const found = await corrections(id);
  expect(found).toMatchObject([
    { what: 'ticket_correction', detail: { by: 'staff', staff: 'sam', ticket: ticket.id } },
  ]);
  const audited = await readAudit(shop.context.database, { about: id });
  expect(audited).toMatchObject([{ action: 'ticket_correction', staff: 'sam' }]);
  // The reference is the code that is scanned.
  for (const secret of ['Grace', 'Hopper', ticket.reference])
    expect(JSON.stringify([found, audited])).not.toContain(secret);
});

it('a response that never arrives is a failure; the repetition finds the name corrected', async () => {
  const { id, ticket } = await ordered();
  shop.ticketing.tickets.faults = ['cut_after'];
  await expect(correct(id, ticket.id)).rejects.toMatchObject({ name: 'ServiceError' });
  expect(await corrections(id)).toHaveLength(1);
  expect(await correct(id, ticket.id)).toBe('unchanged');
});

it('a service that takes no names refuses, and that is recorded', async () => {
  const { id, ticket } = await ordered();
  shop.ticketing.tickets.support = 'read';
  expect(await correct(id, ticket.id)).toBe('refused');
  expect((await corrections(id)).map(({ what }) => what)).toEqual([
    'ticket_correction',
    'ticket_correction_refused',
  ]);
  expect(ticket.holder).toBeNull();
});

it('a used or cancelled ticket, a blocked order and another order’s ticket stay as they are', async () => {
  const { id, ticket } = await ordered();
  ticket.status = 'redeemed';
  expect(await correct(id, ticket.id)).toBe('not_valid');
  ticket.status = 'cancelled';
  expect(await correct(id, ticket.id)).toBe('not_valid');
  ticket.status = 'valid';
  expect(await correct(id, unknownId)).toBe('unknown');
  expect(await correct(unknownId, ticket.id)).toBe('unknown');
  expect(await correct(await post.ordered({ email: 'other@example.org' }), ticket.id)).toBe('unknown');
  await shop.context.database.transaction((transaction) =>
    transaction.run(
      sql`insert into storefront.ticket_block (checkout_id, blocked_at, blocked_by, tickets)
          values (${id}, clock_timestamp(), 'ada', '[]'::jsonb)`,
    ),
  );
  expect(await correct(id, ticket.id)).toBe('blocked');
  expect(ticket.holder).toBeNull();
  expect(await corrections(id)).toEqual([]);
});

it('one correction is for all tickets of a visitor that are still valid, and for none of another order', async () => {
  const other = await post.ordered({ email: 'other@example.org' });
  const [foreign] = shop.ticketing.tickets.all.values();
  const others = [...shop.ticketing.tickets.all.values()];
  const id = await post.ordered({ email: 'ada@example.org' });
  const [first, second] = [...shop.ticketing.tickets.all.values()].filter((one) => !others.includes(one));
  if (first === undefined || second === undefined || foreign === undefined) throw new Error('no tickets');
  const also = [second.id, second.id.toUpperCase(), foreign.id, unknownId];
  const all = (name: typeof grace) =>
    correctHolder(shop.context, { checkoutId: id, ticketId: first.id, also, staff: 'sam' }, name);
  expect(await all(grace)).toBe('corrected');
  expect([first, second, foreign].map(({ holder }) => holder?.firstname)).toEqual([
    'Grace',
    'Grace',
    undefined,
  ]);
  expect([await corrections(id), await corrections(other)].map(({ length }) => length)).toEqual([2, 0]);
  expect(await all(grace)).toBe('unchanged');
  second.status = 'redeemed';
  expect(await all({ ...grace, firstname: 'Gracie' })).toBe('corrected');
  expect([first, second].map(({ holder }) => holder?.firstname)).toEqual(['Gracie', 'Grace']);
});
