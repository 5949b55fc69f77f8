import { v7 as newId } from 'uuid';
import type { CancellationTerms } from '../../../contract/cancellation';
import type { Transaction } from '../../../database/database';
import { compareAmounts, leastOf, sumAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import { learnIncidents } from '../payment/learn-incidents';
import { readOrders } from '../../data/order-store';
import { findCheckout, lockCheckout } from '../../data/checkout-store';
import { note, noteByStaff } from '../../data/timeline-store';
import { bindingCancellations, insertCancellation } from '../../data/cancellation-store';
import { awaitsLostRefund } from '../refund/lost-refunds';
import { refundableIn, refundParts } from '../refund/refund-parts';

export interface CancellationRequest {
  checkoutId: string;
  /** The order at the service. */
  orderId: string;
  /** Paths of single tickets: all of each unit. */
  tickets: readonly string[];
  reason: string;
  /** What the service refunds, as the person who requests it has seen or set it. */
  amount: string;
  /**
   * What of it the shop refunds, as it was shown: all that is left, after staff have refunded the rest at the provider's
   * pages. Left out: all of it.
   */
  refund?: string;
  /** The member of staff; null: the customer. */
  staff: string | null;
  /** Against the rule of the product: then `amount` decides, up to what was paid. */
  override: boolean;
  /** All tickets of the order that are still valid. */
  isWhole?: boolean;
}

/**
 * `requested`: it will be cancelled and refunded, whatever crashes. `already`: that was requested before; the id is the
 * one of that request. `not_possible`: the rule of the product does not allow it. `changed`: the amount or the tickets
 * are not (any more) what the person saw. `too_much`: more than was paid and is not refunded yet, as far as is known. `disputed`: the bank
 * may return the money itself. `not_ordered`: there is no such order that is paid for. `unsupported`: the service has
 * no such request.
 */
export type CancellationAnswer = RequestedCancellation | CancellationRefusal;
export interface RequestedCancellation {
  kind: 'requested' | 'already';
  id: string;
}
export interface CancellationRefusal {
  kind: 'not_possible' | 'changed' | 'too_much' | 'refund_lost' | 'disputed' | 'not_ordered' | 'unsupported';
}

/**
 * Requests that tickets of one or more orders of a purchase are cancelled and refunded, all of them or none; the worker does
 * it. An answer for each; or one refusal. Throws ServiceError while the service can't be asked for the terms: then nothing
 * was requested.
 */
export async function requestCancellations(
  context: Pick<CheckoutContext, 'database' | 'client' | 'payments' | 'report'>,
  requests: readonly CancellationRequest[],
): Promise<RequestedCancellation[] | CancellationRefusal> {
  for (const id of new Set(requests.map(({ checkoutId }) => checkoutId))) await learnIncidents(context, id);
  const judged = await Promise.all(requests.map((request) => judge(context, request)));
  const [refusal] = judged.flatMap((answer) => (answer === null || 'id' in answer ? [] : [answer]));
  if (refusal !== undefined) return refusal;
  try {
    return await context.database.transaction(async (transaction) => {
      const answers: RequestedCancellation[] = [];
      for (const request of requests) {
        const answer = await insertRequest(transaction, request);
        // Those of the other orders are not requested, either.
        if (!('id' in answer)) throw new Refused(answer);
        answers.push(answer);
      }
      return answers;
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.refusal;
  }
}

/** Rolls back what was stored for the other orders. */
class Refused extends Error {
  constructor(readonly refusal: CancellationRefusal) {
    super(`a cancellation was refused: ${refusal.kind}`);
  }
}

/** Null: it can be requested. */
async function judge(
  { database, client }: Pick<CheckoutContext, 'database' | 'client'>,
  request: CancellationRequest,
): Promise<CancellationAnswer | null> {
  const { checkoutId, orderId } = request;
  const checkout = await findCheckout(database, checkoutId);
  const orders = await readOrders(database, checkoutId);
  if (checkout === null || !orders.some(({ id }) => id === orderId)) return { kind: 'not_ordered' };
  const before = await earlierRequest(database, request);
  if (before !== null) return before;
  const terms = await client.getCancellationTerms(orderId, checkout);
  if (terms.kind !== 'found') return { kind: terms.kind === 'missing' ? 'not_ordered' : 'unsupported' };
  return judgeTerms(terms.terms, request);
}

type UnitTerms = CancellationTerms['units'][number];

/** Pure: the units of which these are all tickets; null if they are not all tickets of some units. */
export function unitsOfTickets(units: readonly UnitTerms[], tickets: readonly string[]): UnitTerms[] | null {
  const wanted = new Set(tickets);
  const chosen = units.filter((unit) => unit.tickets.some((ticket) => wanted.has(ticket)));
  const covered = chosen.flatMap((unit) => unit.tickets);
  const isExact = covered.length === wanted.size && covered.every((ticket) => wanted.has(ticket));
  return wanted.size > 0 && isExact ? chosen : null;
}

/** Pure. Null: the terms allow the request. */
export function judgeTerms(
  { units }: Pick<CancellationTerms, 'units'>,
  { tickets, amount, override }: Pick<CancellationRequest, 'tickets' | 'amount' | 'override'>,
): CancellationAnswer | null {
  const chosen = unitsOfTickets(units, tickets);
  if (chosen === null) return { kind: 'changed' };
  if (override) {
    const paid = sumAmounts(chosen.map((unit) => unit.paidAmountInclTax));
    return compareAmounts(amount, paid) > 0 ? { kind: 'too_much' } : null;
  }
  if (chosen.some((unit) => !unit.cancellable)) return { kind: 'not_possible' };
  const byRule = sumAmounts(chosen.map((unit) => unit.refundAmountInclTax));
  return compareAmounts(amount, byRule) === 0 ? null : { kind: 'changed' };
}

type Reading = Parameters<typeof bindingCancellations>[0];

/**
 * The second click, or the second tab: the same tickets were requested before. With an amount of its own it is another
 * request.
 */
async function earlierRequest(
  reader: Reading,
  { checkoutId, tickets, override, amount }: CancellationRequest,
): Promise<CancellationAnswer | null> {
  const wanted = new Set(tickets);
  const earlier = (await bindingCancellations(reader, checkoutId)).find((one) =>
    one.tickets.some((ticket) => wanted.has(ticket)),
  );
  if (earlier === undefined) return null;
  const isSame = earlier.tickets.length === wanted.size && earlier.tickets.every((one) => wanted.has(one));
  const isSameAmount = !override || compareAmounts(amount, earlier.amount) === 0;
  return isSame && isSameAmount ? { kind: 'already', id: earlier.id } : { kind: 'changed' };
}

/** Whether a smaller refund than the service's is what it has to be. False, too, while the bank may return the money. */
async function isAllThatIsLeft(
  transaction: Transaction,
  { checkoutId, amount, refund = amount }: CancellationRequest,
): Promise<boolean> {
  const left = await refundableIn(transaction, checkoutId);
  return left !== null && compareAmounts(leastOf(amount, left), refund) === 0;
}

/**
 * Concurrency guarantee: the checkout is locked, so of several requests for the same tickets one is stored, and the sum
 * of all refunds never exceeds the payment.
 */
export async function insertRequest(
  transaction: Transaction,
  request: CancellationRequest,
): Promise<CancellationAnswer> {
  const { checkoutId, staff, amount, refund = amount, override, isWhole = false } = request;
  const checkout = await lockCheckout(transaction, checkoutId);
  if (checkout?.state !== 'ordered') return { kind: 'not_ordered' };
  const before = await earlierRequest(transaction, request);
  if (before !== null) return before;
  if (refund !== amount && !(await isAllThatIsLeft(transaction, request))) return { kind: 'changed' };
  const isFree = compareAmounts(refund, '0.00') === 0;
  // The tickets may be those that were refunded before.
  if (!isFree && !isWhole && (await awaitsLostRefund(transaction, checkoutId)))
    return { kind: 'refund_lost' };
  const found = await refundParts(transaction, checkoutId, refund);
  if (found.kind !== 'parts') return found;
  const id = newId();
  const row = {
    id,
    checkoutId,
    orderId: request.orderId,
    tickets: [...request.tickets],
    reason: request.reason,
    staff,
    override,
    amount,
  };
  await insertCancellation(transaction, row, found.parts);
  const detail = {
    cancellation: id,
    amount: refund,
    tickets: request.tickets.length,
    ...(override ? { override } : {}),
  };
  await (staff === null
    ? note(transaction, checkoutId, 'cancellation_requested', { ...detail, by: 'guest' })
    : noteByStaff(transaction, checkoutId, 'cancellation_requested', { ...detail, staff }));
  return { kind: 'requested', id };
}
