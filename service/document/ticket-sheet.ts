/** A text, and the language in which it is. */
export interface SheetText {
  text: string;
  /** Two-letter code. */
  language: string;
}

/** What all documents have. */
interface Sheet {
  /** Two-letter code: for the labels and the format of dates. */
  language: string;
  issuer: { name: string; address: string; email: string | null; taxNumber: string | null };
  /** The language of the issuer's name and address, and of the venues'. */
  issuerLanguage: string;
  timezone: string;
  /**
   * The number that the customer knows: the client's reference if there is one, else the order's. It is the only one.
   * Empty: it is not shown to the person to whom the tickets are given.
   */
  bookingNumber: string;
  orderedAt: Date;
  quantity: number;
  productName: SheetText;
}

/** The content of an order's document. */
export interface TicketSheet extends Sheet {
  kind: 'tickets';
  unitAmount: string;
  /** What a voucher takes off, and its code. */
  discount: { code: string; amount: string; complimentary: boolean } | null;
  totalAmount: string;
  totalAmountExclTax: string;
  tickets: SheetTicket[];
}

/** The content of the credit note of a cancellation; `quantity` is what was cancelled. */
export interface CreditNoteSheet extends Sheet {
  kind: 'credit_note';
  number: string;
  issuedAt: Date;
  /** Name and e-mail address. */
  customer: string[];
  admissions: SheetAdmission[];
  paidAmount: string;
  /** The tickets were exchanged: the amount has paid for others, and only the rest is refunded. */
  isExchange: boolean;
  refundAmount: string;
  refundAmountExclTax: string;
  refundAmountTax: string;
}

/** All tickets of a booking: the orders of which a document is made, each with what is valid. */
export interface BookingSheet {
  kind: 'booking';
  /** One at least, all in one language. */
  sheets: readonly TicketSheet[];
}

/** The content of a document. */
export type DocumentSheet = TicketSheet | CreditNoteSheet;

/** What a ticket admits to, and when. */
export interface SheetAdmission {
  eventName: SheetText;
  /** Null for date access: any time on `date`. */
  occursAt: Date | null;
  sessionName: SheetText | null;
  /** YYYY-MM-DD */
  date: string;
  /** What a gift card is worth, which is valid until the end of `date`; null: it is none. */
  giftCardValue: string | null;
}

/** The issuer has called the session off, or moved it: `from` is when it took place at the order. */
export type SheetChange = { what: 'cancelled' | 'postponed' } | { what: 'moved'; from: Date };

export interface SheetTicket extends SheetAdmission {
  /** Why it gives no admission any more, so that it is shown without its code; null: it does. */
  voided: 'cancelled' | 'exchanged' | null;
  /** The readable code; the barcode contains the same. */
  code: string;
  /** What has become of its session since the order; null: nothing. */
  change: SheetChange | null;
  name: SheetText;
  /** Its numbered seat; null: it has none. */
  seat: { section: SheetText; row: string; number: string } | null;
  /** Empty: nobody is named. */
  holder: string;
  venue: { name: string; address: string } | null;
  answers: SheetAnswer[];
}

/** What was answered to a question of the issuer. */
export interface SheetAnswer {
  label: SheetText;
  value: SheetText;
}
