import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestFor } from '@/testing/shop/cancellations';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readOrders } from '../../data/order-store';
import { placeOrder } from '../checkout/place-order';
import { findUnsettled } from '../../data/payment-store';
import { readShownCancellations } from '../../data/shown-cancellations';
import { type CancellationRequest, requestCancellations } from './request-cancellation';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.hasExtensions = true;
  shop.ticketing.tickets.support = 'change';
  shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
});

/** The requests to cancel both orders of a purchase, against the rule, with these refunds. */
async function bothOrders(...amounts: readonly [string, string]): Promise<CancellationRequest[]> {
  const id = await shop.hold(1, 2);
  await placeOrder(shop.context, orderOf(id, '36.00'));
  shop.provider.pay((await findUnsettled(shop.context.database, id))?.sessionId ?? '');
  await shop.later(id, { holdOver: true });
  await shop.settle();
  const orders = await readOrders(shop.context.database, id);
  expect(orders).toHaveLength(2);
  return orders.map((order, i) => {
    const { tickets = [] } = order.data.items[0] ?? {};
    const of = { id, orderId: order.id, tickets, intent: '' };
    return requestFor(shop, of, { amount: amounts[i] ?? '', override: true, staff: 'ada' });
  });
}

const rowsOf = ([first]: readonly CancellationRequest[]) =>
  readShownCancellations(shop.context.database, first?.checkoutId ?? '');
const request = (requests: readonly CancellationRequest[]) => requestCancellations(shop.context, requests);

it('the orders of a purchase are cancelled together', async () => {
  const requests = await bothOrders('18.00', '3.33');
  expect(await request(requests)).toMatchObject([{ kind: 'requested' }, { kind: 'requested' }]);
  await shop.settle();
  expect((await rowsOf(requests)).map(({ state, amount }) => [state, amount])).toEqual([
    ['done', '18.00'],
    ['done', '3.33'],
  ]);
  // The second click.
  expect(await request(requests)).toMatchObject([{ kind: 'already' }, { kind: 'already' }]);
});

it('none is cancelled when one of them can’t be: too much, or the service is unavailable', async () => {
  const requests = await bothOrders('3.33', '999.00');
  expect(await request(requests)).toEqual({ kind: 'too_much' });
  expect(await rowsOf(requests)).toEqual([]);
  shop.ticketing.cancelling.rule = null;
  const byRule = requests.map((one, i) => ({ ...one, amount: '18.00', override: i === 0 }));
  expect(await request(byRule)).toEqual({ kind: 'not_possible' });
  expect(await rowsOf(requests)).toEqual([]);
});

it('another amount for cancelled tickets is another request, and is refused', async () => {
  const requests = await bothOrders('5.00', '5.00');
  await request(requests);
  await shop.settle();
  expect(await request(requests.map((one) => ({ ...one, amount: '9.00' })))).toEqual({ kind: 'changed' });
  expect((await rowsOf(requests)).map(({ amount }) => amount)).toEqual(['5.00', '5.00']);
});

it('an e-mail tells of what is new, with what it was for, and of nothing twice', async () => {
  const requests = await bothOrders('18.00', '3.33');
  const mails = () => shop.mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('Tickets cancelled'));
  const before = mails().length;
  for (const one of requests) {
    await request([one]);
    await shop.settle();
    await shop.laterAll();
    await shop.settle();
  }
  const [first, second, ...others] = mails()
    .slice(before)
    .map(({ mail }) => mail.text ?? '');
  expect(others).toEqual([]);
  expect(first).toContain('€18.00');
  expect(first).toContain('Adult');
  expect(second).toContain('€3.33');
  expect(second).not.toContain('€18.00');
});
