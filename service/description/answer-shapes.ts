import { z } from 'zod';
import { catalogSchema } from '@/lib/contract/catalog';
import { collectionSchema } from '@/lib/contract/collection';
import { documentSchema } from '@/lib/contract/document';
import { eventSchema } from '@/lib/contract/event';
import { extension } from '@/lib/contract/extension';
import { formFieldSchema, formSchema } from '@/lib/contract/form';
import { idSchema, iriSchema } from '@/lib/contract/iri';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import {
  embeddedTicketSchema,
  offerAvailabilitySchema,
  offerPriceSchema,
  offerSchema,
  offerTicketSchema,
} from '@/lib/contract/offer';
import { createOrdersOutputSchema, orderSchema } from '@/lib/contract/order';
import { productSchema } from '@/lib/contract/product';
import {
  createReservationsOutputSchema,
  failedReservationSchema,
  reservationItemSchema,
  reservationSchema,
} from '@/lib/contract/reservation';
import { sessionSchema } from '@/lib/contract/session';
import { amountSchema, imageSchema } from '@/lib/contract/values';
import { kinds } from '../feed/feed-store';

/** What the service prints of one type. All members are always there but for `sometimes`. */
export interface AnswerShape {
  schema: z.ZodType;
  /** With the section of the specification. */
  description: string;
  sometimes?: readonly string[];
  /** Ours, beyond the specification. */
  extension?: boolean;
  /** It may be an answer of its own, and then carries `@context`. */
  answer?: boolean;
}

// The contract reads what other servers print as well; these are narrowed to what this one prints.
const path = z.string().meta({ format: 'uri-reference' });
const chosenSession = iriSchema.optional().meta({ description: 'Omitted for a date-access ticket.' });
const embeddedPrice = offerPriceSchema.omit({ amountExclTax: true });
const offer = offerSchema.extend({ price: embeddedPrice });
const chosen = reservationItemSchema.shape.offerTickets.element;
const reservationTicket = chosen.extend({
  '@type': z.literal('ReservationItemOfferTicket'),
  session: chosenSession,
});
const orderTicket = reservationTicket.extend({ '@type': z.literal('OrderItemOfferTicket') });
const reservationItem = reservationItemSchema.extend({ offerTickets: z.array(reservationTicket) });
const reservation = reservationSchema.extend({ items: z.array(reservationItem) });
const orderItem = orderSchema.shape.items.element.extend({
  unitAmountExclTax: amountSchema,
  totalAmountExclTax: amountSchema,
  offerTickets: z.array(orderTicket),
});
const order = orderSchema.extend({ totalAmountExclTax: amountSchema, items: z.array(orderItem) });
const requestedTicket = z.object({ ticket: iriSchema, session: chosenSession });
const failedReservation = failedReservationSchema.extend({ ticketSessions: z.array(requestedTicket) });
const count = z.int().nonnegative();
const changes = z.object({ added: count, changed: count, retired: count, unchanged: count });

const warning = z.object({
  message: z.string(),
  count,
  propertyPaths: z.array(z.string()).meta({ description: 'The JSON paths of the first of them.' }),
});

const browsing: Record<string, AnswerShape> = {
  TicketingCatalog: {
    schema: catalogSchema,
    description: 'An issuer’s products and events (§2.2).',
    answer: true,
  },
  TicketingEvent: { schema: eventSchema, description: 'An activity (§2.3).', answer: true },
  Image: { schema: imageSchema, description: 'A picture.', extension: true },
  Venue: {
    schema: eventSchema.shape.venue.unwrap().unwrap(),
    description: 'Where an event takes place.',
    extension: true,
  },
  TicketingSession: {
    schema: sessionSchema,
    description: 'One occurrence of an event (§2.4).',
    sometimes: ['event'],
    answer: true,
  },
  TicketingSessionAvailability: {
    schema: offerAvailabilitySchema.extend({ '@type': z.literal('TicketingSessionAvailability') }),
    description: 'What is left of a session at this moment.',
    extension: true,
    answer: true,
  },
  TicketingProduct: {
    schema: productSchema,
    description: 'Something that can be bought to access events (§2.5).',
    answer: true,
  },
  TicketingOffer: {
    schema: offer,
    description: 'Price and availability of a product at a date (§2.6).',
    answer: true,
  },
  EmbeddedOfferPrice: { schema: embeddedPrice, description: 'The price as an offer tells it (§2.7).' },
  TicketingOfferPrice: { schema: offerPriceSchema, description: 'The price in force (§2.7).', answer: true },
  EmbeddedOfferTicket: {
    schema: embeddedTicketSchema,
    description: 'A ticket as an offer embeds it: without sessions (§2.6).',
  },
  TicketingOfferTicket: {
    schema: offerTicketSchema,
    description: 'A ticket of an offer, with the sessions to choose from (§2.8).',
    answer: true,
  },
  TicketingOfferAvailability: {
    schema: offerAvailabilitySchema,
    description: 'What is left of an offer at this moment (§4.1).',
    answer: true,
  },
  Form: { schema: formSchema, description: 'Additional data that an issuer asks for (§2.13).', answer: true },
  FormField: { schema: formFieldSchema, description: 'One question of a form (§2.13).' },
  FormFieldOption: { schema: formFieldSchema.shape.options.element, description: 'One choice (§2.13).' },
};

const booking: Record<string, AnswerShape> = {
  BookingReservation: {
    schema: reservation,
    description: 'Holds an offer for a limited time (§2.9).',
    answer: true,
  },
  ReservationItem: { schema: reservationItem, description: 'What is held (§2.9).' },
  ReservationItemOfferTicket: {
    schema: reservationTicket,
    description: 'A ticket and the session chosen for it (§2.9).',
    sometimes: ['session'],
  },
  FailedReservation: { schema: failedReservation, description: 'An item that was not held, and why (§4.2).' },
  RequestedTicketSession: {
    schema: requestedTicket,
    description: 'As it was sent (§4.2).',
    sometimes: ['session'],
  },
  CreateReservationBulkOutput: {
    schema: createReservationsOutputSchema.extend({
      '@id': path,
      reservations: z.array(reservation),
      failedReservations: z.array(failedReservation),
    }),
    description: 'What was held, and what was not (§2.14).',
    answer: true,
  },
  BookingOrder: { schema: order, description: 'A booking in the issuer’s system (§2.10).', answer: true },
  OrderItem: { schema: orderItem, description: 'What was ordered (§2.10).' },
  OrderItemOfferTicket: {
    schema: orderTicket,
    description: 'A ticket and the session chosen for it (§2.10).',
    sometimes: ['session'],
  },
  CreateOrderBulkOutput: {
    schema: createOrdersOutputSchema.extend({ '@id': path, orders: z.array(order) }),
    description: 'The orders, one for each reservation (§2.14).',
    answer: true,
  },
  BookingOrderDocument: {
    schema: documentSchema,
    description: 'A file of an order, with an address that expires (§2.11).',
    answer: true,
  },
  BookingOrderItemTicket: {
    schema: itemTicketSchema,
    description: 'One ticket of an order item (§2.12).',
    answer: true,
  },
  Barcode: { schema: itemTicketSchema.shape.barcode, description: 'What is scanned (§2.12).' },
  TicketHolder: { schema: itemTicketSchema.shape.holder.unwrap(), description: 'Who comes (§2.12).' },
  TicketAnswer: {
    schema: itemTicketSchema.shape.answers.element,
    description: 'What was answered to a question of a form (§2.12).',
  },
  Organization: {
    schema: z.object({
      '@id': iriSchema,
      '@type': z.literal('Organization'),
      id: idSchema,
      name: z.string(),
    }),
    description: 'Who calls, as the token says.',
    extension: true,
    answer: true,
  },
  FeedChanges: { schema: changes, description: 'What an import did to one kind of things.', extension: true },
  FeedWarning: {
    schema: warning,
    description: 'What an import left out or guessed, the same things together.',
    extension: true,
  },
  FeedImport: {
    schema: z.object({
      '@id': path,
      '@type': z.literal('FeedImport'),
      catalog: iriSchema,
      dryRun: z.boolean(),
      ...Object.fromEntries(kinds.map((kind) => [kind, changes])),
      warningCount: count.meta({ description: 'At how many places something was left out or guessed.' }),
      warnings: z.array(warning),
    }),
    description: 'What an import changed, by kind.',
    extension: true,
    answer: true,
  },
};

/** The resources that the rows of the table answer with, and what is embedded in them. */
export const resourceShapes: Readonly<Record<string, AnswerShape>> = { ...browsing, ...booking };

const { view, search } = collectionSchema(z.unknown()).shape;

/** The parts of a list's envelope (§2.1). */
export const envelopeShapes: Readonly<Record<string, AnswerShape>> = {
  PartialCollectionView: {
    schema: view.unwrap(),
    description: 'Which page this is; the other addresses are there when there are more pages (§2.1).',
    sometimes: ['first', 'last', 'next', 'previous'],
  },
  IriTemplate: { schema: search.unwrap(), description: 'The filters of the list (§2.1).' },
  IriTemplateMapping: {
    schema: search.unwrap().shape.mapping.element,
    description: 'One filter of the list (§2.1).',
  },
};

/** The envelope of a list of `type` (§2.1). */
export function collectionShape(type: string): AnswerShape {
  const member = resourceShapes[type]?.schema;
  if (member === undefined) throw new Error(`there is no schema of ${type}`);
  return {
    schema: collectionSchema(member),
    description: `One page of a list of ${type} (§2.1).`,
    sometimes: ['search'],
    answer: true,
  };
}

const violation = z.object({
  propertyPath: z
    .string()
    .meta({ description: 'Such as `items[2].offer`, or the name of a query parameter.' }),
  message: z.string().meta({ description: 'Localized by Accept-Language.' }),
  code: z.string().meta({ format: 'uuid', description: 'Symfony’s code of the constraint.' }),
});

const problem = {
  '@id': path,
  title: z.string(),
  detail: z.string(),
  description: z.string().meta({ description: 'The same as `detail`.' }),
  status: z.int(),
  type: path,
};

/** Errors, as `application/problem+json` (§7). */
export const problemShapes: Readonly<Record<string, AnswerShape>> = {
  Error: {
    schema: z.object({ ...problem, '@type': z.literal('Error') }),
    description: 'Any error but a violation (§7).',
    answer: true,
  },
  ConstraintViolationList: {
    schema: z.object({
      ...problem,
      '@type': z.literal('ConstraintViolationList'),
      violations: z.array(violation).meta({ description: 'The first 100.' }),
      violationCount: z.int().meta(extension('How many there are in all.')),
    }),
    description: 'Everything that is wrong with a request (§7).',
    answer: true,
  },
  ConstraintViolation: { schema: violation, description: 'One thing that is wrong (§7).' },
};

/** Where the lists that need no identifier begin. */
export function entrypointShape(members: readonly string[]): AnswerShape {
  return {
    schema: z.object({
      '@id': z.literal('/'),
      '@type': z.literal('Entrypoint'),
      ...Object.fromEntries(members.map((name) => [name, iriSchema])),
    }),
    description: 'The lists to begin with.',
    extension: true,
    answer: true,
  };
}
