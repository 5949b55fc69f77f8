import type { LineTicketView, LineView } from '../checkout/line-view';

export type StateName =
  | 'held'
  | 'paying'
  | 'paid'
  | 'ordering'
  | 'ordered'
  | 'refunding'
  | 'refunded'
  | 'expired'
  | 'cancelled'
  | 'attention';

/** One found booking. */
export interface FoundView {
  readonly id: string;
  readonly reference: string;
  readonly state: StateName;
  readonly createdAt: Date;
  readonly total: string | null;
  readonly email: string | null;
  readonly references: readonly string[];
}

export interface StaffOrderView {
  readonly checkout: {
    readonly id: string;
    readonly reference: string;
    readonly state: StateName;
    readonly reason: string | null;
    readonly language: string;
    readonly expiresAt: Date;
    readonly customer: {
      readonly firstname: string;
      readonly lastname: string;
      readonly email: string;
      readonly phone?: string | undefined;
      readonly country: string;
    } | null;
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
    readonly state: 'opening' | 'open' | 'paid' | 'closed';
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
