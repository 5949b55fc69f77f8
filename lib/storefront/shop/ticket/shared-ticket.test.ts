import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { orderedWithTickets } from '@/testing/shop/cancellations';
import { exchanging, ordered as orderedInstead } from '@/testing/shop/exchanges';
import { postOf, type Post } from '@/testing/shop/emails';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { readOrderView } from '../../../shop/flows/lookup/read-checkout';
import { newRequestState, withRequestState } from '../../../runtime/request-state';
import { shownTickets } from '../../common/order/order-tickets';
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

async function tokensOf(id: string): Promise<string[]> {
  const view = await readOrderView(shop.context, id, 'en');
  if (view === null) throw new Error('no order');
  return (await shownTickets(view, 'en')).map(({ shareLink }) => shareLink?.split('/').pop() ?? '');
}

/** The token of the first of the tickets of a new order. */
async function shared(): Promise<{ id: string; token: string }> {
  const id = await post.ordered({ email: 'ada@example.org' });
  const [token = ''] = await tokensOf(id);
  return { id, token };
}

const change = (statement: ReturnType<typeof sql>) =>
  shop.context.database.transaction(async (transaction) => {
    await transaction.run(statement);
  });

it('each ticket of an order has a link that shows it alone', async () => {
  const id = await post.ordered({ email: 'ada@example.org' });
  const tokens = await tokensOf(id);
  expect(tokens.length).toBeGreaterThan(1);
  const references = await Promise.all(
    tokens.map(async (token) => {
      const loaded = await readSharedTicket(token, 'en');
      if (loaded.kind !== 'loaded' || loaded.value.kind !== 'valid') throw new Error('no ticket');
      const { ticket } = loaded.value;
      expect(ticket.codeImage).toContain('data:image/svg+xml');
      return ticket.reference;
    }),
  );
  expect(references).toEqual(
    [...shop.ticketing.tickets.all.values()].slice(-tokens.length).map((one) => one.reference),
  );
});

it('a link that we did not make shows nothing', async () => {
  const { token } = await shared();
  expect(
    await readSharedTicket(
      token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      'en',
    ),
  ).toEqual({
    kind: 'missing',
  });
});

it.each(['cancelled', 'redeemed'] as const)('a %s ticket is called so, without its code', async (status) => {
  const { token } = await shared();
  for (const ticket of shop.ticketing.tickets.all.values()) ticket.status = status;
  expect(await readSharedTicket(token, 'en')).toEqual({ kind: 'loaded', value: { kind: status } });
});

it('a ticket that was exchanged is called so', async () => {
  const earlier = await orderedWithTickets(shop);
  const [token = '', kept = ''] = await tokensOf(earlier.id);
  const { id } = await exchanging(shop, earlier);
  await orderedInstead(shop, id, '0.00');
  expect(await readSharedTicket(token, 'en')).toEqual({ kind: 'loaded', value: { kind: 'exchanged' } });
  expect(await readSharedTicket(kept, 'en')).toMatchObject({ kind: 'loaded', value: { kind: 'valid' } });
});

it('blocked tickets, and those of an order that was given back, are void whatever the service says', async () => {
  const blocked = await shared();
  await change(
    sql`insert into storefront.ticket_block (checkout_id, blocked_at, blocked_by, tickets)
        values (${blocked.id}, clock_timestamp(), 'ada', '[]'::jsonb)`,
  );
  const refunded = await shared();
  await change(sql`update storefront.checkout set state = 'refunded' where id = ${refunded.id}`);
  shop.ticketing.tickets.support = 'none';
  for (const { token } of [blocked, refunded])
    expect(await readSharedTicket(token, 'en')).toEqual({ kind: 'loaded', value: { kind: 'cancelled' } });
});

it('a link shows nothing once the person was erased, or a year after the event', async () => {
  const erased = await shared();
  await change(sql`update storefront.checkout set customer = null where id = ${erased.id}`);
  const old = await shared();
  await change(
    sql`update storefront.checkout set created_at = created_at - interval '2 years' where id = ${old.id}`,
  );
  await change(sql`update storefront.hold set descriptions = '{}' where checkout_id = ${old.id}`);
  for (const { token } of [erased, old])
    expect(await readSharedTicket(token, 'en')).toEqual({ kind: 'missing' });
});

it('while the service does not answer, the page says so with its status', async () => {
  const { token } = await shared();
  shop.network.service.unavailable = true;
  const state = newRequestState();
  expect(await withRequestState(state, () => readSharedTicket(token, 'en'))).toMatchObject({
    kind: 'unavailable',
  });
  expect(state).toMatchObject({ isPageUnavailable: true });
});
