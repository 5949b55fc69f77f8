import type { OrderDocument } from '@/lib/contract/document';
import type { Feed } from '@/lib/contract/feed';
import { addresses } from '@/lib/contract/iri';
import type { ItemTicket } from '@/lib/contract/item-ticket';
import type { CreateOrdersInput, Order } from '@/lib/contract/order';
import type { CreateReservationsInput, FailedReservation, Reservation } from '@/lib/contract/reservation';
import { kinds } from '../feed/feed-store';
import {
  availability,
  boat,
  catalog,
  event,
  exampleId as id,
  form,
  museum,
  offer,
  price,
  product,
  session,
  ticket,
} from './catalog-examples';

const reservationId = id(9);
const [orderId, itemId, itemTicketId, documentId] = [id(10), id(11), id(12), id(13)];
const organizationId = id(14);
const sold = '2027-05-20T08:00:00.000Z';

const item = {
  unitAmountInclTax: '36.00',
  unitAmountExclTax: null,
  quantity: 2,
  totalAmountInclTax: '72.00',
  totalAmountExclTax: null,
  offer: offer['@id'],
  product: product['@id'],
};
const boatChosen = { ticket: boat['@id'], session: session['@id'] };
const museumChosen = { ticket: museum['@id'] };
const organization = addresses.organization(organizationId);

const reservation: Reservation = {
  '@id': addresses.reservation(reservationId),
  '@type': 'BookingReservation',
  id: reservationId,
  expired: false,
  createdAt: sold,
  expiresAt: '2027-05-20T08:20:00.000Z',
  totalAmountInclTax: '72.00',
  totalAmountExclTax: null,
  items: [
    {
      '@id': `/.well-known/genid/${reservationId}`,
      '@type': 'ReservationItem',
      ...item,
      offerTickets: [boatChosen, museumChosen].map((one) => ({
        '@type': 'ReservationItemOfferTicket',
        ...one,
      })),
    },
  ],
  organization,
  order: null,
};

const failedReservation: FailedReservation = {
  '@type': 'FailedReservation',
  index: 1,
  offer: offer['@id'],
  quantity: 50,
  ticketSessions: [boatChosen, museumChosen],
  reason: 'INSUFFICIENT_QUANTITY',
  availableQuantity: 46,
  message: 'Fewer are left than were asked for.',
};

const order: Order = {
  '@id': addresses.order(orderId),
  '@type': 'BookingOrder',
  id: orderId,
  createdAt: sold,
  organization,
  reference: '7KQ-X4M-9TB',
  externalReference: 'shop-2027-0042',
  totalAmountInclTax: '72.00',
  totalAmountExclTax: '60.00',
  reservation: reservation['@id'],
  customer: [],
  items: [
    {
      '@id': addresses.orderItem(orderId, itemId),
      '@type': 'OrderItem',
      id: itemId,
      ...item,
      unitAmountExclTax: '30.00',
      totalAmountExclTax: '60.00',
      offerTickets: [boatChosen, museumChosen].map((one) => ({ '@type': 'OrderItemOfferTicket', ...one })),
      tickets: [addresses.itemTicket(orderId, itemId, itemTicketId)],
    },
  ],
  documents: [addresses.document(orderId, documentId)],
};

const document: OrderDocument = {
  '@id': addresses.document(orderId, documentId),
  '@type': 'BookingOrderDocument',
  id: documentId,
  cachedAt: sold,
  expiresAt: '2027-05-20T08:15:00.000Z',
  temporaryUrl: 'https://tickets.river.test/files/01970000.pdf?expires=1811059200&signature=c2lnbmF0dXJl',
  cachedLanguage: 'en',
};

const holder = { firstname: 'Zoë', lastname: 'Martin', email: 'zoe@customer.test' };
const answers = [{ field: 'diet', value: 'vegetarian' }];

const itemTicket: ItemTicket = {
  '@id': addresses.itemTicket(orderId, itemId, itemTicketId),
  '@type': 'BookingOrderItemTicket',
  id: itemTicketId,
  reference: 'H4TK-9QWE-2MBX',
  ticket: boat['@id'],
  session: session['@id'],
  status: 'valid',
  redeemedAt: null,
  barcode: { format: 'QR_CODE', value: 'H4TK-9QWE-2MBX' },
  holder,
  answers,
  updatedAt: sold,
};

const unchanged = { added: 0, changed: 1, retired: 0, unchanged: 8 };

/** An example of each type that is answered with, without `@context`. */
export const answerExamples: Readonly<Record<string, object>> = {
  TicketingCatalog: catalog,
  TicketingEvent: event,
  TicketingSession: session,
  TicketingSessionAvailability: {
    ...availability,
    '@id': `${session['@id']}/availability`,
    '@type': 'TicketingSessionAvailability',
  },
  TicketingProduct: product,
  TicketingOffer: offer,
  TicketingOfferTicket: ticket,
  TicketingOfferAvailability: availability,
  TicketingOfferPrice: { ...price, amountExclTax: '30.00' },
  Form: form,
  CreateReservationBulkOutput: {
    '@id': `/.well-known/genid/${id(16)}`,
    '@type': 'CreateReservationBulkOutput',
    reservations: [reservation],
    failedReservations: [failedReservation],
  },
  BookingReservation: reservation,
  CreateOrderBulkOutput: {
    '@id': `/.well-known/genid/${id(17)}`,
    '@type': 'CreateOrderBulkOutput',
    orders: [order],
  },
  BookingOrder: order,
  BookingOrderDocument: document,
  BookingOrderItemTicket: itemTicket,
  Organization: { '@id': organization, '@type': 'Organization', id: organizationId, name: 'reseller' },
  FeedImport: {
    '@id': `/.well-known/genid/${catalog.id}`,
    '@type': 'FeedImport',
    catalog: catalog['@id'],
    dryRun: false,
    ...Object.fromEntries(kinds.map((kind) => [kind, unchanged])),
    warningCount: 1,
    warnings: [
      {
        message: '"performer" is not read',
        count: 1,
        propertyPaths: ['$.schemaOrg["@graph"][0].performer'],
      },
    ],
  },
};

const createReservations: CreateReservationsInput = {
  items: [{ quantity: 2, offer: offer['@id'], ticketSessions: [boatChosen, museumChosen] }],
};

const createOrders: CreateOrdersInput = {
  reservations: [reservation['@id']],
  customer: {
    firstname: 'Zoë',
    lastname: 'Martin',
    email: 'zoe@customer.test',
    phone: '+33 6 12 34 56 78',
    country: 'FR',
    language: 'fr',
  },
  externalReference: 'shop-2027-0042',
};

const feedCatalog: Feed['catalog'] = {
  key: 'river',
  name: { en: 'River line' },
  language: 'en',
  timezone: 'Europe/Paris',
  issuer: { name: 'River line SA' },
};

const feed: Feed = {
  format: 'ticketing-feed/1',
  catalog: feedCatalog,
  events: [
    {
      key: 'boat',
      name: { en: 'Boat' },
      sessions: [{ key: '10', occursAt: '2027-06-01T10:00:00+02:00', duration: 'PT60M', capacity: 50 }],
    },
  ],
  products: [
    {
      key: 'boat',
      name: { en: 'Boat' },
      vatRate: 0.2,
      tickets: [{ key: 'boat', name: { en: 'Boat' }, event: 'boat', dateAccess: false }],
      offers: [{ date: '2027-06-01', price: '36.00', capacity: null }],
    },
  ],
};

const schemaOrg = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  '@id': 'boat',
  name: 'Boat',
  startDate: '2027-06-01T10:00:00+02:00',
  offers: { '@type': 'Offer', name: 'Boat', price: '36.00', priceCurrency: 'EUR' },
};

/** Examples of what is sent, by operation. */
export const bodyExamples: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  createReservations: { boatAndMuseum: createReservations },
  createOrders: { oneReservation: createOrders },
  refreshDocument: { freshAddress: {} },
  patchItemTicket: {
    holderAndAnswers: { holder, answers },
    redeem: { status: 'redeemed' },
    clear: { holder: null },
  },
  importFeed: { feed, schemaOrg: { catalog: feedCatalog, schemaOrg } },
};
