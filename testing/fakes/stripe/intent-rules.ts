import { ApiError } from './api-error';
import { seconds, type Decision, type Moment } from './decision';
import type { PaymentIntent } from './records';

const UNEXPECTED_STATE = 'payment_intent_unexpected_state';

/** Captures the authorized amount, or a part of it; the rest is released. */
export function captureIntent(intent: PaymentIntent, amount: number | null): Decision<PaymentIntent> {
  if (intent.status !== 'requires_capture') {
    const message =
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. ` +
      'Only a PaymentIntent with one of the following statuses may be captured: requires_capture.';
    return { ok: false, error: new ApiError(400, message, { code: UNEXPECTED_STATE }) };
  }
  const received = amount ?? intent.amount;
  if (received > intent.amount) {
    const message = 'The amount_to_capture cannot be greater than the authorized amount.';
    return {
      ok: false,
      error: new ApiError(400, message, { code: 'amount_too_large', param: 'amount_to_capture' }),
    };
  }
  const captured: PaymentIntent = { ...intent, status: 'succeeded', amountReceived: received };
  return { ok: true, value: captured, change: { intents: [captured] } };
}

/** Voids an authorized amount. Before the authorization, the checkout session must be expired instead. */
export function cancelIntent(intent: PaymentIntent, moment: Moment): Decision<PaymentIntent> {
  if (intent.status !== 'requires_capture') {
    const message =
      intent.status === 'succeeded' || intent.status === 'canceled'
        ? `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent ` +
          'with one of the following statuses may be canceled: requires_payment_method, requires_capture, ' +
          'requires_confirmation, requires_action, processing.'
        : 'You cannot cancel this PaymentIntent because it belongs to a Checkout Session. ' +
          'Expire the Checkout Session instead.';
    return { ok: false, error: new ApiError(400, message, { code: UNEXPECTED_STATE }) };
  }
  const canceled: PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceledAt: seconds(moment),
    cancellationReason: null,
  };
  return { ok: true, value: canceled, change: { intents: [canceled] } };
}
