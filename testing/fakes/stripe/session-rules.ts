import { ApiError } from './api-error';
import { notice, seconds, type Decision, type DeliveryPlan, type Moment } from './decision';
import type { CheckoutSession, PaymentFailure, PaymentIntent } from './records';
import type { NewSession } from './session-params';
import { checkoutSessionResource } from './session-resource';
import type { PaymentStore } from './store';

/** A session with its payment intent, which exists after the customer's first attempt to pay. */
export interface Checkout {
  readonly session: CheckoutSession;
  readonly intent: PaymentIntent | null;
}

export function openSession(input: NewSession, payUrl: string, moment: Moment): Decision<Checkout> {
  const id = moment.newId('cs_test_');
  const session: CheckoutSession = {
    ...input,
    id,
    url: `${payUrl}/${id}`,
    created: seconds(moment),
    status: 'open',
    intentId: null,
  };
  return { ok: true, value: { session, intent: null }, change: { sessions: [session] } };
}

/**
 * Expires sessions that have ended. It runs before each read of a session, so the state is right without a timer.
 */
export function expireDueSessions(store: PaymentStore, moment: Moment): void {
  for (const session of store.state.sessions.values()) {
    if (!isDue(session, moment)) continue;
    const intent = store.state.intents.get(session.intentId ?? '') ?? null;
    const decision = expireSession({ session, intent }, moment);
    if (decision.ok) store.apply(decision.change);
  }
}

/** Whether an open session has passed its end. */
function isDue(session: CheckoutSession, moment: Moment): boolean {
  return session.status === 'open' && session.expiresAt * 1000 <= moment.now;
}

/** Expires an open session, by time or by request. A paid one cannot be expired. */
export function expireSession({ session, intent }: Checkout, moment: Moment): Decision<Checkout> {
  if (session.status !== 'open') {
    const message =
      'Only Checkout Sessions with a status in ["open"] can be expired. ' +
      `This Checkout Session has a status of ${session.status}.`;
    return { ok: false, error: new ApiError(400, message) };
  }
  const expired: CheckoutSession = { ...session, status: 'expired' };
  const canceled: PaymentIntent | null =
    intent === null
      ? null
      : { ...intent, status: 'canceled', canceledAt: seconds(moment), cancellationReason: 'automatic' };
  const value = { session: expired, intent: canceled };
  const { event, deliveries } = notice(moment, 'checkout.session.expired', checkoutSessionResource(value));
  return {
    ok: true,
    value,
    change: {
      sessions: [expired],
      intents: canceled === null ? [] : [canceled],
      events: [event],
      deliveries,
    },
  };
}

/** The customer pays: with manual capture the amount is only authorized. */
export function pay(checkout: Checkout, plan: DeliveryPlan, moment: Moment): Decision<Checkout> {
  if (checkout.session.status !== 'open') return closed(checkout);
  const attempt = startAttempt(checkout, moment);
  const manual = attempt.captureMethod === 'manual';
  const intent: PaymentIntent = {
    ...attempt,
    status: manual ? 'requires_capture' : 'succeeded',
    amountReceived: manual ? 0 : attempt.amount,
    failure: null,
    charge: { id: moment.newId('ch_'), created: seconds(moment), succeeded: true },
    paymentMethodId: moment.newId('pm_'),
  };
  const session: CheckoutSession = { ...checkout.session, status: 'complete', intentId: intent.id };
  const value = { session, intent };
  const { event, deliveries } = notice(
    moment,
    'checkout.session.completed',
    checkoutSessionResource(value),
    plan,
  );
  return { ok: true, value, change: { sessions: [session], intents: [intent], events: [event], deliveries } };
}

/** The bank declines; the session stays open for another attempt. */
export function failPayment(checkout: Checkout, failure: PaymentFailure, moment: Moment): Decision<Checkout> {
  if (checkout.session.status !== 'open') return closed(checkout);
  return keepTrying(checkout, {
    ...startAttempt(checkout, moment),
    status: 'requires_payment_method',
    failure,
    charge: { id: moment.newId('ch_'), created: seconds(moment), succeeded: false },
  });
}

/** The bank wants to verify the customer (3-D Secure). */
export function requireAuthentication(checkout: Checkout, moment: Moment): Decision<Checkout> {
  if (checkout.session.status !== 'open') return closed(checkout);
  return keepTrying(checkout, {
    ...startAttempt(checkout, moment),
    status: 'requires_action',
    failure: null,
  });
}

function keepTrying(checkout: Checkout, intent: PaymentIntent): Decision<Checkout> {
  const session: CheckoutSession = { ...checkout.session, intentId: intent.id };
  return { ok: true, value: { session, intent }, change: { sessions: [session], intents: [intent] } };
}

function closed({ session }: Checkout): Decision<Checkout> {
  return { ok: false, error: new ApiError(400, `This Checkout Session is ${session.status}.`) };
}

function startAttempt({ session, intent }: Checkout, moment: Moment): PaymentIntent {
  if (intent !== null) return intent;
  return {
    id: moment.newId('pi_'),
    sessionId: session.id,
    created: seconds(moment),
    amount: session.amountTotal,
    currency: session.currency,
    status: 'requires_payment_method',
    captureMethod: session.captureMethod,
    description: session.intentDescription,
    metadata: session.intentMetadata,
    receiptEmail: null,
    amountReceived: 0,
    canceledAt: null,
    cancellationReason: null,
    failure: null,
    charge: null,
    paymentMethodId: null,
  };
}
