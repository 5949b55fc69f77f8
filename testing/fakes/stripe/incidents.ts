import { disputesOf, refundsOf } from './api-views';
import { notices, type Decision, type Moment } from './decision';
import {
  answerDispute,
  closeDispute,
  escalateInquiry,
  openDispute,
  warnOfFraud,
  type NewDispute,
} from './dispute-rules';
import { refundResource } from './payment-resource';
import type { Dispute, PaymentIntent, ProviderEvent, Refund } from './records';
import { createRefund, failRefund } from './refund-rules';
import type { PaymentStore } from './store';

/**
 * An incident at the provider: the ID of its object, and the events that webhooks report about it, in order.
 */
export interface Happened {
  id: string;
  events: ProviderEvent[];
}

/** Incidents of a payment after the purchase. Their events are recorded. */
export interface Incidents {
  /** The customer's bank returns a refund. */
  failRefund: (refundId: string) => Happened;
  /** Staff refund at the provider's dashboard: so many cents, or everything that is left. */
  refundAtDashboard: (intent: string, amount?: number) => Happened;
  /** The cardholder's bank disputes the payment. */
  openDispute: (intent: string, amount?: number) => Happened;
  /** The bank makes an inquiry before a dispute; nothing is withdrawn. */
  openInquiry: (intent: string) => Happened;
  /** An inquiry becomes a dispute: with a later deadline, and the amount is withdrawn. */
  escalateInquiry: (id: string) => Happened;
  /** The shop sends its evidence to the provider; the bank has not decided. */
  answerDispute: (id: string) => Happened;
  /** The bank decides. */
  closeDispute: (id: string, status: 'won' | 'lost') => Happened;
  /** The card's issuer suspects fraud. */
  warnOfFraud: (intent: string) => Happened;
  /** Records the events of a refund that has changed. */
  tellOfRefund: (refund: Refund) => readonly ProviderEvent[];
}

/** `apply` keeps a decision. */
export function incidentsOf(
  { state }: PaymentStore,
  moment: () => Moment,
  apply: <Value>(decision: Decision<Value>) => { value: Value; events: readonly ProviderEvent[] },
): Incidents {
  const happen = (decision: Decision<{ readonly id: string }>): Happened => {
    const { value, events } = apply(decision);
    return { id: value.id, events: [...events] };
  };
  const intentOf = (id: string): PaymentIntent => found(state.intents, id);
  const disputeOf = (id: string): Dispute => found(state.disputes, id);
  const open = (intent: string, dispute: NewDispute) =>
    happen(openDispute(intentOf(intent), disputesOf(state, intent), dispute, moment()));
  return {
    failRefund: (id) => happen(failRefund(found(state.refunds, id), moment())),
    refundAtDashboard: (intent, amount) => {
      const refund = { amount: amount ?? null, metadata: {} };
      return happen(createRefund(intentOf(intent), refundsOf(state, intent), refund, moment()));
    },
    openDispute: (intent, amount) => open(intent, { amount }),
    openInquiry: (intent) => open(intent, { isInquiry: true }),
    escalateInquiry: (id) => happen(escalateInquiry(disputeOf(id), moment())),
    answerDispute: (id) => happen(answerDispute(disputeOf(id), moment())),
    closeDispute: (id, status) => happen(closeDispute(disputeOf(id), status, moment())),
    warnOfFraud: (intent) => happen(warnOfFraud(intentOf(intent), moment())),
    tellOfRefund: (refund) => {
      const change = notices(moment(), ['refund.updated', 'charge.refund.updated'], refundResource(refund));
      return apply({ ok: true, value: refund, change }).events;
    },
  };
}

function found<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
  const item = items.get(id);
  if (item === undefined) throw new Error(`The provider has no ${id}.`);
  return item;
}
