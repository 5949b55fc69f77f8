/** What is invoiced or credited. Amounts are EUR decimals; those of a credit note are what the customer gets back. */
export interface InvoiceLine {
  /** The order of the service, and its item; null: its fee or discount, or what belongs to no item. */
  readonly order: string | null;
  readonly item: number | null;
  readonly text: string;
  /** The language of the text, if it is not that of the document. */
  readonly lang?: string;
  /** For what, when and where; empty: nothing more is said. */
  readonly details: string;
  /** What was taken off its price; missing: nothing, or `details` names it, as in what was stored before. */
  readonly discount?: { readonly amount: string; readonly by: 'voucher' | 'giftCard' };
  readonly quantity: number;
  readonly amount: string;
  readonly amountExclTax: string;
  /** As a fraction: "0.2" is 20 %; null: the server of the seller does not say it. */
  readonly rate: string | null;
}

export interface InvoiceSeller {
  readonly name: string;
  readonly address: string;
  readonly email: string | null;
  readonly vatNumber: string | null;
}

export interface InvoiceBuyer {
  readonly name: string;
  readonly company: string;
  readonly address: string;
  readonly vatNumber: string | null;
  /** Two-letter code. */
  readonly country: string;
}

/**
 * How an invoice was paid: `credit` with the price of exchanged tickets of the booking `reference`; and what the credit note
 * `reference` has given back of it before: `refunded`, or `exchanged` for other tickets.
 */
export interface InvoicePayment {
  readonly how: 'provider' | 'cash' | 'terminal' | 'credit' | 'refunded' | 'exchanged';
  /** Below 0: given back. */
  readonly amount: string;
  /** ISO 8601; null: not known, or at another time for each. */
  readonly at: string | null;
  readonly reference: string | null;
}

/** Why money is credited. `corrected`: the next invoice says the same about another buyer. */
export type CreditReason = 'cancelled' | 'exchanged' | 'refunded' | 'corrected';

/** The content of an invoice or a credit note, but for its number and its buyer. It never changes. */
export interface InvoiceContent {
  readonly language: string;
  /** Of the seller: for days. */
  readonly timezone: string;
  readonly seller: InvoiceSeller;
  /** The language of the seller's name and address. */
  readonly sellerLanguage: string;
  readonly reference: string;
  /** ISO 8601 */
  readonly orderedAt: string;
  readonly lines: readonly InvoiceLine[];
  readonly payments: readonly InvoicePayment[];
  /** Of a credit note: the invoice that it is about. Of an invoice: the one that it replaces, or null. */
  readonly earlier: string | null;
  /** Of a credit note. */
  readonly reason: CreditReason | null;
}

/** A document as it is drawn. */
export interface InvoiceDocument {
  readonly kind: 'invoice' | 'credit_note';
  readonly number: string;
  readonly issuedAt: Date;
  readonly content: InvoiceContent;
  /** Null: its personal data was deleted after the years for which it has to be kept. */
  readonly buyer: InvoiceBuyer | null;
}
