/** The content of an order's document, its texts already in one language. */
export interface TicketSheet {
  /** Two-letter code: for the texts, the labels and the format of dates. */
  language: string;
  issuer: { name: string; address: string; email: string | null; taxNumber: string | null };
  timezone: string;
  orderReference: string;
  orderedAt: Date;
  quantity: number;
  productName: string;
  unitAmount: string;
  totalAmount: string;
  totalAmountExclTax: string;
  tickets: SheetTicket[];
}

export interface SheetTicket {
  /** The readable code; the barcode contains the same. */
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
