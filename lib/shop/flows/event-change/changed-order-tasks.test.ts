import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findInAttention, readAll } from '@/testing/shop/attention';
import { cancellationBooks, type Ordered } from '@/testing/shop/cancellations';
import { sessionOfOrder, severalOrders, startFor, untilDone } from '@/testing/shop/event-changes';
import { startRebooking } from '@/testing/shop/rebook-all';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { addOrders, findEventChange, readProgress, saveOrderResult } from '../../data/event-change-store';
import { readTimeline } from '../../data/timeline-store';
import { acknowledgeTask } from '../attention/acknowledge-tasks';
import { cancelWholeOrder } from '../cancellation/cancel-whole-order';
import { processCancellation } from '../cancellation/process-cancellation';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.reset();
  shop.ticketing.hasFilters = true;
  await shop.context.database.single.run(sql`truncate storefront.task, storefront.event_change cascade`);
});

async function oneOrder(): Promise<Ordered> {
  const [ordered] = await severalOrders(shop, 1);
  if (ordered === undefined) throw new Error('nothing was ordered');
  return ordered;
}

const openTasks = () => readAll(shop.context.database, 'changed_order');
const alerts = () =>
  shop.reports.filter((report) => report === 'error: the operator has to look at something').length;

async function progressOf(id: string | null) {
  const change = await findEventChange(shop.context.database, id ?? '');
  if (change === null) throw new Error('it is gone');
  return readProgress(shop.context.database, change);
}

/** An order that would cost more for the other session. */
async function dearer(): Promise<{ ordered: Ordered; id: string }> {
  const ordered = await oneOrder();
  shop.ticketing.price = '25.00';
  const id = await startRebooking(shop, ordered, shop.ticketing.programme[1]?.session ?? '');
  await untilDone(shop, id);
  return { ordered, id: id ?? '' };
}

it('an order that could not be rebooked is a task for staff and an alert for the operator, until staff close it', async () => {
  const { ordered, id } = await dearer();
  expect(await progressOf(id)).toMatchObject({ attention: 1, settled: 0 });
  const [waiting, ...others] = await openTasks();
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({
    id: ordered.id,
    task: { reason: 'changed_order_dearer', key: `${id}/${ordered.orderId}` },
  });
  expect(alerts()).toBe(1);
  const seen = { checkoutId: ordered.id, id: waiting?.task.key ?? '', reason: 'changed_order_dearer' };
  const answers = await Promise.all([1, 2].map(() => acknowledgeTask(shop.context, seen, 'ada')));
  expect(answers.sort()).toEqual(['acknowledged', 'before']);
  expect(await openTasks()).toEqual([]);
  expect(await progressOf(id)).toMatchObject({ attention: 0, settled: 1 });
  const timeline = await readTimeline(shop.context.database, ordered.id);
  expect(timeline.filter(({ what }) => what === 'changed_order_settled')).toMatchObject([
    { detail: { change: id, staff: 'ada' } },
  ]);
});

it('only what staff saw is closed, and no task of another kind', async () => {
  const { ordered, id } = await dearer();
  const key = `${id}/${ordered.orderId}`;
  const close = (seen: { checkoutId?: string; id?: string; reason?: string }) =>
    acknowledgeTask(
      shop.context,
      { checkoutId: ordered.id, id: key, reason: 'changed_order_dearer', ...seen },
      'ada',
    );
  const other = await oneOrder();
  expect(await close({ checkoutId: other.id })).toBe('changed');
  expect(await close({ reason: 'changed_order_sold_out' })).toBe('changed');
  expect(await close({ id: `${id}/${other.orderId}` })).toBe('changed');
  expect(await openTasks()).toHaveLength(1);
  await shop.context.database.single.run(sql`update storefront.task set kind = 'purchase'`);
  expect(await close({})).toBe('changed');
  expect(await findInAttention(shop.context.database)).toHaveLength(1);
});

it('an order whose cancellation the service refuses is one, too', async () => {
  const ordered = await oneOrder();
  shop.ticketing.cancelling.faults.push('forbidden');
  const id = await startFor(shop, await sessionOfOrder(shop, ordered), 'refund');
  await untilDone(shop, id);
  expect((await cancellationBooks(shop, ordered)).cancelled).toEqual([]);
  expect(await openTasks()).toMatchObject([{ id: ordered.id, task: { reason: 'changed_order_forbidden' } }]);
  expect(await progressOf(id)).toMatchObject({ attention: 1, refunded: 0, refunding: 0, settled: 0 });
  expect(alerts()).toBe(1);
});

it('a refusal that comes before the request is stored with the order is not missed', async () => {
  const ordered = await oneOrder();
  const { checkoutId, orderId } = { ...ordered, checkoutId: ordered.id };
  const { database } = shop.context;
  const id = (await startFor(shop, await sessionOfOrder(shop, ordered), 'refund')) ?? '';
  await database.transaction((transaction) => addOrders(transaction, { id, page: 1 }, [orderId], true));
  shop.ticketing.cancelling.faults.push('forbidden');
  const request = { checkoutId, orderId, staff: 'ada', reason: 'A storm is coming.' };
  const requested = await cancelWholeOrder(shop.context, request);
  if (requested.kind !== 'requested') throw new Error(`it is ${requested.kind}`);
  await processCancellation(shop.context, requested.id, 0);
  expect(await openTasks()).toEqual([]);
  await database.transaction((transaction) =>
    saveOrderResult(
      transaction,
      { changeId: id, orderId, checkoutId },
      { state: 'requested', cancellationId: requested.id },
    ),
  );
  expect(await openTasks()).toHaveLength(1);
});
