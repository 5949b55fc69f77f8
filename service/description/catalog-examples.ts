import type { Catalog } from '@/lib/contract/catalog';
import type { Event } from '@/lib/contract/event';
import type { Form } from '@/lib/contract/form';
import { addresses } from '@/lib/contract/iri';
import type { Offer, OfferAvailability, OfferPrice, OfferTicket } from '@/lib/contract/offer';
import type { Product } from '@/lib/contract/product';
import type { Session } from '@/lib/contract/session';

// One purchase, told throughout: two people on the boat at ten, and the museum any time that day.
/** An identifier, by a number. */
export const exampleId = (number: number) => `01970000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const catalogId = exampleId(1);
const eventId = exampleId(2);
const sessionId = exampleId(3);
const productId = exampleId(4);
const offerId = exampleId(5);
const [boatId, museumId] = [exampleId(6), exampleId(7)];
const formId = exampleId(8);
const synced = '2027-05-20T07:45:00.000Z';

export const catalog: Catalog = {
  '@id': addresses.catalog(catalogId),
  '@type': 'TicketingCatalog',
  id: catalogId,
  name: 'River line',
  language: 'en',
  importedAt: '2027-01-04T09:30:00.000Z',
  timezone: 'Europe/Paris',
  languages: ['en', 'fr'],
};

export const event: Event = {
  '@id': addresses.event(catalogId, eventId),
  '@type': 'TicketingEvent',
  id: eventId,
  name: 'Boat',
  description: 'An hour on the river',
  image: null,
  venue: { name: 'Quay 3', address: '3 quay, Lyon' },
};

export const session: Session = {
  '@id': addresses.session(catalogId, eventId, sessionId),
  '@type': 'TicketingSession',
  id: sessionId,
  occursAt: '2027-06-01T10:00:00+02:00',
  duration: 'PT60M',
  availableQuantity: 48,
  name: null,
  description: null,
  status: 'on_sale',
};

export const product: Product = {
  '@id': addresses.product(catalogId, productId),
  '@type': 'TicketingProduct',
  id: productId,
  name: 'Boat and museum',
  description: '<p>Both</p>',
  image: {
    contentUrl: 'https://images.river.test/both.jpg',
    width: 1600,
    height: 1067,
    alternative: 'The boat before the museum',
  },
  forms: [addresses.form(formId)],
  productBase: addresses.productBase(exampleId(15)),
};

export const boat = {
  '@id': addresses.ticket(catalogId, offerId, boatId),
  '@type': 'TicketingOfferTicket',
  id: boatId,
  name: 'Boat',
  description: '',
} as const;
export const museum = {
  ...boat,
  '@id': addresses.ticket(catalogId, offerId, museumId),
  id: museumId,
  name: 'Museum',
} as const;

export const price: OfferPrice = {
  '@id': addresses.offerPrice(catalogId, offerId),
  '@type': 'TicketingOfferPrice',
  amountInclTax: '36.00',
  originalAmountInclTax: '40.00',
  currency: 'EUR',
  syncAt: synced,
};

export const offer: Offer = {
  '@id': addresses.offer(catalogId, offerId),
  '@type': 'TicketingOffer',
  id: offerId,
  date: '2027-06-01',
  availableQuantity: 48,
  realtimePriceRequired: false,
  price,
  product,
  tickets: [boat, museum],
};

export const ticket: OfferTicket = { ...boat, dateAccess: false, sessions: [{ ...session, event }] };

export const availability: OfferAvailability = {
  '@id': addresses.offerAvailability(catalogId, offerId),
  '@type': 'TicketingOfferAvailability',
  availableQuantity: 48,
  available: true,
  status: 'AVAILABLE',
  syncAt: synced,
};

export const form: Form = {
  '@id': addresses.form(formId),
  '@type': 'Form',
  id: formId,
  code: 'guests',
  fields: [
    {
      '@type': 'FormField',
      code: 'diet',
      label: 'Diet',
      helpText: '',
      type: 'choice',
      required: true,
      position: 0,
      options: [
        { code: 'none', label: 'None' },
        { code: 'vegetarian', label: 'Vegetarian' },
      ],
      min: null,
      max: null,
      maxLength: null,
    },
  ],
};
