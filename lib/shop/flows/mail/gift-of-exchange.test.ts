import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { orderedWithTickets } from '@/testing/shop/cancellations';
import { exchanging } from '@/testing/shop/exchanges';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { saveEntries } from '../../data/checkout-store';
import { placeOrder } from '../checkout/place-order';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const gift = { name: 'Grace', email: 'grace@example.org', message: '', date: null };
const more = { invoice: null, answers: null, gift };

it('an exchange for which nothing is paid is given to nobody, unless staff have moved a gift', async () => {
  for (const keepsGift of [false, true]) {
    const { id } = await exchanging(shop, await orderedWithTickets(shop));
    const order = { ...orderOf(id, '0.00'), more: { ...more, keepsGift } };
    expect(await placeOrder(shop.context, order)).toEqual({ kind: 'placed' });
    expect((await shop.find(id)).gift).toEqual(keepsGift ? gift : null);
  }
});

it('an exchange does not begin with the gift of the earlier tickets', async () => {
  const earlier = await orderedWithTickets(shop);
  const typed = {
    giftName: ['Grace'],
    giftEmail: [gift.email],
    giftMessage: ['Hi'],
    giftDate: ['2027-05-01'],
  };
  const entries = { ...(await shop.find(earlier.id)).entries, email: 'ada@example.org' };
  const all = { ...entries, more: { ...typed, company: ['Ada Ltd'] } };
  await shop.context.database.transaction((transaction) => saveEntries(transaction, earlier.id, all));
  const { id } = await exchanging(shop, earlier);
  expect((await shop.find(id)).entries).toEqual({ ...entries, more: { company: ['Ada Ltd'] } });
});

it('an exchange for which something is paid can be a gift', async () => {
  const { id } = await exchanging(shop, await orderedWithTickets(shop), '25.00');
  expect(await placeOrder(shop.context, { ...orderOf(id, '7.00'), more })).toMatchObject({ kind: 'pay' });
  expect((await shop.find(id)).gift).toEqual(gift);
});
