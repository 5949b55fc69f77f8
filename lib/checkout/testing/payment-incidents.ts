import { randomUUID } from 'node:crypto';
import { missing, ok, refusal } from './payment-answers';
import { nowInSeconds, type EventLog, type StoredEvent } from './payment-events';
import {
  chargeResource,
  disputeResource,
  refundResource,
  warningResource,
  type Intent,
  type StoredDispute,
  type StoredRefund,
  type StoredWarning,
} from './payment-resources';
import type { WireAnswer } from './wire';

/** Something that happened at the provider: the id of its object, and the events that webhooks tell of it, in order. */
export interface Happened {
  id: string;
  events: StoredEvent[];
}

/** What happens to a payment after the purchase. Its events are recorded; whether webhooks deliver them, tests decide. */
export interface Incidents {
  /** The customer's bank sends a refund back. */
  failRefund: (refundId: string) => Happened;
  /** Staff refund at the provider's dashboard: so many cents, or all that is left. */
  refundAtDashboard: (intent: string, amount?: number) => Happened;
  /** The cardholder's bank disputes the payment. */
  openDispute: (intent: string, amount?: number) => Happened;
  /** The bank inquires before it disputes; nothing is withdrawn. */
  openInquiry: (intent: string) => Happened;
  /** An inquiry becomes a dispute: with a later deadline, and the money is withdrawn. */
  escalateInquiry: (id: string) => Happened;
  /** The shop sends its evidence to the provider; the bank has not decided. */
  answerDispute: (id: string) => Happened;
  /** The bank decides. */
  closeDispute: (id: string, status: 'won' | 'lost') => Happened;
  /** The card's issuer suspects fraud. */
  warnOfFraud: (intent: string) => Happened;
  /** Records the events of a refund that was made or has changed. */
  tellOfRefund: (refund: StoredRefund, what: 'created' | 'updated') => StoredEvent[];
  /** While true, disputes and warnings can't be read: 500. */
  unreadable: boolean;
  /** GET of a dispute or a warning. */
  read: (id: string) => WireAnswer;
}

interface Books {
  events: EventLog;
  intents: ReadonlyMap<string, Intent>;
  refunds: Map<string, StoredRefund>;
  refunded: Map<string, number>;
}

export function startIncidents(books: Books): Incidents {
  const disputes = new Map<string, StoredDispute>();
  const warnings = new Map<string, StoredWarning>();
  const incidents: Incidents = {
    ...refunding(books),
    ...disputing(books, disputes),
    warnOfFraud: (intent) => {
      const warning = {
        id: `issfr_${randomUUID()}`,
        created: nowInSeconds(),
        intent: paid(books, intent).id,
      };
      warnings.set(warning.id, warning);
      const event = books.events.tell('radar.early_fraud_warning.created', warningResource(warning));
      return { id: warning.id, events: [event] };
    },
    unreadable: false,
    read: (id) => {
      if (incidents.unreadable) return refusal('api_error', undefined, 'try again', 500);
      const [dispute, warning] = [disputes.get(id), warnings.get(id)];
      if (dispute !== undefined) return ok(disputeResource(dispute));
      return warning === undefined ? missing('object') : ok(warningResource(warning));
    },
  };
  return incidents;
}

function paid({ intents }: Books, id: string): Intent {
  const intent = intents.get(id);
  if (intent?.status !== 'succeeded') throw new Error('this payment was not taken');
  return intent;
}

function refunding(books: Books): Pick<Incidents, 'failRefund' | 'refundAtDashboard' | 'tellOfRefund'> {
  const { events, refunds, refunded } = books;
  const tellOfRefund: Incidents['tellOfRefund'] = (refund, what) => {
    const resource = refundResource(refund);
    const told = [events.tell(`refund.${what}`, resource)];
    if (what === 'updated') told.push(events.tell('charge.refund.updated', resource));
    if (refund.status === 'failed') told.push(events.tell('refund.failed', resource));
    else if (what === 'created') {
      const charge = chargeResource(paid(books, refund.intent), refunded.get(refund.intent) ?? 0);
      told.push(events.tell('charge.refunded', charge));
    }
    return told;
  };
  return {
    tellOfRefund,
    refundAtDashboard: (id, part) => {
      const intent = paid(books, id);
      const before = refunded.get(id) ?? 0;
      const amount = part ?? intent.received - before;
      if (amount < 1 || before + amount > intent.received) throw new Error('that much is not left');
      const { currency } = intent;
      const refund: StoredRefund = {
        ...{ id: `re_${randomUUID()}`, created: nowInSeconds(), intent: id, amount, currency },
        status: 'succeeded',
      };
      refunds.set(refund.id, refund);
      refunded.set(id, before + amount);
      return { id: refund.id, events: tellOfRefund(refund, 'created') };
    },
    failRefund: (id) => {
      const refund = refunds.get(id);
      if (refund === undefined || refund.status === 'failed') throw new Error('no refund that could fail');
      refund.status = 'failed';
      const left = (refunded.get(refund.intent) ?? 0) - refund.amount;
      if (left > 0) refunded.set(refund.intent, left);
      else refunded.delete(refund.intent);
      return { id, events: tellOfRefund(refund, 'updated') };
    },
  };
}

function disputing(
  books: Books,
  disputes: Map<string, StoredDispute>,
): Pick<Incidents, 'openDispute' | 'openInquiry' | 'escalateInquiry' | 'answerDispute' | 'closeDispute'> {
  const tell = (dispute: StoredDispute, names: readonly string[]): Happened => ({
    id: dispute.id,
    events: names.map((name) => books.events.tell(`charge.dispute.${name}`, disputeResource(dispute))),
  });
  const found = (id: string): StoredDispute => {
    const dispute = disputes.get(id);
    if (dispute === undefined) throw new Error('no such dispute');
    return dispute;
  };
  const open = (intent: string, status: StoredDispute['status'], amount?: number): StoredDispute => {
    const { received, currency } = paid(books, intent);
    const dispute: StoredDispute = {
      ...{ id: `du_${randomUUID()}`, created: nowInSeconds(), intent, amount: amount ?? received, currency },
      ...{ status, dueBy: nowInSeconds() + 7 * 86_400 },
    };
    disputes.set(dispute.id, dispute);
    return dispute;
  };
  return {
    openDispute: (intent, amount) =>
      tell(open(intent, 'needs_response', amount), ['created', 'funds_withdrawn']),
    openInquiry: (intent) => tell(open(intent, 'warning_needs_response'), ['created']),
    escalateInquiry: (id) => {
      const dispute = found(id);
      Object.assign(dispute, { status: 'needs_response', dueBy: dispute.dueBy + 86_400 });
      return tell(dispute, ['updated', 'funds_withdrawn']);
    },
    answerDispute: (id) => {
      const dispute = found(id);
      dispute.status = dispute.status.startsWith('warning_') ? 'warning_under_review' : 'under_review';
      return tell(dispute, ['updated']);
    },
    closeDispute: (id, status) => {
      const dispute = found(id);
      dispute.status = status;
      return tell(
        dispute,
        status === 'won' ? ['funds_reinstated', 'updated', 'closed'] : ['updated', 'closed'],
      );
    },
  };
}
