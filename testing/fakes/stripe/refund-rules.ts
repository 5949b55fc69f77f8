import { formatAmount } from './amounts';
import { ApiError } from './api-error';
import { notice, notices, seconds, type Decision, type Moment } from './decision';
import { chargeResource, refundResource } from './payment-resource';
import type { EventType, Metadata, PaymentIntent, Refund } from './records';

export interface NewRefund {
  /** Null means the whole rest. */
  readonly amount: number | null;
  readonly metadata: Metadata;
  /** `pending`: the bank has not decided. */
  readonly status?: 'pending';
}

/** How much of a payment was refunded, or is being refunded. */
export function refundedAmount(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { status, amount }) => (status === 'failed' ? sum : sum + amount), 0);
}

/** Refunds a payment. `earlier` are the refunds of the same payment. */
export function createRefund(
  intent: PaymentIntent,
  earlier: readonly Refund[],
  input: NewRefund,
  moment: Moment,
): Decision<Refund> {
  const { charge } = intent;
  if (charge?.succeeded !== true || intent.status !== 'succeeded') {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    return { ok: false, error: new ApiError(400, message, { param: 'payment_intent' }) };
  }
  const refunded = refundedAmount(earlier);
  const left = intent.amountReceived - refunded;
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    return { ok: false, error: new ApiError(400, message, { code: 'charge_already_refunded' }) };
  }
  const amount = input.amount ?? left;
  if (amount > left) return { ok: false, error: tooMuch(amount, left, refunded > 0, intent.currency) };
  const refund: Refund = {
    id: moment.newId('re_'),
    created: seconds(moment),
    intentId: intent.id,
    chargeId: charge.id,
    amount,
    currency: intent.currency,
    metadata: input.metadata,
    status: input.status ?? 'succeeded',
  };
  const created = notice(moment, 'refund.created', refundResource(refund));
  const charged = notice(moment, 'charge.refunded', chargeResource(intent, charge, [...earlier, refund]));
  return {
    ok: true,
    value: refund,
    change: {
      refunds: [refund],
      events: [created.event, charged.event],
      deliveries: [...created.deliveries, ...charged.deliveries],
    },
  };
}

function tooMuch(amount: number, left: number, partly: boolean, currency: string): ApiError {
  const [asked, available] = [amount, left].map((one) => formatAmount(one, currency, 'en'));
  const than = partly ? 'unrefunded amount on charge' : 'charge amount';
  return new ApiError(400, `Refund amount (${asked ?? ''}) is greater than ${than} (${available ?? ''})`, {
    param: 'amount',
  });
}

/** A refund that the bank refuses at once; nothing was refunded. */
export function refusedRefund(refund: Refund, moment: Moment): Decision<Refund> {
  return changed({ ...refund, status: 'failed' }, ['refund.created', 'refund.failed'], moment);
}

/** The bank carries out a pending refund. */
export function settleRefund(refund: Refund, moment: Moment): Decision<Refund> {
  return changed({ ...refund, status: 'succeeded' }, updated, moment);
}

/** The customer's bank returns a refund, days later. */
export function failRefund(refund: Refund, moment: Moment): Decision<Refund> {
  if (refund.status === 'failed') {
    return { ok: false, error: new ApiError(400, `Refund ${refund.id} has failed already.`) };
  }
  return changed({ ...refund, status: 'failed' }, [...updated, 'refund.failed'], moment);
}

const updated = ['refund.updated', 'charge.refund.updated'] as const;

function changed(refund: Refund, types: readonly EventType[], moment: Moment): Decision<Refund> {
  const notified = notices(moment, types, refundResource(refund));
  return { ok: true, value: refund, change: { refunds: [refund], ...notified } };
}
