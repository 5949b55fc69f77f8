import type { CancellationObstacle } from '@/lib/contract/cancellation';
import { compareAmounts, proportionOfAmount, shareOfAmount, sumAmounts } from '@/lib/money/money';
import type { Violation } from '../http/problem';
import { type Paid, paidForUnit, paidForUnits } from '../reservation/discount';
import type { StoredCancellation, StoredItemTicket } from './order';
import type { WholeOrder } from './order-store';

/** The tickets of an order that were sold for one price: they are cancelled together. */
export interface Unit {
  index: number;
  tickets: StoredItemTicket[];
  /** The cancellation that it is part of, or null. */
  cancellation: StoredCancellation | null;
}

/** What a call cancels. `tickets`: ids, or null for all that are still valid. */
export interface CancellationCall {
  tickets: readonly string[] | null;
  override: boolean;
  refundAmount: string | null;
  /** The tickets are exchanged for others: the whole price is credited. */
  isRebooking?: boolean;
  /** The ids of tickets that are gift cards of which something was used. */
  used?: ReadonlySet<string>;
}

/** The moment by which customers have to cancel, or to exchange tickets; null: they can't. `now` is the database's. */
export interface Terms {
  until: Date | null;
  now: Date;
}

export type CancellationDecision =
  /** `returned`: what goes back to the balance that has paid for a part. */
  | { kind: 'cancel'; units: Unit[]; refund: Paid; returned: string }
  /** An earlier call has cancelled the same tickets. */
  | { kind: 'repeated'; cancellation: StoredCancellation }
  | { kind: 'refused'; violations: Violation[] };

/** The units of an order. The tickets of an order are numbered unit by unit. */
export function unitsOf({
  reservation,
  tickets,
  cancellations,
}: Pick<WholeOrder, 'reservation' | 'tickets' | 'cancellations'>): Unit[] {
  const each = reservation.tickets.length;
  return Array.from({ length: reservation.quantity }, (_, index) => ({
    index,
    tickets: tickets.filter(({ position }) => Math.floor(position / each) === index),
    cancellation: cancellations.find(({ units }) => units.includes(index)) ?? null,
  }));
}

/** Why customers can't cancel a unit now, or null. */
export function findObstacle(
  unit: Unit,
  { until, now }: Terms,
  used: ReadonlySet<string> = new Set(),
): CancellationObstacle | null {
  if (unit.cancellation !== null) return 'CANCELLED';
  if (unit.tickets.some((ticket) => isRedeemed(ticket) || used.has(ticket.id))) return 'REDEEMED';
  if (until === null) return 'NO_RULE';
  return now > until ? 'DEADLINE_PASSED' : null;
}

/** Pure: what was paid for units of an order. */
export function paidFor({ reservation }: Pick<WholeOrder, 'reservation'>, units: readonly UnitIndex[]): Paid {
  return paidForUnits(
    reservation,
    units.map(({ index }) => index),
  );
}

type UnitIndex = Pick<Unit, 'index'>;

/**
 * Pure: what the rule refunds for units. It is rounded for each unit, so that cancelling units together refunds
 * as much as cancelling them one by one.
 */
export function refundByRule(
  { reservation }: Pick<WholeOrder, 'reservation'>,
  share: number,
  units: readonly UnitIndex[],
): Paid {
  const refunds = units.map(({ index }) => {
    const paid = paidForUnit(reservation, index);
    return partOf(paid, shareOfAmount(paid.inclTax, share));
  });
  return {
    inclTax: sumAmounts(refunds.map(({ inclTax }) => inclTax)),
    exclTax: sumAmounts(refunds.map(({ exclTax }) => exclTax)),
  };
}

/** Pure: what the rule gives back to the balance that has paid for a part of units, rounded as refunds are. */
export function returnedByRule(
  { reservation }: Pick<WholeOrder, 'reservation'>,
  share: number,
  units: readonly UnitIndex[],
): string {
  return sumAmounts(units.map(({ index }) => shareOfAmount(fromBalance({ reservation }, index), share)));
}

/** Pure: what a balance has paid for a unit. */
function fromBalance({ reservation: { voucher } }: Pick<WholeOrder, 'reservation'>, index: number): string {
  return voucher?.remaining === undefined ? '0.00' : (voucher.discounts[index] ?? '0.00');
}

/** Pure: a part of what was paid; without tax, it is in the same proportion. */
function partOf(paid: Paid, inclTax: string): Paid {
  return { inclTax, exclTax: proportionOfAmount(inclTax, paid.exclTax, paid.inclTax) };
}

/** Pure: whether a call cancels tickets, and what is refunded for them. */
export function decideCancellation(
  whole: WholeOrder,
  call: CancellationCall,
  terms: Terms,
): CancellationDecision {
  const units = unitsOf(whole);
  const chosen =
    call.tickets === null ? stillValid(units, whole.cancellations, call) : named(units, call.tickets, call);
  if (!Array.isArray(chosen)) return withSameRefund(chosen, call);
  const violations = [...againstRule(whole, call, terms), ...againstPrice(whole, call, chosen)];
  if (violations.length > 0) return { kind: 'refused', violations };
  const refund = refundFor(whole, call, chosen);
  return { kind: 'cancel', units: chosen, refund, returned: returnedFor(whole, call, chosen) };
}

/** All units that are neither cancelled nor used; if there is none, the call repeats the last cancellation. */
function stillValid(
  units: readonly Unit[],
  cancellations: readonly StoredCancellation[],
  { used }: Pick<CancellationCall, 'used'>,
): Unit[] | CancellationDecision {
  const open = units.filter(({ cancellation }) => cancellation === null);
  const valid = open.filter(({ tickets }) => !tickets.some((one) => isRedeemed(one) || used?.has(one.id)));
  if (valid.length > 0) return valid;
  const last = cancellations.at(-1);
  if (last !== undefined) return repeated(last);
  return refused(
    open.flatMap(({ tickets }) =>
      tickets.flatMap((one) => {
        if (isRedeemed(one)) return [redeemed('tickets', one)];
        return used?.has(one.id) === true ? [usedCard('tickets')] : [];
      }),
    ),
  );
}

/** Tickets that were exchanged are paid back with other tickets: asking for the money is no repetition. */
function repeated(cancellation: StoredCancellation): CancellationDecision {
  if (cancellation.rebookedTo.length === 0) return { kind: 'repeated', cancellation };
  return refused([{ path: 'tickets', code: 'choice', messageKey: 'ticketCancelled' }]);
}

/** With another amount the call is no repetition: nothing more is refunded for tickets that are cancelled. */
function withSameRefund(
  decision: CancellationDecision,
  { refundAmount }: CancellationCall,
): CancellationDecision {
  if (decision.kind !== 'repeated' || refundAmount === null) return decision;
  const before = decision.cancellation.refundAmount;
  if (compareAmounts(refundAmount, before) === 0) return decision;
  return refused([
    { path: 'refundAmountInclTax', code: 'choice', messageKey: 'ticketCancelled', detail: before },
  ]);
}

function named(
  units: readonly Unit[],
  ids: readonly string[],
  { override, isRebooking = false, used }: CancellationCall,
): Unit[] | CancellationDecision {
  const places = ids.map((id) => units.find(({ tickets }) => tickets.some((ticket) => ticket.id === id)));
  const unknown = places.flatMap((unit, i) => (unit === undefined ? [unknownTicket(i)] : []));
  if (unknown.length > 0) return refused(unknown);
  const earlier = new Set(places.map((unit) => unit?.cancellation ?? null));
  const [only] = earlier;
  if (earlier.size === 1 && only !== undefined && only !== null) {
    return repeated(only);
  }
  const chosen = units.filter((unit) => places.includes(unit));
  const violations = places.flatMap((unit, i): Violation[] => {
    const ticket = unit?.tickets.find(({ id }) => id === ids[i]);
    if (unit === undefined || ticket === undefined) return [];
    const path = `tickets[${i}]`;
    if (unit.cancellation !== null) return [{ path, code: 'choice', messageKey: 'ticketCancelled' }];
    // What was used of a gift card has paid for other tickets: no override gives it back.
    if (used?.has(ticket.id)) return [usedCard(path)];
    // Money may be given back for a visit that went wrong; another visit is not given for it.
    if (isRedeemed(ticket) && (!override || isRebooking)) return [redeemed(path, ticket)];
    const missing = unit.tickets.filter(({ id }) => !ids.includes(id)).map(({ reference }) => reference);
    if (missing.length === 0) return [];
    return [{ path, code: 'choice', messageKey: 'ticketsTogether', detail: missing.join(', ') }];
  });
  return violations.length > 0 ? refused(violations) : chosen;
}

function againstRule(
  { reservation }: WholeOrder,
  { override, isRebooking = false }: CancellationCall,
  { until, now }: Terms,
): Violation[] {
  // A gift card is used or given back; it is exchanged for nothing.
  if (isRebooking && reservation.giftCard)
    return [{ path: 'tickets', code: 'choice', messageKey: 'notRebookable' }];
  if (override) return [];
  const rule = isRebooking
    ? ({ none: 'notRebookable', over: 'rebookingDeadlinePassed' } as const)
    : ({ none: 'notCancellable', over: 'deadlinePassed' } as const);
  if (until === null) return [{ path: 'tickets', code: 'choice', messageKey: rule.none }];
  if (now <= until) return [];
  return [{ path: 'tickets', code: 'choice', messageKey: rule.over, detail: until.toISOString() }];
}

/** No more is refunded than was paid for the units: none of them was refunded before. */
function againstPrice(
  whole: WholeOrder,
  { refundAmount }: CancellationCall,
  units: readonly Unit[],
): Violation[] {
  const paid = paidFor(whole, units).inclTax;
  if (refundAmount === null || compareAmounts(refundAmount, paid) <= 0) return [];
  return [{ path: 'refundAmountInclTax', code: 'lessThanOrEqual', detail: paid }];
}

function refundFor(whole: WholeOrder, call: CancellationCall, units: readonly Unit[]): Paid {
  const { refundAmount } = call;
  if (refundAmount !== null) return partOf(paidFor(whole, units), refundAmount);
  return refundByRule(whole, shareFor(whole, call), units);
}

function shareFor({ reservation }: WholeOrder, { override, isRebooking = false }: CancellationCall): number {
  return override || isRebooking ? 1 : (reservation.cancellation?.share ?? 0);
}

/** The same part goes back to the balance as to the payment: all of it, if nothing was paid in another way. */
function returnedFor(whole: WholeOrder, call: CancellationCall, units: readonly Unit[]): string {
  const { refundAmount } = call;
  if (refundAmount === null) return returnedByRule(whole, shareFor(whole, call), units);
  const all = sumAmounts(units.map(({ index }) => fromBalance(whole, index)));
  const paid = paidFor(whole, units).inclTax;
  return compareAmounts(paid, '0.00') === 0 ? all : proportionOfAmount(all, refundAmount, paid);
}

// The same answer for a ticket of another order as for one that does not exist.
export function unknownTicket(index: number): Violation {
  return { path: `tickets[${index}]`, code: 'regex', messageKey: 'unknownItemTicket' };
}

function redeemed(path: string, { redeemedAt }: StoredItemTicket): Violation {
  return { path, code: 'choice', messageKey: 'alreadyRedeemed', detail: redeemedAt?.toISOString() ?? '' };
}

function usedCard(path: string): Violation {
  return { path, code: 'choice', messageKey: 'giftCardUsed' };
}

function isRedeemed({ status }: StoredItemTicket): boolean {
  return status === 'redeemed';
}

function refused(violations: Violation[]): CancellationDecision {
  return { kind: 'refused', violations };
}
