import { toCents } from '@/lib/money/money';
import { groupBy, sum } from './index-records';
import type { Index, Records, Reservation, Tell, Voucher } from './records';

/** The reservations and orders that use a voucher now, by its id. */
export const usesOf = ({ reservations }: Records['service'], now: Date) =>
  groupBy(
    reservations.filter(
      ({ orderId, releasedAt, expiresAt }) => orderId !== null || (releasedAt === null && expiresAt > now),
    ),
    ({ voucherId }) => voucherId,
  );

/** No voucher is used more often, or for more, than its rules allow. `now`: by the clock of the service's database. */
export function compareVouchers({ service }: Records, index: Index, tell: Tell, now: Date): void {
  const using = usesOf(service, now);
  for (const voucher of service.vouchers) {
    const uses = groupBy(using.get(voucher.id) ?? [], (one) => one.voucher?.use ?? '');
    const { code, maximumUses } = voucher;
    if (maximumUses !== null && uses.size > maximumUses)
      tell('a voucher is used too often', referencesOf(service, [...uses.values()].flat()), {
        code,
        uses: uses.size,
        maximumUses,
      });
    for (const reservations of uses.values()) {
      const ordered = reservations.filter(({ orderId }) => orderId !== null);
      if (ordered.length > 0) compareUse(voucher, ordered, index, referencesOf(service, ordered), tell);
    }
  }
}

function referencesOf({ orders }: Records['service'], reservations: readonly Reservation[]): string[] {
  const ids = new Set(reservations.map(({ orderId }) => orderId));
  return orders.filter(({ id }) => ids.has(id)).map(({ externalReference }) => externalReference ?? '');
}

function compareUse(
  { code, kind, value, minimumAmount }: Voucher,
  reservations: readonly Reservation[],
  index: Index,
  references: readonly string[],
  tell: Tell,
): void {
  const off = sum(reservations.map((one) => discountOf(one, index)));
  const price = sum(reservations.map(({ quantity, unitAmount }) => quantity * toCents(unitAmount)));
  if (off > price || (kind === 'amount' && off > toCents(value)))
    tell('a voucher took off too much', references, { code, off, price });
  if (minimumAmount !== null && price < toCents(minimumAmount))
    tell('a voucher was used below its minimum', references, { code, price, minimumAmount });
}

/** In cents. What was taken off units that were exchanged is taken off the others instead. */
function discountOf({ orderId, voucher }: Reservation, { made }: Index): number {
  const exchanged = (made.get(orderId ?? '') ?? []).filter(({ rebookedTo }) => rebookedTo.length > 0);
  const gone = new Set(exchanged.flatMap(({ units }) => units));
  return sum((voucher?.discounts ?? []).map((each, unit) => (gone.has(unit) ? 0 : toCents(each))));
}

/** What counters hold and have sold is what there is of holds and tickets. */
export function compareCounters({ service }: Records, index: Index, tell: Tell): void {
  const sold = new Map<string, number>();
  for (const ticket of service.tickets) {
    const isCancelled = index.unitsOf(ticket.orderId).cancelled.includes(index.unitOf(ticket));
    if (ticket.sessionId !== null && !isCancelled)
      sold.set(ticket.sessionId, (sold.get(ticket.sessionId) ?? 0) + 1);
  }
  const holds = groupBy(service.holds, ({ counterId }) => counterId);
  const sessions = new Set(service.tickets.map(({ sessionId }) => sessionId));
  for (const counter of service.counters) {
    const held = sum((holds.get(counter.id) ?? []).map(({ units }) => units));
    if (counter.held !== held)
      tell('a counter holds other units than there are holds', [], { counter, held });
    if (held > 0) tell('units stay held', [], { counter, held });
    const { capacity } = counter;
    if (capacity !== null && counter.sold > capacity) tell('more is sold than there is', [], counter);
    const tickets = sold.get(counter.id) ?? 0;
    if (sessions.has(counter.id) && counter.sold !== tickets)
      tell('a counter has sold other units than there are tickets', [], { counter, tickets });
  }
}
