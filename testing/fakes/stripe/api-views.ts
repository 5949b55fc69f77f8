import { badParameter } from './api-error';
import type { Params } from './form-params';
import { paymentIntentResource } from './payment-resource';
import type { CheckoutSession, Dispute, PaymentIntent, PaymentState, Refund } from './records';
import { checkoutSessionResource } from './session-resource';

/** Whether a client wants the payment in full (https://docs.stripe.com/api/expanding_objects). */
export function expandsIntent(params: Params, name: 'payment_intent' | 'data.payment_intent'): boolean {
  const asked = params.strings('expand');
  const other = asked.find((one) => one !== name);
  if (other !== undefined) throw badParameter(`This property cannot be expanded (${other}).`, 'expand');
  return asked.length > 0;
}

export function sessionView(state: PaymentState, session: CheckoutSession, isExpanded: boolean): object {
  const intent = intentOf(state, session);
  const resource = checkoutSessionResource({ session, intent });
  return isExpanded && intent !== null
    ? { ...resource, payment_intent: paymentIntentResource(intent) }
    : resource;
}

/** Null until the customer has tried to pay. */
export function intentOf(state: PaymentState, { intentId }: CheckoutSession): PaymentIntent | null {
  return state.intents.get(intentId ?? '') ?? null;
}

export function refundsOf(state: PaymentState, intentId: string): Refund[] {
  return [...state.refunds.values()].filter((refund) => refund.intentId === intentId);
}

export function disputesOf(state: PaymentState, intentId: string): Dispute[] {
  return [...state.disputes.values()].filter((dispute) => dispute.intentId === intentId);
}

/** By payment intent: how much was refunded. */
export function refundedBy({ refunds }: PaymentState): ReadonlyMap<string, number> {
  const refunded = new Map<string, number>();
  for (const { intentId, amount, status } of refunds.values()) {
    if (status !== 'failed') refunded.set(intentId, (refunded.get(intentId) ?? 0) + amount);
  }
  return refunded;
}
