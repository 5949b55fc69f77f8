/** A text, and the language in which it is. */
export interface SheetText {
  text: string;
  /** Two-letter code. */
  language: string;
}

/** The content of an order's document. */
export interface TicketSheet {
  /** Two-letter code: for the labels and the format of dates. */
  language: string;
  issuer: { name: string; address: string; email: string | null; taxNumber: string | null };
  /** The language of the issuer's name and address, and of the venues'. */
  issuerLanguage: string;
  timezone: string;
  /** The number that the customer knows: the client's reference if there is one, else the order's. It is the only one. */
  bookingNumber: string;
  orderedAt: Date;
  quantity: number;
  productName: SheetText;
  unitAmount: string;
  totalAmount: string;
  totalAmountExclTax: string;
  tickets: SheetTicket[];
}

export interface SheetTicket {
  /** The readable code; the barcode contains the same. */
  code: string;
  name: SheetText;
  holder: string;
  eventName: SheetText;
  venue: { name: string; address: string } | null;
  /** Null for date access: any time on `date`. */
  occursAt: Date | null;
  sessionName: SheetText | null;
  /** YYYY-MM-DD */
  date: string;
  answers: SheetAnswer[];
}

/** What was answered to a question of the issuer. */
export interface SheetAnswer {
  label: SheetText;
  value: SheetText;
}
