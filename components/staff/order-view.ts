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
  'refund_failed',
  'payment_unknown',
  'capture_failed',
  'void_failed',
  'payment_unexpected',
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
  'document_downloaded',
  'settled_by_hand',
] as const;

/** How a person has settled what no machine could. */
export const settlementNames = ['refunded', 'ordered', 'nothing'] as const;
export type SettlementName = (typeof settlementNames)[number];

/** The letters about a booking. */
export const mailNames = ['confirmation', 'tickets_ready', 'refund', 'not_charged'] as const;

/** A booking that waits for a person. */
export interface WaitingView extends FoundView {
  readonly reasons: readonly string[];
  readonly waitingSeconds: number;
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
  }[];
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
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
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
