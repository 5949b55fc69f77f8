import type { Cancellation as ServiceCancellation } from '../../../contract/cancellation';
import { ServiceError } from '../../../client/service-error';
import { compareAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import { raiseAlert } from '../../data/alert-store';
import { enqueueGiftChange } from '../../data/gift-mail-store';
import { enqueueEmail } from '../../data/mail-store';
import { backOffSeconds, endJob, postponeJob } from '../../data/job-store';
import type { Checkout } from '../../rules/checkout';
import { findCheckout } from '../../data/checkout-store';
import { leaveRefused } from '../../data/changed-order-tasks';
import { note } from '../../data/timeline-store';
import { answerCancellation, findCancellation, markLate } from '../../data/cancellation-store';
import { insertRefunds, movePlanned } from '../../data/refund-store';
import { tellStaff } from '../refund/after-refund';
import type { Cancellation, CancellationProblem } from '../../tables/cancellation-table';

/** What a step came to: the service has answered, or the step is to be repeated after so many seconds. */
type Outcome = 'answered' | { seconds: number };

/** After so many seconds the operator is told; the worker continues to try. */
const lateSeconds = 3600;

/** `tries`: how often it was tried before. */
type Tried = Cancellation & { tries: number };

/**
 * The service cancels the tickets; then their refunds are due. The request is the same when it is repeated, because its key is
 * the identifier of the cancellation; so a crash between any two steps cancels once, and not without the refunds.
 */
export async function processCancellation(
  context: CheckoutContext,
  id: string,
  tries: number,
): Promise<void> {
  const row = await findCancellation(context.database, id);
  if (row === null) return endJob(context.database.single, 'cancellation', id);
  if (row.state !== 'requested') return;
  const outcome = await orLater(context, { ...row, tries });
  if (outcome !== 'answered') await again(context, row, outcome.seconds);
}

async function orLater(context: CheckoutContext, row: Tried): Promise<Outcome> {
  try {
    return await cancelTickets(context, row);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const about = { checkout: row.checkoutId, cancellation: row.id, reason: error.message };
    context.report('warn', 'a cancellation could not continue', about);
    return { seconds: backOffSeconds(row.tries) };
  }
}

async function again({ database, report }: CheckoutContext, row: Cancellation, seconds: number) {
  const { id, checkoutId, amount } = row;
  await postponeJob(database, 'cancellation', id, { seconds });
  if (Date.now() - row.enteredAt.getTime() < lateSeconds * 1000 || row.escalatedAt !== null) return;
  await database.transaction(async (transaction) => {
    if (!(await markLate(transaction, id))) return;
    const alert = { kind: 'cancellation_needs_attention', key: `${id}:late`, checkoutId } as const;
    await raiseAlert(transaction, { ...alert, detail: { cancellation: id, amount, reason: 'late' } });
  });
  report('error', 'a cancellation takes too long', { checkout: checkoutId, cancellation: id });
}

async function cancelTickets(context: CheckoutContext, row: Tried): Promise<Outcome> {
  const { id, orderId, tickets, reason, override, amount } = row;
  const checkout = await findCheckout(context.database, row.checkoutId);
  if (checkout === null) throw new Error(`cancellation ${id} has no checkout`);
  const answer = await context.client.cancelOrder(
    orderId,
    { tickets, reason, ...(override ? { override, refundAmountInclTax: amount } : {}) },
    { language: checkout.language, idempotencyKey: `cancel-${id}` },
  );
  switch (answer.kind) {
    case 'cancelled':
      return cancelled(context, row, answer.cancellation);
    case 'refused':
    case 'forbidden':
    case 'missing':
    case 'unsupported':
      return refusedUnlessMade(context, row, checkout, answer.kind);
    case 'busy':
      return { seconds: answer.retryAfterSeconds };
  }
}

/**
 * A refusal proves nothing about an earlier request whose answer was lost: the cancellations of the order say whether
 * it was carried out. While they can't be read, nothing is concluded.
 */
async function refusedUnlessMade(
  context: CheckoutContext,
  row: Tried,
  checkout: Checkout,
  answer: 'refused' | 'forbidden' | 'missing' | 'unsupported',
): Promise<Outcome> {
  const read = await context.client.listCancellations(row.orderId, checkout);
  // It had cancellations when this one was requested.
  if (read.kind !== 'found' && row.tries > 0) return { seconds: backOffSeconds(row.tries) };
  const made = read.kind === 'found' ? read.cancellations.find((one) => isOf(one, row)) : undefined;
  if (made !== undefined) return cancelled(context, row, made);
  if (answer === 'refused') return refused(context, row, await findObstacle(context, row, checkout));
  return refused(context, row, answer === 'forbidden' ? 'forbidden' : 'unsupported');
}

/** Whether it is of the same tickets. Those of an exchange are paid for with their price. */
function isOf({ tickets, rebookedTo }: ServiceCancellation, row: Cancellation): boolean {
  const wanted = new Set(row.tickets);
  const isSame = tickets.length === wanted.size && tickets.every((ticket) => wanted.has(ticket));
  return isSame && rebookedTo.length === 0;
}

async function refused(
  { database }: CheckoutContext,
  { id, checkoutId }: Cancellation,
  problem: CancellationProblem,
): Promise<'answered'> {
  await database.transaction(async (transaction) => {
    if (!(await answerCancellation(transaction, id, { state: 'refused', problem }))) return;
    await movePlanned(transaction, id, 'dropped');
    await note(transaction, checkoutId, 'cancellation_refused', { cancellation: id, reason: problem });
    await leaveRefused(transaction, id);
  });
  return 'answered';
}

/** The service has cancelled the tickets: from now on the shop owes the money. */
async function cancelled(
  { database, report }: CheckoutContext,
  { id, checkoutId, amount }: Cancellation,
  { reference, document, refundAmountInclTax, returnedToBalanceInclTax }: ServiceCancellation,
): Promise<'answered'> {
  // The terms of an order do not change, so both amounts are the same. If not, staff have to look.
  const isAgreed = compareAmounts(refundAmountInclTax, amount) === 0;
  if (!isAgreed)
    report('error', 'the service refunds another amount', { checkout: checkoutId, cancellation: id });
  await database.transaction(async (transaction) => {
    const answer = {
      state: 'cancelled',
      reference,
      document,
      returned: returnedToBalanceInclTax ?? null,
    } as const;
    if (!(await answerCancellation(transaction, id, answer))) return;
    // The request and the refund say how much: the credit note may be for more, if some was given back before.
    await note(transaction, checkoutId, 'cancellation_made', { cancellation: id, reference });
    if (isAgreed) {
      await movePlanned(transaction, id, 'due');
      await enqueueEmail(transaction, { checkoutId, kind: 'cancelled', again: true, tellsGift: true });
      return;
    }
    await enqueueGiftChange(transaction, checkoutId);
    const planned = await movePlanned(transaction, id, 'failed');
    // Nothing was to be refunded, and the service refunds something.
    const owed = { id, checkoutId, amount: refundAmountInclTax };
    const failed = planned.length > 0 ? planned : await insertRefunds(transaction, owed, null, 'due');
    for (const refund of failed) await tellStaff(transaction, refund, 'amount_differs');
  });
  return 'answered';
}

/** The service refuses in words only; its terms say why. */
async function findObstacle(
  { client }: CheckoutContext,
  { orderId, tickets }: Cancellation,
  { language }: Pick<Checkout, 'language'>,
): Promise<CancellationProblem> {
  const read = await client.getCancellationTerms(orderId, { language });
  const units = read.kind === 'found' ? read.terms.units : [];
  const unit = units.find(
    (one) => one.obstacle !== null && one.tickets.some((ticket) => tickets.includes(ticket)),
  );
  switch (unit?.obstacle ?? 'CANCELLED') {
    case 'NO_RULE':
      return 'not_cancellable';
    case 'DEADLINE_PASSED':
      return 'deadline_passed';
    case 'REDEEMED':
      return 'redeemed';
    case 'CANCELLED':
      return 'not_valid';
  }
}
