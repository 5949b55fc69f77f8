import { z } from 'zod';

// Written from the text of the specification alone. Additional keys are allowed; the named keys must be
// present, also when their value is null.

export const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'no UUID');
export const amount = z.string().regex(/^\d+\.\d\d$/, 'no decimal with two places');
// §2.9 and §2.10 say only that these are decimals.
const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'no decimal');
export const instant = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/,
    'no ISO 8601 timestamp with an offset',
  )
  .refine((text) => !Number.isNaN(Date.parse(text)), 'no moment of the calendar');
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/, 'no YYYY-MM-DD');
/** §2: a relative path that starts with /v1/. */
export const path = z.string().regex(/^\/v1\/[^\s]+$/, 'no path that starts with /v1/');
const relative = z.string().regex(/^\/(?!\/)/, 'no relative path');
const printed = z.unknown().refine((value) => value !== undefined, 'the key is missing');
const units = z.int().min(0).nullable();

function resource<Type extends string>(type: Type) {
  return z.looseObject({ '@id': path, '@type': z.literal(type) });
}

/** What single reads have in addition (§2): a path, or the context itself as in JSON-LD. */
export const single = z.looseObject({
  '@context': z.union([z.string().min(1), z.looseObject({}), z.array(z.unknown())], 'no @context'),
});

const view = z.looseObject({
  '@id': relative,
  '@type': z.literal('PartialCollectionView'),
  first: relative.optional(),
  last: relative.optional(),
  next: relative.optional(),
});

const search = z.looseObject({
  '@type': z.literal('IriTemplate'),
  template: z.string().regex(/\{\?[^}]+\}/, 'no template such as …/offers{?date,product}'),
  variableRepresentation: z.literal('BasicRepresentation'),
  mapping: z.array(
    z.looseObject({
      '@type': z.literal('IriTemplateMapping'),
      variable: z.string(),
      property: z.string(),
      required: z.boolean(),
    }),
  ),
});

/** §2.1. Only `search` is marked optional; a list without paging needs no view of a part. */
export const envelope = z.looseObject({
  '@context': z.string().min(1),
  '@id': path,
  '@type': z.literal('Collection'),
  totalItems: z.int().min(0),
  member: z.array(z.unknown()),
  view: view.optional(),
  search: search.optional(),
});
export const pagedEnvelope = envelope.extend({ view });

/** §2.2: the names of the catalogue's own attributes are not shown. */
export const catalog = resource('TicketingCatalog').extend({ id: uuid });
/** §2.3 */
export const event = resource('TicketingEvent').extend({
  id: uuid,
  name: z.string(),
  description: z.string(),
});
/** §2.4 */
export const session = resource('TicketingSession').extend({
  id: uuid,
  occursAt: instant,
  duration: printed,
  availableQuantity: units,
});
/** §2.5 */
export const product = resource('TicketingProduct').extend({
  id: uuid,
  name: z.string(),
  description: z.string(),
});
/** §2.7. If the price has no URL of its own, frameworks give it one that names nothing. */
export const offerPrice = z.looseObject({
  '@id': relative,
  '@type': z.literal('TicketingOfferPrice'),
  amountInclTax: amount,
  originalAmountInclTax: amount,
  currency: z.literal('EUR'),
  syncAt: instant,
});
const embeddedTicket = resource('TicketingOfferTicket').extend({
  id: uuid,
  name: z.string(),
  description: z.string(),
});
/** §2.6 */
export const offer = resource('TicketingOffer').extend({
  id: uuid,
  date: day,
  availableQuantity: units,
  realtimePriceRequired: z.boolean(),
  price: offerPrice,
  product,
  tickets: z.array(embeddedTicket),
});
/** §2.8, in the ticket collection of an offer. */
export const offerTicket = embeddedTicket.extend({
  dateAccess: z.boolean(),
  sessions: z.array(session.extend({ event })),
});

const chosenTicket = z.looseObject({ ticket: path, session: path.optional() });
const reservationItem = z.looseObject({
  unitAmountInclTax: amount,
  unitAmountExclTax: decimal.nullable(),
  quantity: z.int().min(1),
  totalAmountInclTax: amount,
  totalAmountExclTax: decimal.nullable(),
  offer: path,
  product: path,
  offerTickets: z.array(chosenTicket),
});
/** §2.9 */
export const reservation = resource('BookingReservation').extend({
  id: uuid,
  expired: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  totalAmountInclTax: amount,
  totalAmountExclTax: decimal.nullable(),
  items: z.array(reservationItem).min(1),
  organization: path,
  order: path.nullable(),
});
/** §2.10. Without a reference in the request there is none to return, and it is open how that is shown. */
export const order = resource('BookingOrder').extend({
  id: uuid,
  createdAt: instant,
  organization: path,
  reference: z.string().min(1),
  externalReference: z.string().nullish(),
  totalAmountInclTax: amount,
  totalAmountExclTax: decimal,
  reservation: path,
  customer: z.array(z.unknown()),
  items: z.array(reservationItem.extend({ unitAmountExclTax: decimal, totalAmountExclTax: decimal })).min(1),
  documents: z.array(path),
});
/** §2.11 */
export const orderDocument = resource('BookingOrderDocument').extend({
  id: uuid,
  cachedAt: instant,
  expiresAt: instant,
  temporaryUrl: z.url({ protocol: /^https$/, error: 'no https address' }),
  cachedLanguage: z.string().regex(/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i, 'no language code'),
});
/** §2.12: its fields are not shown. */
export const itemTicket = resource('BookingOrderItemTicket');
/** §2.13 */
export const form = resource('Form').extend({ code: z.string().min(1), fields: z.array(z.looseObject({})) });
/** §2.14 */
export const reservationsOutput = z.looseObject({
  reservations: z.array(reservation),
  failedReservations: z.array(z.unknown()),
});
export const ordersOutput = z.looseObject({ orders: z.array(order) });

/** §7, for one violation. */
export const violationList = z.looseObject({
  '@context': z.literal('/contexts/ConstraintViolationList'),
  '@id': z.string(),
  '@type': z.literal('ConstraintViolationList'),
  status: z.literal(422),
  violations: z
    .array(z.looseObject({ propertyPath: z.string(), message: z.string().min(1), code: z.string() }))
    .min(1),
  detail: z.string(),
  description: z.string(),
  type: z.string(),
  title: z.string().min(1),
});
