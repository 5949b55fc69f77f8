/** What an order's document shows, its texts in one language already. */
export interface TicketSheet {
  /** Two-letter code: of the texts, of the labels and of how dates are written. */
  language: string;
  issuer: { name: string; address: string; email: string | null; taxNumber: string | null };
  timezone: string;
  orderReference: string;
  externalReference: string | null;
  orderedAt: Date;
  quantity: number;
  productName: string;
  unitAmount: string;
  totalAmount: string;
  totalAmountExclTax: string;
  tickets: SheetTicket[];
}

/** One ticket to be shown at the door. */
export interface SheetTicket {
  /** The readable code; the barcode says the same. */
  code: string;
  name: string;
  holder: string;
  eventName: string;
  venue: { name: string; address: string } | null;
  /** Null for date access: any time on `date`. */
  occursAt: Date | null;
  sessionName: string | null;
  /** YYYY-MM-DD */
  date: string;
}
