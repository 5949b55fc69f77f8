import { dateFormat } from '@/lib/locale/date-format';
import type { IncidentView } from '../order/incident-view';
import type { LineTicketView, LineView } from '../checkout/line-view';

export type StateName =
  | 'held'
  | 'paying'
  | 'paid'
  | 'ordering'
  | 'capturing'
  | 'ordered'
  | 'refunding'
  | 'refunded'
  | 'voiding'
  | 'voided'
  | 'expired'
  | 'cancelled'
  | 'attention';

/** One found booking. */
export interface FoundView {
  readonly id: string;
  readonly reference: string;
  readonly state: StateName;
  readonly settledAs: SettlementName | null;
  readonly createdAt: Date;
  readonly total: string | null;
  readonly email: string | null;
  readonly references: readonly string[];
}

/** Why a person has to look at a booking, or why it was refunded. */
export const reasonNames = [
  'sold_out',
  'price_changed',
  'order_refused',
  'amount_differs',
  'order_unknown',
  'orders_differ',
  'overdue',
  'refund_failed',
  'payment_unknown',
  'capture_failed',
  'void_failed',
  'payment_unexpected',
  'email_failed',
  'documents_missing',
  'refund_undelivered',
  'refunded_at_provider',
  'dispute_open',
  'dispute_won',
  'dispute_lost',
  'dispute_closed',
  'fraud_warning',
] as const;
export type ReasonName = (typeof reasonNames)[number] | 'unknown';

/** The reason by its name; `unknown` for one that has no sentence here. */
export function reasonName(reason: string): ReasonName {
  return reasonNames.find((one) => one === reason) ?? 'unknown';
}

/** What can have happened to a booking, as the timeline calls it. */
export const factNames = [
  'held',
  'item_added',
  'item_removed',
  'order_placed',
  'payment_received',
  'payment_closed',
  'payment_unknown',
  'payment_unexpected',
  'hold_died',
  'held_anew',
  'given_up',
  'order_begun',
  'order_made',
  'held_again',
  'order_impossible',
  'order_unknown',
  'order_looked_up',
  'overdue',
  'capture_confirmed',
  'capture_failed',
  'refund_confirmed',
  'refund_failed',
  'refund_seen',
  'void_confirmed',
  'void_too_late',
  'void_failed',
  'mail_sent',
  'mail_failed',
  'mail_requeued',
  'mail_acknowledged',
  'email_changed',
  'documents_late',
  'document_downloaded',
  'settled_by_hand',
  'refund_undelivered',
  'refund_repeated',
  'refunded_at_provider',
  'dispute_open',
  'dispute_won',
  'dispute_lost',
  'dispute_closed',
  'dispute_answered',
  'dispute_marked',
  'dispute_funds_withdrawn',
  'dispute_funds_reinstated',
  'fraud_warning',
  'incident_acknowledged',
  'tickets_blocked',
  'tickets_asked',
  'tickets_unblocked',
  'links_revoked',
  'personal_data_erased',
] as const;

/** How a person has settled what no machine could. */
export const settlementNames = ['refunded', 'ordered', 'nothing'] as const;
export type SettlementName = (typeof settlementNames)[number];

/** The letters about a booking. */
export const mailNames = [
  'confirmation',
  'tickets_ready',
  'refund',
  'not_charged',
  'staff_looking',
  'settled',
  'not_completed',
] as const;

/** An e-mail about a booking that staff have to look at. */
export interface MailProblemView {
  readonly kind: string;
  readonly attention: 'email_failed' | 'documents_missing';
  /** Why it was given up, as the mail server said; null when it is still to be sent. */
  readonly failure: string | null;
}

export interface StaffOrderView {
  readonly checkout: {
    readonly id: string;
    readonly reference: string;
    readonly state: StateName;
    readonly reason: string | null;
    readonly settledAs: SettlementName | null;
    readonly language: string;
    readonly expiresAt: Date;
    readonly customer: {
      readonly firstname: string;
      readonly lastname: string;
      readonly email: string;
      readonly phone?: string | undefined;
      readonly country: string;
    } | null;
    /** When the personal data was deleted; null while it is kept. */
    readonly anonymisedAt: Date | null;
  };
  readonly items: readonly { readonly holdId: string; readonly lines: readonly LineView[] }[];
  readonly total: string;
  readonly orders: readonly {
    readonly id: string;
    readonly reference: string;
    readonly data: { readonly documents: readonly string[] };
  }[];
  readonly payments: readonly {
    readonly id: string;
    readonly amount: string;
    readonly state: 'opening' | 'open' | 'authorized' | 'paid' | 'closed';
    readonly intent: string | null;
    readonly refundedAt: Date | null;
    /** How staff settled a payment that the booking had no use for. */
    readonly settledAs: SettlementName | null;
  }[];
  readonly incidents: readonly IncidentView[];
  readonly block: BlockView | null;
}

/** The tickets are blocked; what the ticket service was asked to do with them, and for how many it did. */
export interface BlockView {
  readonly blockedAt: Date;
  readonly asked: 'cancel' | 'restore' | null;
  readonly changed: number | null;
  readonly refused: number | null;
  readonly failed: number | null;
}

/** What happened, as the timeline calls it. */
export function incidentName({ kind, status }: Pick<IncidentView, 'kind' | 'status'>) {
  switch (kind) {
    case 'refund_failed':
      return status === 'settled' ? 'refund_repeated' : 'refund_undelivered';
    case 'dispute':
      return status === 'settled' ? 'dispute_closed' : (`dispute_${status}` as const);
    case 'refunded_at_provider':
    case 'fraud_warning':
      return kind;
  }
}

/** The bank has not decided. */
export function isOpenDispute({ kind, status }: Pick<IncidentView, 'kind' | 'status'>): boolean {
  return kind === 'dispute' && status === 'open';
}

/** An open dispute that is answered, or will not be: only the bank can end it. */
export function isAtBank(incident: IncidentView): boolean {
  return isOpenDispute(incident) && (incident.acknowledgedAt !== null || incident.answered);
}

/** Whether staff can say that it is dealt with; of an open dispute, that it is answered. */
export function canAcknowledge(incident: IncidentView): boolean {
  return incident.acknowledgedAt === null && incident.status !== 'settled' && !isAtBank(incident);
}

export interface StaffTicketView {
  readonly reference: string;
  readonly holder: string;
  readonly status: 'valid' | 'redeemed' | 'cancelled' | 'unknown';
  readonly line: LineView;
  readonly ticket: LineTicketView;
}

export interface HappenedView {
  readonly id: number;
  readonly at: Date;
  readonly what: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** "21 Nov 2026, 14:32:05", in UTC: what is looked at side by side with logs. */
export function stamp(moment: Date, language: string): string {
  return dateFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  }).format(moment);
}

/** "3 hours": the largest unit that is full, in words. */
export function spokenDuration(seconds: number, language: string): string {
  const minutes = Math.floor(seconds / 60);
  const [value, unit] =
    minutes >= 48 * 60
      ? [Math.floor(minutes / (24 * 60)), 'day']
      : minutes >= 120
        ? [Math.floor(minutes / 60), 'hour']
        : [minutes, 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
