import { PaymentError, type Refund as MadeRefund } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { raiseAlert } from '../../data/alert-store';
import { readIncidents } from '../../data/incident-store';
import { backOffSeconds, endJob, postponeJob } from '../../data/job-store';
import { findByIntent, readPayments } from '../../data/payment-store';
import { countAttempt, findRefund, markRefundLate, moveRefund, saveRefundId } from '../../data/refund-store';
import { note } from '../../data/timeline-store';
import { isAllRefunded, isDisputed } from '../../rules/incident';
import { causeRules } from '../../rules/refund';
import type { Refund, RefundProblem } from '../../tables/refund-table';
import { type AskedRefund, askRefund, findMade, listRefunds, mayHaveAsked } from '../payment/ask-refund';
import { afterRefund, alertOf, tellOfEnd } from './after-refund';

/** After so many seconds the operator is told of a refund for cancelled tickets; the worker continues to try. */
const lateSeconds = 3600;
/** What did not succeed for a day is tried hourly. */
const daySeconds = 24 * 3600;

/**
 * Asks the provider for a refund that is due, or what became of it. The request is the same when it is repeated, because its
 * key is the identifier of the refund; so a crash between any two steps refunds once. "Refunded" is said only when the
 * provider has confirmed it.
 */
export async function processRefund(context: CheckoutContext, id: string, tries: number): Promise<void> {
  const row = await findRefund(context.database, id);
  if (row === null) return endJob(context.database.single, 'refund', id);
  if (row.state !== 'due') return;
  const outcome = await orLater(context, row, tries);
  if (outcome !== 'ended') await tryLater(context, row, outcome.seconds);
}

/** What a request came to: the refund has ended, or the provider is to be asked again after so many seconds. */
type Outcome = 'ended' | { seconds: number };

async function orLater(context: CheckoutContext, row: Refund, tries: number): Promise<Outcome> {
  try {
    return await makeRefund(context, row, tries);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const about = { checkout: row.checkoutId, refund: row.id, reason: error.message };
    context.report('warn', 'a refund could not continue', about);
    return { seconds: backOffSeconds(tries) };
  }
}

async function makeRefund(context: CheckoutContext, row: Refund, tries: number): Promise<Outcome> {
  const asked = await askedRefund(context, row, tries);
  if (asked === 'pay_back_at_counter') return failed(context, row, asked);
  const made = await madeBeforeDispute(context, row, asked);
  if (made === 'disputed') return failed(context, row, made);
  const { id: refundId, status } = made ?? (await ask(context, asked));
  if (status === 'done') return refunded(context, row, refundId);
  if (status === 'failed')
    return (await isRefundedThere(context, asked))
      ? refundedThere(context, row)
      : failed(context, row, 'refund_failed');
  if (refundId !== null)
    await context.database.transaction((transaction) => saveRefundId(transaction, row.id, refundId));
  // A pending refund takes minutes to weeks: the provider is asked after a minute, in the end once an hour.
  return { seconds: Math.min(3600, 60 * 2 ** Math.min(tries, 6)) };
}

/** What the provider is asked for. No provider has money that was taken at the counter: staff return it there. */
async function askedRefund(
  { database }: CheckoutContext,
  row: Refund,
  tries: number,
): Promise<AskedRefund | 'pay_back_at_counter'> {
  const { id, checkoutId, refundId, amount, attempts, enteredAt } = row;
  const payment = (await readPayments(database, checkoutId)).find((one) => one.id === row.paymentId);
  if (payment !== undefined && payment.method !== 'provider') return 'pay_back_at_counter';
  if (payment?.intent === null || payment?.intent === undefined)
    throw new Error(`refund ${id} has no payment`);
  const secondsInState = (Date.now() - enteredAt.getTime()) / 1000;
  return {
    id,
    checkoutId,
    intent: payment.intent,
    amount,
    refundId,
    attempt: attempts,
    isPart: causeRules[row.cause].isPart,
    wasAsked: mayHaveAsked({ tries, attempts, secondsInState }),
  };
}

/** Of a part: staff have refunded all of the payment at the provider's pages, so the customer has the money. */
async function isRefundedThere(context: CheckoutContext, { isPart, intent }: AskedRefund): Promise<boolean> {
  if (!isPart) return false;
  const payment = await findByIntent(context.database, intent);
  return payment !== null && isAllRefunded(await listRefunds(context, intent), payment.amount);
}

const ask = (context: CheckoutContext, asked: AskedRefund): Promise<MadeRefund> =>
  askRefund(context, asked, () =>
    context.database.transaction((transaction) => countAttempt(transaction, asked.id)),
  );

/**
 * `disputed`: the bank may return the money itself, so staff decide when it has decided. But what was asked for before
 * the dispute is followed to its end. Null: nothing is in the way.
 */
async function madeBeforeDispute(
  context: CheckoutContext,
  { checkoutId, paymentId }: Refund,
  asked: AskedRefund,
): Promise<MadeRefund | 'disputed' | null> {
  if (asked.refundId !== null) return null;
  const incidents = await readIncidents(context.database, checkoutId);
  if (!incidents.some((incident) => incident.paymentId === paymentId && isDisputed(incident))) return null;
  return (asked.wasAsked ? await findMade(context, asked) : null) ?? 'disputed';
}

async function refunded(
  { database }: CheckoutContext,
  row: Refund,
  refundId: string | null,
): Promise<'ended'> {
  await database.transaction(async (transaction) => {
    if (await moveRefund(transaction, row, 'done', { refundId }))
      await afterRefund[row.cause].done(transaction, row);
  });
  return 'ended';
}

/** Counted with the provider's own refund, which is an incident of the payment. */
async function refundedThere({ database }: CheckoutContext, row: Refund): Promise<'ended'> {
  const { id, checkoutId, cancellationId: cancellation, amount } = row;
  await database.transaction(async (transaction) => {
    const settled = { paidBack: 'provider', refundId: null } as const;
    if (!(await moveRefund(transaction, row, 'settled', settled))) return;
    await note(transaction, checkoutId, 'refund_seen', { cancellation, refund: id, amount });
    await tellOfEnd(transaction, row);
  });
  return 'ended';
}

async function failed(
  { database, report }: CheckoutContext,
  row: Refund,
  problem: RefundProblem,
): Promise<'ended'> {
  const { id, checkoutId, cause } = row;
  const isMoved = await database.transaction(async (transaction) => {
    const moved = await moveRefund(transaction, row, 'failed', { problem });
    if (moved) await afterRefund[cause].failed(transaction, row, problem);
    return moved;
  });
  const level = problem === 'pay_back_at_counter' ? 'info' : 'error';
  if (isMoved) report(level, 'a refund needs staff', { checkout: checkoutId, refund: id, reason: problem });
  return 'ended';
}

/** The checkout itself tells of a refund that is late because there is no order, after the days that banks take. */
async function tryLater({ database, report }: CheckoutContext, row: Refund, seconds: number): Promise<void> {
  const { id, checkoutId, cause, enteredAt, escalatedAt } = row;
  const age = (Date.now() - enteredAt.getTime()) / 1000;
  await postponeJob(database, 'refund', id, {
    seconds: age > daySeconds ? Math.max(seconds, 3600) : seconds,
  });
  if (!causeRules[cause].hasTask || age < lateSeconds || escalatedAt !== null) return;
  await database.transaction(async (transaction) => {
    if (await markRefundLate(transaction, id)) await raiseAlert(transaction, alertOf(row, 'late'));
  });
  report('error', 'a refund takes too long', { checkout: checkoutId, refund: id });
}
