import { setTimeout as pause } from 'node:timers/promises';
import { readShownCancellations } from '@/lib/shop/data/shown-cancellations';
import { type CancellationTerms, cancellationTermsSchema } from '@/lib/contract/cancellation';
import { addresses } from '@/lib/contract/iri';
import { fromCents, sumAmounts, toCents } from '@/lib/money/money';
import { shuffled } from '@/testing/faults/random';
import { buy, ordersOf } from './buying';
import { ask, type Storm } from './storm-context';
import { disputeSome } from './troubles';

export type Unit = CancellationTerms['units'][number];

const mostTries = 20;

/** What the rule says about each unit of an order; none while the service can't be asked. */
export async function unitsOf({ world, count }: Storm, orderId: string): Promise<Unit[]> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const terms = await world.service.call('GET', addresses.cancellationTerms(orderId)).catch(() => null);
    if (terms?.status === 200) return cancellationTermsSchema.parse(terms.body).units;
    count(`terms: ${terms?.status ?? 'no answer'}`);
    await pause(500);
  }
  return [];
}

/** Those that are not cancelled and were not used. */
export const validOf = (units: readonly Unit[]) =>
  units.filter(({ obstacle }) => obstacle !== 'CANCELLED' && obstacle !== 'REDEEMED');

export const paidFor = (units: readonly Unit[]) => sumAmounts(units.map((unit) => unit.paidAmountInclTax));

/** The customer, or staff with an amount of their own, cancel units of an order. */
export async function cancelUnits(
  storm: Storm,
  { id, orderId }: { id: string; orderId: string },
  units: readonly Unit[],
  byStaff: { amount: string } | null = null,
): Promise<void> {
  if (units.length === 0) return;
  const amount = byStaff?.amount ?? sumAmounts(units.map((unit) => unit.refundAmountInclTax));
  const answer = await ask(storm, 'requestCancellations', [
    {
      checkoutId: id,
      orderId,
      tickets: units.flatMap(({ tickets }) => tickets),
      reason: 'ill',
      amount,
      ...(byStaff === null ? { staff: null, override: false } : { staff: 'agent', override: true }),
    },
  ]);
  const kind = Array.isArray(answer) ? answer[0]?.kind : answer?.kind;
  storm.count(`cancellation${byStaff === null ? '' : ' by staff'}: ${kind ?? 'no answer'}`);
}

/** An order is cancelled in parts, sometimes the same part in two tabs, and sometimes the rest by staff. */
export async function cancelInParts(storm: Storm): Promise<void> {
  const { random } = storm;
  const bought = await buy(storm, { keys: ['odd', 'third', 'cheap', 'free', 'firm', 'seat'] });
  if (bought?.state !== 'ordered') return;
  const { id } = bought;
  for (const { id: orderId } of await ordersOf(storm, id)) {
    const order = { id, orderId };
    const units = await unitsOf(storm, orderId);
    const some = shuffled(random, units).slice(0, random.whole(1, units.length));
    if (random.chance(0.4)) {
      const others = random.chance(0.5) ? some : units;
      await Promise.all([cancelUnits(storm, order, some), cancelUnits(storm, order, others)]);
    } else {
      for (const unit of some) await cancelUnits(storm, order, [unit]);
    }
    if (random.chance(0.3)) await cancelRestByStaff(storm, order);
  }
  if (random.chance(0.3)) await disputeSome(storm, id);
}

async function cancelRestByStaff(storm: Storm, order: { id: string; orderId: string }): Promise<void> {
  const { random } = storm;
  const rest = validOf(await unitsOf(storm, order.orderId));
  const paid = paidFor(rest);
  const amount = random.chance(0.5) ? paid : fromCents(random.whole(0, toCents(paid)));
  await cancelUnits(storm, order, rest, { amount });
}

/** All tickets are cancelled and refunded; later the bank returns the refund. */
export async function refundFailsLater(storm: Storm): Promise<void> {
  const { world, count } = storm;
  const bought = await buy(storm, { keys: ['odd', 'third'], items: 1, code: null });
  if (bought?.state !== 'ordered') return;
  const [order] = await ordersOf(storm, bought.id);
  if (order === undefined) return;
  await cancelUnits(storm, { id: bought.id, orderId: order.id }, await unitsOf(storm, order.id));
  const refund = await refundOf(storm, bought.id);
  if (refund === null || world.provider.refunds.get(refund)?.status !== 'succeeded') return;
  world.provider.incidents.failRefund(refund);
  count('refund failed later');
}

const patienceMilliseconds = 60_000;

/** The refund of a cancellation of this purchase, as soon as the shop knows it. */
async function refundOf({ world }: Storm, id: string): Promise<string | null> {
  const end = Date.now() + patienceMilliseconds;
  for (;;) {
    const rows = await readShownCancellations(world.shop, id);
    const known = rows.flatMap(({ refund }) => refund?.refundId ?? [])[0] ?? null;
    const isAtWork = rows.some(({ state }) => state === 'requested' || state === 'refunding');
    if (known !== null || Date.now() > end || !isAtWork) return known;
    await pause(250);
  }
}
