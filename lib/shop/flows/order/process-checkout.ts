import { ServiceError } from '../../../client/service-error';
import { errorRecord } from '../../../log/error-record';
import { MailError } from '../../../mail/mailer';
import { PaymentError } from '../../../payment/payment';
import { capturePayment, voidPayment } from '../payment/secured-payment';
import { nextStep, type State } from '../../values/checkout-state';
import { findCheckout, postponeCheckout } from '../../data/checkout-store';
import { transition } from '../../data/transition';
import { readWholeCheckout, type WholeCheckout } from '../../data/whole-checkout-store';
import { beginOrder, lookForOrder, secondsUntilLook } from './order';
import type { Outcome } from '../../rules/outcome';
import { applyAge, retrySeconds } from './overdue';
import { backOffSeconds, claimJob, leaveJob, releaseJob } from '../../data/job-store';
import type { CheckoutContext } from '../../context';
import { settlePaying } from '../payment/settle';

// paid → ordering → (reserved again) → paid → ordering → refunding → refunded, plus a margin.
const mostSteps = 12;
/** At a purchase whose refund is overdue. */
const secondsBetweenLooks = 24 * 60 * 60;

/** Does what is due for one checkout, step after step, unless another process has its lease. */
export async function processCheckout(context: CheckoutContext, checkoutId: string): Promise<void> {
  if (await claimJob(context.database, 'checkout', checkoutId)) await processLeased(context, checkoutId);
}

/**
 * Works on a checkout whose lease we have, as long as its state is one of `states`: other states belong to another kind of
 * job. However it ends, the lease is released, unless the database is away.
 */
export async function processLeased(
  context: CheckoutContext,
  id: string,
  only?: { kind: 'hold' | 'order' | 'no_order'; states: readonly State[] },
): Promise<void> {
  const { database, report } = context;
  let steps = 0;
  for (; steps < mostSteps; steps += 1) {
    const whole = await readWholeCheckout(database, id);
    if (whole === null || nextStep(whole.checkout.state) === 'rest') break;
    const { checkout } = whole;
    if (only !== undefined && !only.states.includes(checkout.state)) break;
    const aged = await applyAge(context, checkout);
    if (aged === 'moved') break;
    if (aged === 'changed') continue;
    try {
      const outcome = await takeStep(context, whole);
      if (outcome.kind === 'ended') return;
      if (outcome.kind === 'again') {
        await postponeCheckout(database, checkout, { seconds: retrySeconds(checkout, outcome.seconds) });
        return;
      }
    } catch (error) {
      const now = (await findCheckout(database, id)) ?? checkout;
      report('warn', 'a step of a checkout failed', {
        checkout: id,
        state: now.state,
        ...describeError(error),
      });
      // The step was done, and only the answer of the database was lost.
      if (nextStep(now.state) === 'rest') break;
      const usual = now.state === 'ordering' ? secondsUntilLook(now.tries) : backOffSeconds(now.tries);
      const seconds = Math.max(usual, askedSeconds(error));
      await postponeCheckout(database, now, { seconds: retrySeconds(now, seconds) });
      return;
    }
  }
  if (only !== undefined && steps === 0) await leaveJob(database, only.kind, id);
  else await releaseJob(database, 'checkout', id);
}

const mostAskedSeconds = 60;

/** For how long the service asked not to be asked again. */
const askedSeconds = (error: unknown) =>
  error instanceof ServiceError ? Math.min(error.retryAfterSeconds ?? 0, mostAskedSeconds) : 0;

async function takeStep(context: CheckoutContext, whole: WholeCheckout): Promise<Outcome> {
  const { checkout } = whole;
  switch (nextStep(checkout.state)) {
    case 'end_hold':
      if (checkout.holdAlive) return { kind: 'again', seconds: checkout.secondsLeft + 1 };
      await context.database.transaction((transaction) =>
        transition(transaction, checkout, { kind: 'hold_expired' }),
      );
      return { kind: 'moved' };
    case 'ask_provider': {
      const seconds = await settlePaying(context, checkout);
      const now = await findCheckout(context.database, checkout.id);
      return now?.state === 'paying' ? { kind: 'again', seconds } : { kind: 'moved' };
    }
    case 'begin_order':
      return beginOrder(context, whole);
    case 'look_for_order':
      return lookForOrder(context, whole);
    case 'capture':
      return capturePayment(context, checkout);
    case 'await_refund':
      // The refund has a job of its own; staff were told that it takes long.
      return { kind: 'again', seconds: secondsBetweenLooks };
    case 'void':
      return voidPayment(context, checkout);
    case 'rest':
      return { kind: 'moved' };
  }
}

/** What may be logged of an error: its kind, never text from another party, which may quote what was sent. */
export function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof ServiceError)
    return { err: { type: error.name, reason: error.reason, status: error.status } };
  if (error instanceof PaymentError || error instanceof MailError)
    return { err: { type: error.name, reason: error.message } };
  return { err: errorRecord(error) };
}
