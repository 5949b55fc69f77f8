import { ApiError } from './api-error';
import { notice, seconds, type Decision, type Moment } from './decision';
import { disputeResource, warningResource } from './dispute-resource';
import type { Change, Dispute, EventType, FraudWarning, PaymentIntent } from './records';

/** The cardholder's bank disputes a payment. Only the demonstration's operator can make it so. */
export function openDispute(
  intent: PaymentIntent,
  earlier: readonly Dispute[],
  moment: Moment,
): Decision<Dispute> {
  const charge = chargeOf(intent);
  if (charge === null || earlier.length > 0) return refused(`${intent.id} can not be disputed.`);
  const dispute: Dispute = {
    ...{ id: moment.newId('du_'), created: seconds(moment), intentId: intent.id, chargeId: charge },
    ...{ amount: intent.amountReceived, currency: intent.currency, status: 'needs_response' },
  };
  return decided(dispute, ['created', 'funds_withdrawn'], moment);
}

/** The bank decides. */
export function closeDispute(dispute: Dispute, status: 'won' | 'lost', moment: Moment): Decision<Dispute> {
  if (dispute.status !== 'needs_response')
    return refused(`Dispute ${dispute.id} is ${dispute.status} already.`);
  const names = status === 'won' ? (['funds_reinstated', 'closed'] as const) : (['closed'] as const);
  return decided({ ...dispute, status }, names, moment);
}

/** The card's issuer suspects fraud. */
export function warnOfFraud(intent: PaymentIntent, moment: Moment): Decision<FraudWarning> {
  const charge = chargeOf(intent);
  if (charge === null) return refused(`${intent.id} was not paid.`);
  const warning: FraudWarning = {
    ...{ id: moment.newId('issfr_'), created: seconds(moment), intentId: intent.id, chargeId: charge },
  };
  const told = notice(moment, 'radar.early_fraud_warning.created', warningResource(warning));
  const change = { warnings: [warning], events: [told.event], deliveries: told.deliveries };
  return { ok: true, value: warning, change };
}

function chargeOf({ charge, status }: PaymentIntent): string | null {
  return charge?.succeeded === true && status === 'succeeded' ? charge.id : null;
}

type DisputeEvent =
  Extract<EventType, `charge.dispute.${string}`> extends `charge.dispute.${infer Name}` ? Name : never;

function decided(dispute: Dispute, names: readonly DisputeEvent[], moment: Moment): Decision<Dispute> {
  const notices = names.map((name) => notice(moment, `charge.dispute.${name}`, disputeResource(dispute)));
  const change: Change = {
    disputes: [dispute],
    events: notices.map(({ event }) => event),
    deliveries: notices.flatMap(({ deliveries }) => deliveries),
  };
  return { ok: true, value: dispute, change };
}

function refused(message: string): { ok: false; error: ApiError } {
  return { ok: false, error: new ApiError(400, message) };
}
