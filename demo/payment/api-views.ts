import { badParameter, noSuch } from './api-error';
import { chargeResource, paymentIntentResource, refundResource } from './payment-resource';
import type { CheckoutSession, Dispute, PaymentIntent, PaymentState, Refund } from './records';
import { checkoutSessionResource, lineItemList } from './session-resource';

type Expansions = ReadonlySet<string>;

/** What a client asked to see in full (https://docs.stripe.com/api/expanding_objects), for `allowed` members. */
export function expansions(asked: readonly string[], allowed: readonly string[]): Expansions {
  for (const name of asked) {
    if (!allowed.includes(name)) throw badParameter(`This property cannot be expanded (${name}).`, 'expand');
  }
  return new Set(asked);
}

export const SESSION_EXPANSIONS = ['line_items', 'payment_intent', 'payment_intent.latest_charge'] as const;
export const INTENT_EXPANSIONS = ['latest_charge'] as const;
export const REFUND_EXPANSIONS = ['payment_intent', 'charge'] as const;

export function sessionView(state: PaymentState, session: CheckoutSession, expand: Expansions): object {
  const intent = state.intents.get(session.intentId ?? '') ?? null;
  const inner = expand.has('payment_intent.latest_charge') ? new Set(['latest_charge']) : new Set<string>();
  const full = expand.has('payment_intent') || inner.size > 0;
  return {
    ...checkoutSessionResource({ session, intent }),
    ...(expand.has('line_items') ? { line_items: lineItemList(session) } : {}),
    ...(full && intent !== null ? { payment_intent: intentView(state, intent, inner) } : {}),
  };
}

export function intentView(state: PaymentState, intent: PaymentIntent, expand: Expansions): object {
  const full = expand.has('latest_charge') && intent.charge !== null;
  return { ...paymentIntentResource(intent), ...(full ? { latest_charge: chargeView(state, intent) } : {}) };
}

export function refundView(state: PaymentState, refund: Refund, expand: Expansions): object {
  const intent = state.intents.get(refund.intentId);
  if (intent === undefined) throw new Error(`Refund ${refund.id} has lost its payment.`);
  return {
    ...refundResource(refund),
    ...(expand.has('payment_intent') ? { payment_intent: paymentIntentResource(intent) } : {}),
    ...(expand.has('charge') ? { charge: chargeView(state, intent) } : {}),
  };
}

export function refundsOf(state: PaymentState, intentId: string): Refund[] {
  return [...state.refunds.values()].filter((refund) => refund.intentId === intentId);
}

export function disputesOf(state: PaymentState, intentId: string): Dispute[] {
  return [...state.disputes.values()].filter((dispute) => dispute.intentId === intentId);
}

function chargeView(state: PaymentState, intent: PaymentIntent): object | null {
  return intent.charge === null ? null : chargeResource(intent, intent.charge, refundsOf(state, intent.id));
}

export function findCharge(state: PaymentState, id: string): { intent: PaymentIntent; view: object } {
  const intent = [...state.intents.values()].find(({ charge }) => charge?.id === id);
  if (intent === undefined) throw noSuch('charge', id, 'id');
  return { intent, view: chargeView(state, intent) ?? {} };
}
