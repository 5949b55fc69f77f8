import { formatAmount } from './amounts';
import { ApiError } from './api-error';
import { notice, seconds, type Decision, type Moment } from './decision';
import { chargeResource, refundResource } from './payment-resource';
import type { Change, Metadata, PaymentIntent, Refund } from './records';

export interface NewRefund {
  /** Null is all that is left. */
  readonly amount: number | null;
  readonly reason: string | null;
  readonly metadata: Metadata;
}

/** What of a payment has been given back or is on its way. */
export function refundedAmount(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum), 0);
}

/** Gives money back. `earlier` are the refunds of the same payment. */
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
    reason: input.reason,
    metadata: input.metadata,
    status: 'succeeded',
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

/** Adds to a refund's metadata, the only thing of it that can change. An empty value removes a key. */
export function updateRefund(refund: Refund, metadata: Metadata, moment: Moment): Decision<Refund> {
  const merged = Object.entries({ ...refund.metadata, ...metadata }).filter(([, value]) => value !== '');
  const updated: Refund = { ...refund, metadata: Object.fromEntries(merged) };
  const { event, deliveries } = notice(moment, 'refund.updated', refundResource(updated));
  return { ok: true, value: updated, change: { refunds: [updated], events: [event], deliveries } };
}

/** A refund that the bank refuses at once; nothing was given back. */
export function failedRefund(refund: Refund, moment: Moment): Decision<Refund> {
  const failed: Refund = { ...refund, status: 'failed' };
  const notices = (['refund.created', 'refund.failed'] as const).map((type) =>
    notice(moment, type, refundResource(failed)),
  );
  return { ok: true, value: failed, change: { refunds: [failed], ...told(notices) } };
}

/** The customer's bank sends a refund back, days later. Only the demonstration's operator can make it so. */
export function failRefund(refund: Refund, moment: Moment): Decision<Refund> {
  if (refund.status === 'failed') {
    return { ok: false, error: new ApiError(400, `Refund ${refund.id} has failed already.`) };
  }
  const failed: Refund = { ...refund, status: 'failed' };
  const notices = (['refund.failed', 'refund.updated'] as const).map((type) =>
    notice(moment, type, refundResource(failed)),
  );
  return {
    ok: true,
    value: failed,
    change: { refunds: [failed], ...told(notices) },
  };
}

function told(notices: readonly ReturnType<typeof notice>[]): Pick<Change, 'events' | 'deliveries'> {
  return {
    events: notices.map(({ event }) => event),
    deliveries: notices.flatMap(({ deliveries }) => deliveries),
  };
}
