/** Why an order could not be made. */
export const letterReasons = ['sold_out', 'price_changed', 'order_refused'] as const;
export type LetterReason = (typeof letterReasons)[number];

interface Opening {
  subject: (reference: string) => string;
  heading: string;
  introduction: string;
}

/** The words of the letters. A language that misses one does not compile. */
export interface Wording {
  /** There is an order, and its tickets are there. */
  confirmation: Opening;
  /** There is an order, and its tickets come later. */
  preparing: Opening;
  ticketsReady: Opening;
  refund: Omit<Opening, 'introduction'> & { introduction: (amount: string) => string; when: string };
  notCharged: Opening & { pending: (amount: string) => string };
  reasons: Record<LetterReason, string>;
  code: {
    subject: string;
    heading: string;
    introduction: string;
    goodFor: (minutes: number) => string;
    ignore: string;
  };
  openTickets: string;
  openOrder: string;
  keepLink: string;
  /** What a reservation costs beside its items, and what it costs less; on the provider's page, too. */
  fee: string;
  discount: string;
  total: string;
  anyTime: string;
  venueTime: (zone: string) => string;
  reference: string;
  /** As it stands after a word. */
  colon: string;
  automatic: string;
}
