import { leastOf, sumAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import { findCheckout } from '../../data/checkout-store';
import { readShownCancellations } from '../../data/shown-cancellations';
import { refundableIn } from '../refund/refund-parts';
import { insertRequest } from './request-cancellation';

interface WholeOrder {
  checkoutId: string;
  /** The order at the service. */
  orderId: string;
  staff: string;
  reason: string;
}

/** `nothing`: no ticket of the order is valid any more, or those that are were used. */
export type WholeOrderAnswer =
  | { kind: 'requested' | 'already'; id: string }
  | { kind: 'nothing' }
  | { kind: 'changed' | 'too_much' | 'disputed' | 'not_ordered' | 'unsupported' };

/**
 * Requests that all tickets of an order that are still valid are cancelled, and refunded in full, as far as it was not given
 * back already, whatever the rule of the product says. A repetition is the same request. Throws ServiceError while the service can't be asked.
 */
export async function cancelWholeOrder(
  context: Pick<CheckoutContext, 'database' | 'client'>,
  { checkoutId, orderId, staff, reason }: WholeOrder,
): Promise<WholeOrderAnswer> {
  const { database, client } = context;
  const checkout = await findCheckout(database, checkoutId);
  if (checkout === null) return { kind: 'not_ordered' };
  const terms = await client.getCancellationTerms(orderId, checkout);
  if (terms.kind !== 'found') return { kind: terms.kind === 'missing' ? 'not_ordered' : 'unsupported' };
  const open = terms.terms.units.filter(
    ({ obstacle }) => obstacle !== 'CANCELLED' && obstacle !== 'REDEEMED',
  );
  if (open.length === 0) {
    const [earlier] = (await readShownCancellations(database, checkoutId)).filter(
      ({ orderId: of, state, isEnded }) => of === orderId && state !== 'refused' && !isEnded,
    );
    return earlier === undefined ? { kind: 'nothing' } : { kind: 'already', id: earlier.id };
  }
  const request = {
    checkoutId,
    orderId,
    staff,
    reason,
    override: true,
    isWhole: true,
    tickets: open.flatMap(({ tickets }) => tickets),
    amount: sumAmounts(open.map(({ paidAmountInclTax }) => paidAmountInclTax)),
  };
  const answer = await database.transaction(async (transaction) => {
    const whole = await insertRequest(transaction, request);
    if (whole.kind !== 'too_much') return whole;
    // Staff have refunded some of it at the provider's pages, or the bank has returned it: what is left is refunded.
    const left = await refundableIn(transaction, checkoutId);
    return left === null
      ? whole
      : insertRequest(transaction, { ...request, refund: leastOf(request.amount, left) });
  });
  if ('id' in answer) return answer;
  // With an override no rule is in the way, and of a whole order it is clear which tickets are meant.
  if (answer.kind === 'not_possible' || answer.kind === 'refund_lost')
    throw new Error(`the cancellation of a whole order was refused: ${answer.kind}`);
  return { kind: answer.kind };
}
