import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import { exchanging, ordered } from '@/testing/shop/exchanges';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { cancel } from '@/testing/shop/cancellations';
import { findOpenBooking, grantAccess } from '../../data/access-store';
import { findUnsettled } from '../../data/payment-store';
import { readHolds } from '../../data/hold-store';
import { findStarted } from '../../data/started-exchange-store';
import { readShownCheckouts } from '../../data/whole-checkout-store';
import { hashToken, newToken } from '../../tokens';
import { placeOrder } from '../checkout/place-order';
import { removeItem } from '../basket/remove-item';
import { keepTickets } from './exchange-tickets';
import { refreshCredit } from './refresh-credit';
import { giveUpExchange, startExchange } from './started-exchange';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.hasExtensions = true;
});

/** A browser that may see the purchase. */
async function browserOf({ id }: Ordered): Promise<string> {
  const token = hashToken(newToken());
  await grantAccess(shop.context.database.single, token, id);
  return token;
}

const start = ({ id, orderId }: Ordered) =>
  startExchange(shop.context, {
    earlierId: id,
    units: [`${orderId}/0`],
    products: { boat: 1 },
    amount: '18.00',
  });

/** Whose tickets each statement of a page and of a hold finds to be exchanged in this browser. */
async function exchangedIn(token: string): Promise<string | null> {
  const { database } = shop.context;
  const [open, shown, started] = await Promise.all([
    findOpenBooking(database, token),
    readShownCheckouts(database, null, token),
    findStarted(database, token),
  ]);
  expect(shown.exchanged?.checkout.id ?? null).toBe(open.exchangedId);
  expect(shown.exchanged?.started ?? null).toEqual(started);
  expect(shown.open).toBeNull();
  return open.exchangedId;
}

it('an exchange is the same in every browser that may see the purchase, and in no other', async () => {
  const earlier = await orderedWithTickets(shop);
  const [phone, desk] = [await browserOf(earlier), await browserOf(earlier)];
  expect(await exchangedIn(phone)).toBeNull();
  await start(earlier);
  expect(await exchangedIn(phone)).toBe(earlier.id);
  expect(await exchangedIn(desk)).toBe(earlier.id);
  expect(await exchangedIn(await browserOf(await orderedWithTickets(shop)))).toBeNull();
});

it('it goes on when all that was held for it is removed, or its hold ends', async () => {
  const earlier = await orderedWithTickets(shop);
  const browser = await browserOf(earlier);
  await start(earlier);
  const { id } = await exchanging(shop, earlier);
  const [hold] = await readHolds(shop.context.database, id);
  expect(await removeItem(shop.context, id, hold?.id ?? '')).toBe('emptied');
  expect(await exchangedIn(browser)).toBe(earlier.id);
  const again = await exchanging(shop, earlier);
  expect(again.answer).toBe('credited');
  await shop.later(again.id, { holdOver: true });
  await shop.settle();
  expect(await shop.state(again.id)).toBe('expired');
  expect(await exchangedIn(browser)).toBe(earlier.id);
});

it('it is over when the new tickets are ordered', async () => {
  const earlier = await orderedWithTickets(shop);
  const browser = await browserOf(earlier);
  await start(earlier);
  const { id } = await exchanging(shop, earlier);
  await ordered(shop, id, '0.00');
  expect(await exchangedIn(browser)).toBeNull();
});

it('it is over when the customer keeps the tickets, or they can’t pay any more', async () => {
  const earlier = await orderedWithTickets(shop);
  const browser = await browserOf(earlier);
  await start(earlier);
  const first = await exchanging(shop, earlier, '25.00');
  expect(await keepTickets(shop.context, first.id)).toBe(true);
  expect(await exchangedIn(browser)).toBeNull();
  await start(earlier);
  const second = await exchanging(shop, earlier, '25.00');
  await cancel(shop, earlier, { tickets: earlier.tickets.slice(0, 1), amount: '18.00' });
  expect(await refreshCredit(shop.context, second.id)).toMatchObject({ kind: 'removed' });
  expect(await exchangedIn(browser)).toBeNull();
});

it('it is given up on any page, also from the payment page, and not while it is being paid', async () => {
  const earlier = await orderedWithTickets(shop);
  const browser = await browserOf(earlier);
  const giveUp = (openId: string | null) => giveUpExchange(shop.context, { earlierId: earlier.id, openId });
  await start(earlier);
  await giveUp(null);
  expect(await exchangedIn(browser)).toBeNull();
  await start(earlier);
  const { id } = await exchanging(shop, earlier, '25.00');
  await placeOrder(shop.context, orderOf(id, '7.00'));
  await giveUp(id);
  expect(await exchangedIn(browser)).toBeNull();
  expect(await shop.find(id)).toMatchObject({ state: 'held', credit: '0.00' });
  await start(earlier);
  const paid = await exchanging(shop, earlier, '25.00');
  await placeOrder(shop.context, orderOf(paid.id, '7.00'));
  shop.provider.pay((await findUnsettled(shop.context.database, paid.id))?.sessionId ?? '');
  await giveUp(paid.id);
  expect(await exchangedIn(browser)).toBe(earlier.id);
  expect(await shop.find(paid.id)).toMatchObject({ state: 'paid', credit: '18.00' });
});

it('it is over after a day, and the next one deletes it', async () => {
  const earlier = await orderedWithTickets(shop);
  const browser = await browserOf(earlier);
  await start(earlier);
  const { database } = shop.context;
  await database.single.run(
    sql`update storefront.started_exchange set started_at = started_at - interval '24 hours'`,
  );
  expect(await exchangedIn(browser)).toBeNull();
  await start(await orderedWithTickets(shop));
  const rows = await database.single.run(
    sql`update storefront.started_exchange set units = units where earlier_id = ${earlier.id}`,
  );
  expect(rows).toBe(0);
});
