import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancel } from '@/testing/shop/cancellations';
import { sessionOfOrder, severalOrders, startFor, untilDone } from '@/testing/shop/event-changes';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readShownCancellations } from './shown-cancellations';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
  shop.ticketing.hasFilters = true;
});
afterAll(() => shop.close());

it('a cancellation by the organiser comes with its message, the customer’s own without', async () => {
  const [order] = await severalOrders(shop, 1);
  if (order === undefined) throw new Error('nothing was ordered');
  await cancel(shop, order, { tickets: order.tickets.slice(0, 1) });
  await shop.settle();
  await untilDone(shop, await startFor(shop, await sessionOfOrder(shop, order), 'refund', {}));
  const shown = await readShownCancellations(shop.context.database, order.id);
  expect(shown.map(({ organiserMessage }) => organiserMessage)).toEqual([null, 'A storm is coming.']);
});
