import type { Cancellation as ServiceCancellation } from '../../../contract/cancellation';
import { ServiceError } from '../../../client/service-error';
import { compareAmounts } from '../../../money/money';
import { PaymentError, type Refund } from '../../../payment/payment';
import type { Transaction } from '../../../database/database';
import type { CheckoutContext } from '../../context';
import { raiseAlert } from '../../data/alert-store';
import { enqueueEmail } from '../../data/mail-store';
import { isDisputed } from '../../rules/incident';
import { readIncidents } from '../../data/incident-store';
import { type AskedRefund, askRefund, findMade, mayHaveAsked } from '../payment/ask-refund';
import { backOffSeconds, endJob, postponeJob } from '../../data/job-store';
import type { Checkout } from '../../rules/checkout';
import { findCheckout } from '../../data/checkout-store';
import { readPayments } from '../../data/payment-store';
import { note } from '../../data/timeline-store';
import {
  countAttempt,
  findCancellation,
  markLate,
  moveCancellation,
  movePartsOf,
  saveRefundId,
  wholeOfEnded,
} from '../../data/cancellation-store';
import type { Cancellation, CancellationProblem } from '../../tables/cancellation-table';
import { owedOf, refundOf } from '../../rules/cancellation';

/** What a step came to: the row has another state, or the step is to be repeated after so many seconds. */
type Outcome = 'moved' | { seconds: number };

/** After so many seconds in one state the operator is told; the worker continues to try. */
const lateSeconds = 3600;

/**
 * Does what is due for a cancellation: the service cancels the tickets, then the provider refunds. Each request is the
 * same when it is repeated, because its key is the identifier of the cancellation; so a crash between any two steps
 * neither cancels without a refund nor refunds twice.
 */
export async function processCancellation(
  context: CheckoutContext,
  id: string,
  tries: number,
): Promise<void> {
  for (let ofState = tries; ; ofState = 0) {
    const row = await findCancellation(context.database, id);
    if (row === null) return endJob(context.database.single, 'cancellation', id);
    if (row.state !== 'requested' && row.state !== 'refunding') return;
    const outcome = await stepOf(context, { ...row, tries: ofState });
    if (outcome !== 'moved') return again(context, row, outcome.seconds);
  }
}

/** `tries`: how often the step of its state was tried before. */
type Tried = Cancellation & { tries: number };

async function stepOf(context: CheckoutContext, row: Tried): Promise<Outcome> {
  try {
    return await (row.state === 'requested' ? cancelTickets(context, row) : refund(context, row));
  } catch (error) {
    if (!(error instanceof ServiceError) && !(error instanceof PaymentError)) throw error;
    const about = { checkout: row.checkoutId, cancellation: row.id, reason: error.message };
    context.report('warn', 'a cancellation could not continue', about);
    return { seconds: backOffSeconds(row.tries) };
  }
}

async function again({ database, report }: CheckoutContext, row: Cancellation, seconds: number) {
  await postponeJob(database, 'cancellation', row.id, { seconds });
  if (Date.now() - row.enteredAt.getTime() < lateSeconds * 1000 || row.escalatedAt !== null) return;
  await database.transaction(async (transaction) => {
    if (!(await markLate(transaction, row.id))) return;
    await raiseAlert(transaction, alertOf(row, 'late'));
  });
  report('error', 'a cancellation takes too long', { checkout: row.checkoutId, cancellation: row.id });
}

function alertOf(row: Cancellation, why: CancellationProblem | 'late') {
  const { id, checkoutId, state, refundAttempts } = row;
  return {
    kind: 'cancellation_needs_attention',
    key: `${id}:${state}:${why}:${refundAttempts}`,
    checkoutId,
    detail: { cancellation: id, amount: owedOf(row, why), reason: why },
  } as const;
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
  if (answer === 'refused') return refused(context, row, await obstacleOf(context, row, checkout));
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
  row: Cancellation,
  problem: CancellationProblem,
): Promise<'moved'> {
  await database.transaction(async (transaction) => {
    if (!(await moveCancellation(transaction, row, 'refused', { problem }))) return;
    await movePartsOf(transaction, row.id, 'refused');
    await note(transaction, row.checkoutId, 'cancellation_refused', {
      cancellation: row.id,
      reason: problem,
    });
  });
  return 'moved';
}

/** The service has cancelled the tickets: from now on the shop owes the money. */
async function cancelled(
  context: CheckoutContext,
  row: Cancellation,
  { reference, document, refundAmountInclTax }: ServiceCancellation,
): Promise<'moved'> {
  const result = { reference, document };
  // The terms of an order do not change, so both amounts are the same. If not, staff have to look.
  const isAgreed = compareAmounts(refundAmountInclTax, row.amount) === 0;
  if (!isAgreed) return needsStaff(context, row, 'amount_differs', result);
  const isPaid = row.paymentId !== null;
  await context.database.transaction(async (transaction) => {
    if (!(await moveCancellation(transaction, row, isPaid ? 'refunding' : 'done', result))) return;
    await movePartsOf(transaction, row.id, 'refunding');
    // The request and the refund say how much: the credit note may be for more, if some was given back before.
    const detail = { cancellation: row.id, reference };
    await note(transaction, row.checkoutId, 'cancellation_made', detail);
    await enqueueEmail(transaction, { checkoutId: row.checkoutId, kind: 'cancelled', again: true });
  });
  return 'moved';
}

async function refund(context: CheckoutContext, row: Tried): Promise<Outcome> {
  const payments = await readPayments(context.database, row.checkoutId);
  const payment = payments.find(({ id }) => id === row.paymentId);
  if (payment !== undefined && payment.method !== 'provider')
    return needsStaff(context, row, 'pay_back_at_counter');
  if (payment?.intent === null || payment?.intent === undefined)
    throw new Error(`cancellation ${row.id} has no payment to refund`);
  const asked = askedRefund(row, { ...payment, intent: payment.intent });
  const made = await madeBeforeDispute(context, row, asked);
  if (made === 'disputed') return needsStaff(context, row, 'disputed');
  const { id: refundId, status } =
    made ??
    (await askRefund(context, asked, () =>
      context.database.transaction((transaction) => countAttempt(transaction, row.id)),
    ));
  if (status === 'done') return refunded(context, row, refundId);
  if (status === 'failed') return needsStaff(context, row, 'refund_failed');
  if (refundId !== null)
    await context.database.transaction((transaction) => saveRefundId(transaction, row.id, refundId));
  // A pending refund takes minutes to weeks: the provider is asked after a minute, in the end once an hour.
  return { seconds: Math.min(3600, 60 * 2 ** Math.min(row.tries, 6)) };
}

function askedRefund(row: Tried, { intent }: { intent: string }): AskedRefund {
  const { id, checkoutId, refundId, refundAttempts, tries, enteredAt } = row;
  const secondsInState = (Date.now() - enteredAt.getTime()) / 1000;
  return {
    ...{ id, checkoutId, intent, refundId, amount: refundOf(row), attempt: refundAttempts, isPart: true },
    wasAsked: mayHaveAsked({ tries, refundAttempts, secondsInState }),
  };
}

/**
 * `disputed`: the bank may return the money itself, so staff decide when it has decided. But what was asked for before
 * the dispute is followed to its end. Null: nothing is in the way.
 */
async function madeBeforeDispute(
  context: CheckoutContext,
  { checkoutId, paymentId }: Cancellation,
  asked: AskedRefund,
): Promise<Refund | 'disputed' | null> {
  if (asked.refundId !== null) return null;
  const incidents = await readIncidents(context.database, checkoutId);
  if (!incidents.some((incident) => incident.paymentId === paymentId && isDisputed(incident))) return null;
  return (asked.wasAsked ? await findMade(context, asked) : null) ?? 'disputed';
}

async function refunded(
  { database }: CheckoutContext,
  row: Cancellation,
  refundId: string | null,
): Promise<'moved'> {
  const { id, checkoutId } = row;
  await database.transaction(async (transaction) => {
    if (!(await moveCancellation(transaction, row, 'done', { refundId, problem: null }))) return;
    const detail = { cancellation: id, amount: refundOf(row) };
    await note(transaction, checkoutId, 'cancellation_refunded', detail);
    await tellOfEnd(transaction, row);
  });
  return 'moved';
}

/** The customer is told once, of the whole amount, when all of it is refunded. */
export async function tellOfEnd(
  transaction: Transaction,
  row: Pick<Cancellation, 'id' | 'partOf'>,
): Promise<void> {
  const checkoutId = await wholeOfEnded(transaction, row);
  if (checkoutId !== null) await enqueueEmail(transaction, { checkoutId, kind: 'cancelled', again: true });
}

async function needsStaff(
  { database, report }: CheckoutContext,
  row: Cancellation,
  problem: CancellationProblem,
  result: Partial<Pick<Cancellation, 'reference' | 'document'>> = {},
): Promise<'moved'> {
  const { id, checkoutId } = row;
  const amount = owedOf(row, problem);
  await database.transaction(async (transaction) => {
    if (!(await moveCancellation(transaction, row, 'attention', { ...result, problem }))) return;
    await note(transaction, checkoutId, 'cancellation_stuck', { cancellation: id, amount, reason: problem });
    await raiseAlert(transaction, alertOf(row, problem));
  });
  const level = problem === 'pay_back_at_counter' ? 'info' : 'error';
  report(level, 'a cancellation needs staff', { checkout: checkoutId, cancellation: id, reason: problem });
  return 'moved';
}

/** The service refuses in words only; its terms say why. */
async function obstacleOf(
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
