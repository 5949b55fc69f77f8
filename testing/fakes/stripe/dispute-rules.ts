import { ApiError } from './api-error';
import { notices, seconds, type Decision, type Moment } from './decision';
import { disputeResource, warningResource } from './dispute-resource';
import type { Dispute, EventType, FraudWarning, PaymentIntent } from './records';

const DAY_SECONDS = 86_400;

export interface NewDispute {
  /** Without it the whole captured amount. */
  readonly amount?: number | undefined;
  /** An inquiry before a dispute: nothing is withdrawn. */
  readonly isInquiry?: boolean;
}

/** The cardholder's bank disputes a payment. `earlier` are the disputes of the same payment. */
export function openDispute(
  intent: PaymentIntent,
  earlier: readonly Dispute[],
  { amount = intent.amountReceived, isInquiry = false }: NewDispute,
  moment: Moment,
): Decision<Dispute> {
  const charge = chargeOf(intent);
  if (charge === null || earlier.length > 0) return refused(`${intent.id} can not be disputed.`);
  const dispute: Dispute = {
    id: moment.newId('du_'),
    created: seconds(moment),
    intentId: intent.id,
    chargeId: charge,
    amount,
    currency: intent.currency,
    dueBy: seconds(moment) + 7 * DAY_SECONDS,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
  return decided(dispute, isInquiry ? ['created'] : ['created', 'funds_withdrawn'], moment);
}

/** An inquiry becomes a dispute: with a later deadline, and the amount is withdrawn. */
export function escalateInquiry(dispute: Dispute, moment: Moment): Decision<Dispute> {
  if (!dispute.status.startsWith('warning_')) return refused(`Dispute ${dispute.id} is no inquiry.`);
  const escalated: Dispute = { ...dispute, status: 'needs_response', dueBy: dispute.dueBy + DAY_SECONDS };
  return decided(escalated, ['updated', 'funds_withdrawn'], moment);
}

/** The shop sends its evidence at the dashboard; the bank has not decided. */
export function answerDispute(dispute: Dispute, moment: Moment): Decision<Dispute> {
  if (!dispute.status.endsWith('needs_response')) return closedAlready(dispute);
  const status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review';
  return decided({ ...dispute, status }, ['updated'], moment);
}

/** The bank decides. */
export function closeDispute(dispute: Dispute, status: 'won' | 'lost', moment: Moment): Decision<Dispute> {
  if (dispute.status === 'won' || dispute.status === 'lost') return closedAlready(dispute);
  const names = ['updated', 'closed'] as const;
  return decided({ ...dispute, status }, status === 'won' ? ['funds_reinstated', ...names] : names, moment);
}

/** The card's issuer suspects fraud. */
export function warnOfFraud(intent: PaymentIntent, moment: Moment): Decision<FraudWarning> {
  const charge = chargeOf(intent);
  if (charge === null) return refused(`${intent.id} was not paid.`);
  const warning: FraudWarning = {
    id: moment.newId('issfr_'),
    created: seconds(moment),
    intentId: intent.id,
    chargeId: charge,
  };
  const notified = notices(moment, ['radar.early_fraud_warning.created'], warningResource(warning));
  return { ok: true, value: warning, change: { warnings: [warning], ...notified } };
}

function chargeOf({ charge, status }: PaymentIntent): string | null {
  return charge?.succeeded === true && status === 'succeeded' ? charge.id : null;
}

type DisputeEvent =
  Extract<EventType, `charge.dispute.${string}`> extends `charge.dispute.${infer Name}` ? Name : never;

function decided(dispute: Dispute, names: readonly DisputeEvent[], moment: Moment): Decision<Dispute> {
  const types = names.map((name) => `charge.dispute.${name}` as const);
  const notified = notices(moment, types, disputeResource(dispute));
  return { ok: true, value: dispute, change: { disputes: [dispute], ...notified } };
}

function closedAlready({ id, status }: Dispute): Decision<Dispute> {
  return refused(`Dispute ${id} is ${status} already.`);
}

function refused(message: string): { ok: false; error: ApiError } {
  return { ok: false, error: new ApiError(400, message) };
}
