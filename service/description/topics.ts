/** What the operations are about: the tags of the document, and where the specification tells of each type. */
export const tags = [
  { name: 'Catalogs', description: 'The catalogues of ticket issuers (§2.2).' },
  { name: 'Events', description: 'Events and their sessions (§2.3, §2.4).' },
  { name: 'Products', description: 'What can be bought (§2.5).' },
  {
    name: 'Offers',
    description: 'Prices and availability at a date, and the tickets of an offer (§2.6–§2.8).',
  },
  { name: 'Forms', description: 'Additional data that issuers ask for (§2.13).' },
  { name: 'Reservations', description: 'Holding offers for a limited time (§2.9, §3).' },
  { name: 'Orders', description: 'Bookings, their documents and single tickets (§2.10–§2.12).' },
  { name: 'Issuers', description: 'Organizations and their feeds. Our addition.' },
  { name: 'Documentation', description: 'What describes this interface; no token is needed.' },
];

/** The tag and the section of the specification of operations that answer with a type. */
export const topics: Readonly<Record<string, { tag: string; section: string }>> = {
  TicketingCatalog: { tag: 'Catalogs', section: '4.1' },
  TicketingEvent: { tag: 'Events', section: '4.1' },
  TicketingSession: { tag: 'Events', section: '4.1' },
  TicketingSessionAvailability: { tag: 'Events', section: '4.1' },
  TicketingProduct: { tag: 'Products', section: '4.1' },
  TicketingOffer: { tag: 'Offers', section: '4.1' },
  TicketingOfferTicket: { tag: 'Offers', section: '4.1' },
  TicketingOfferAvailability: { tag: 'Offers', section: '4.1' },
  TicketingOfferPrice: { tag: 'Offers', section: '4.1' },
  Form: { tag: 'Forms', section: '4.1' },
  CreateReservationBulkOutput: { tag: 'Reservations', section: '4.2' },
  BookingReservation: { tag: 'Reservations', section: '4.3' },
  CreateOrderBulkOutput: { tag: 'Orders', section: '4.4' },
  BookingOrder: { tag: 'Orders', section: '4.5' },
  BookingOrderDocument: { tag: 'Orders', section: '4.6' },
  BookingOrderItemTicket: { tag: 'Orders', section: '4.6' },
  Organization: { tag: 'Issuers', section: '2.9' },
  FeedImport: { tag: 'Issuers', section: '2.2' },
};

/** What a caller should know of an operation, beyond its summary. */
export const notes: Readonly<Record<string, string>> = {
  listOffers: 'Filtered by session, it lists only offers that give access to that session.',
  listProductBaseOffers: 'Over every catalogue that the token may read.',
  listOfferTickets: 'A ticket that is not by date lists the sessions of which one must be chosen.',
  getOfferAvailability: 'Worth asking when the offer’s `availableQuantity` is a number.',
  getOfferPrice:
    'To be asked before reserving when `realtimePriceRequired`. A price that differs from the listed one changes the listed one.',
  createReservations:
    'Every ticket of the offer appears in `ticketSessions`; a ticket that is not by date needs a session. Items that can’t be held now are told in `failedReservations`. An item that is malformed, or that names what does not exist, is 422 for the whole call, and nothing is held.',
  extendReservation: 'Ten times at most, and not after it expired.',
  releaseReservation: 'Doing it again changes nothing.',
  createOrders:
    'Only after the customer’s payment succeeded. All or none. Asking again for the same booking gives the same orders. The same `externalReference` groups orders into one booking.',
  refreshDocument:
    'An empty object asks for a fresh `temporaryUrl`, in the language of Accept-Language or else the catalogue’s.',
  patchItemTicket:
    'A merge patch (RFC 7386): null clears. `status: redeemed` needs the scope `ticket:redeem` too, and works once.',
  getOrganization: 'The caller’s own; any other is not found.',
  importFeed:
    'One transaction: what the feed has no more is retired. Takes a feed in our format, or schema.org Events beside the catalogue that they are for.',
};
