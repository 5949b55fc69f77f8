import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumAmounts } from '../../../money/money';
import { bindingCancellations } from '../../data/cancellation-store';
import { findCheckout } from '../../data/checkout-store';
import { readOrders } from '../../data/order-store';
import { readOpenTasks } from '../../data/task-store';
import type { AfterRestore } from '../../rules/restore-report';
import { restoreText } from '../../rules/restore-report';
import { catchUpWithEvents } from '../payment/event-catch-up';
import { askProvider } from '../payment/settle';
import { acknowledgeTask } from '../attention/acknowledge-tasks';
import { cancelWholeOrder } from '../cancellation/cancel-whole-order';
import { readRefundable } from '../cancellation/read-refundable';
import { afterRestore } from './after-restore';
import { bothItem, openPlaces } from '@/testing/ticketing-service/booking';
import { requestOne } from '@/testing/shop/cancellations';
import { makeDue } from '@/testing/shop/jobs';
import { startRestorable } from '@/testing/shop/restorable';
import {
  type Bought,
  buy,
  mailsTo,
  ordersOf,
  pageFor,
  pay,
  type Sale,
  stateOf,
  work,
} from '@/testing/shop/restorable-sale';

let sale: Sale;
const context = () => sale.world.running().context;

/** Staff cancel so many of the tickets that are not cancelled, and the price is refunded, or another amount. */
async function cancelSome({ id }: Bought, units: number, refund?: string) {
  const checkout = await findCheckout(context().database, id);
  const [order] = await readOrders(context().database, id);
  if (checkout === null || order === undefined) throw new Error('no order');
  const terms = await context().client.getCancellationTerms(order.id, checkout);
  if (terms.kind !== 'found') throw new Error(terms.kind);
  const bound = (await bindingCancellations(context().database, id)).flatMap(({ tickets }) => tickets);
  const chosen = terms.terms.units
    .filter(({ tickets }) => !tickets.some((ticket) => bound.includes(ticket)))
    .slice(0, units);
  const answer = await requestOne(context(), {
    checkoutId: id,
    orderId: order.id,
    tickets: chosen.flatMap(({ tickets }) => tickets),
    amount: refund ?? sumAmounts(chosen.map(({ paidAmountInclTax }) => paidAmountInclTax)),
    reason: 'ill',
    staff: 'ada',
    override: true,
  });
  await finish();
  return answer.kind;
}

async function finish(): Promise<void> {
  await work(sale);
  await makeDue(context().database, sql`subject in ('webhook', 'refund', 'cancellation', 'mail')`);
  await work(sale);
}

const centsBack = ({ sessionId }: Bought) => {
  const { provider } = sale.world;
  return provider.refunded.get(provider.intentOf(sessionId)) ?? 0;
};

const tasksOf = async ({ id }: Bought) =>
  (await readOpenTasks(context().database, id)).map(({ reason, amount }) => `${reason} ${amount}`);

describe('refunds that the shop made after the restored moment', { timeout: 60_000 }, () => {
  let part: Bought;
  let other: Bought;
  let whole: Bought;
  let goodwill: Bought;
  let later: Bought;
  let laterPart: Bought;
  let earlier: Bought;
  let kept: Bought;
  let since: Date;
  let planned: AfterRestore;
  let done: AfterRestore;

  beforeAll(async () => {
    const world = await startRestorable();
    sale = { world, places: await openPlaces(world.running().service, 30) };
    const some = (quantity: number) => [bothItem(sale.places, quantity)];
    part = await buy(sale, 'part', some(4));
    other = await buy(sale, 'other', some(2));
    whole = await buy(sale, 'whole', some(1));
    goodwill = await buy(sale, 'goodwill', some(2));
    const told = world.provider.incidents.refundAtDashboard(world.provider.intentOf(goodwill.sessionId), 500);
    expect(await readRefundable(context(), goodwill.id)).toBe('67.00');
    expect(told.events).not.toEqual([]);
    later = await pageFor(sale, 'later', some(1));
    laterPart = await pageFor(sale, 'later-part', some(2));
    earlier = await pageFor(sale, 'earlier', some(1));
    kept = await pageFor(sale, 'kept', some(1));
    for (const one of [earlier, kept]) {
      world.provider.pay(one.sessionId);
      await askProvider(context(), one.id);
      expect(await stateOf(sale, one)).toBe('paid');
    }
    since = new Date();
    await world.keep();
    for (const one of [later, laterPart]) await pay(sale, one);
    await work(sale);
    for (const one of [whole, other, later, laterPart, earlier])
      expect(await cancelSome(one, 1)).toBe('requested');
    expect(await cancelSome(part, 2)).toBe('requested');
    expect([part, whole, later, laterPart, earlier].map(centsBack)).toEqual([7200, 3600, 3600, 3600, 3600]);
    await world.restore();
    world.mailbox.mails.length = 0;
    planned = await afterRestore(context(), since, { dryRun: true });
    done = await afterRestore(context(), since);
    await finish();
    await catchUpWithEvents(context());
    await finish();
  }, 60_000);
  afterAll(() => sale.world.close());

  it('are a task for staff, because the tickets are valid again, and are reported with their amounts', async () => {
    expect(await tasksOf(part)).toEqual(['refunded_at_provider 72.00']);
    expect(await tasksOf(whole)).toEqual(['refunded_at_provider 36.00']);
    for (const { refunded } of [planned, done])
      expect(refunded.map(({ reference, amount, paid }) => [reference, amount, paid]).sort()).toEqual(
        [
          [part.reference, '72.00', '144.00'],
          [whole.reference, '36.00', '36.00'],
          [other.reference, '36.00', '72.00'],
        ].sort(),
      );
    const text = restoreText(done, false);
    expect(text).toContain(`${part.reference}  72.00 of 144.00 EUR\n`);
    expect(text).toContain(`${whole.reference}  all of 36.00 EUR\n`);
  });

  it('are not told of again, nor is one that was known before the moment', async () => {
    for (const dryRun of [true, false]) {
      const again = await afterRestore(context(), since, { dryRun });
      expect(again).toMatchObject({ found: [], refunded: [] });
    }
    expect(restoreText(done, false)).not.toContain(goodwill.reference);
    expect(await tasksOf(goodwill)).toEqual(['refunded_at_provider 5.00']);
  });

  it('end a purchase that was not known to be ordered: nothing is ordered or mailed again', async () => {
    const text = restoreText(planned, true);
    for (const one of [later, laterPart, earlier]) {
      expect(text).toContain(`${one.reference}  Was refunded`);
      expect(await ordersOf(sale, one)).toEqual([]);
      expect(mailsTo(sale, one).map(({ subject }) => subject)).not.toContainEqual(
        expect.stringContaining('Vos billets'),
      );
    }
    expect(await stateOf(sale, later)).toBe('refunded');
    expect(await stateOf(sale, earlier)).toBe('refunded');
    expect(await stateOf(sale, laterPart)).toBe('attention');
    expect(await tasksOf(laterPart)).toEqual([expect.stringContaining('amount_differs')]);
  });

  it('are not in the way of one that was paid and not refunded: its e-mail replaces an earlier one', async () => {
    expect(await stateOf(sale, kept)).toBe('ordered');
    const mails = mailsTo(sale, kept);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(
      'Ces billets remplacent tous ceux que nous vous avons envoyés auparavant',
    );
  });

  it('are not made a second time, and the rest is only refunded with all tickets or after staff', async () => {
    for (const [one, units] of [
      [whole, 1],
      [part, 2],
      [other, 1],
    ] as const)
      expect(await cancelSome(one, units)).toBe('refund_lost');
    expect([part, whole, later, laterPart, earlier].map(centsBack)).toEqual([7200, 3600, 3600, 3600, 3600]);

    const [order] = await readOrders(context().database, part.id);
    const all = { checkoutId: part.id, orderId: order?.id ?? '', staff: 'ada', reason: 'called off' };
    expect(await cancelWholeOrder(context(), all)).toMatchObject({ kind: 'requested' });
    await finish();
    expect(centsBack(part)).toBe(14_400);
  });

  it('stay in the way when staff only say that it is dealt with, until they have cancelled the ticket without a refund', async () => {
    const [task] = await readOpenTasks(context().database, other.id);
    const seen = { checkoutId: other.id, id: task?.key ?? '', reason: 'refunded_at_provider' };
    expect(await acknowledgeTask(context(), seen, 'ada')).toBe('acknowledged');
    expect(await cancelSome(other, 1)).toBe('refund_lost');
    expect(await cancelSome(other, 1, '0.00')).toBe('requested');
    expect(centsBack(other)).toBe(3600);
    expect(await cancelSome(other, 1)).toBe('requested');
    expect(centsBack(other)).toBe(7200);
  });
});
