import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Customer } from '../../contract/customer';
import type { Order } from '../../contract/order';
import type { Reservation } from '../../contract/reservation';
import { oneOf, parsedColumn } from '../../database/columns';
import { languages } from '../../locale/languages';
import type { PaymentEvent } from '../../payment/payment';
import { states } from '../values/checkout-state';
import {
  channels,
  entriesSchema,
  type Gift,
  type Invoice,
  type Line,
  lookOnlyReasons,
  paymentMethods,
  paymentStates,
  type TimelineEvent,
  type UnitAnswers,
} from '../values/checkout-values';

export const storefront = pgSchema('storefront');

export const moment = (name: string) => timestamp(name, { withTimezone: true });
export const checkoutId = () =>
  uuid('checkout_id')
    .notNull()
    .references(() => checkoutTable.id);

/** Differs after each change of the names and addresses of a checkout. */
export const personStamp = sql.raw(
  `md5(entries::text || coalesce(customer::text, '') || coalesce(email, ''))`,
);

/** The search of staff does not know the names and addresses yet. */
export const isUnindexed = sql.join(
  [
    sql`(entries <> '{}'::jsonb or customer is not null or persons_indexed is not null)`,
    sql`persons_indexed is distinct from ${personStamp}`,
  ],
  sql` and `,
);

/** One attempt to buy. The table is also the queue of the next steps. */
export const checkoutTable = storefront.table(
  'checkout',
  {
    id: uuid().primaryKey(),
    /** Short and easy to read aloud; the externalReference of the orders at the service. */
    reference: text().notNull().unique(),
    state: oneOf('state', states).notNull(),
    /** Counts the transitions: a caller that read an older version changes nothing. */
    version: integer().notNull().default(0),
    /** Since when it is in this state. */
    enteredAt: moment('entered_at').notNull(),
    createdAt: moment('created_at').notNull(),
    language: oneOf('language', languages).notNull(),
    /** Where it is sold: in the storefront, or by staff at the counter. */
    channel: oneOf('channel', channels).notNull().default('web'),
    /** What the customer typed, unchanged. */
    entries: parsedColumn('entries', 'jsonb', entriesSchema).notNull(),
    /** The customer of the order, once all entries are valid. */
    customer: jsonb().$type<Customer>(),
    invoice: jsonb().$type<Invoice>(),
    /** To whom it is given; null: to nobody. */
    gift: jsonb().$type<Gift>(),
    /** Valid answers to the questions of issuers. */
    answers: jsonb().$type<UnitAnswers[]>(),
    /** In lower case, for searches. */
    email: text(),
    /** What the customer agreed to pay. */
    total: numeric({ precision: 14, scale: 2 }),
    /** What of the total is paid with tickets of an earlier order. */
    credit: numeric({ precision: 14, scale: 2 }).notNull().default('0.00'),
    /** The code that is to be applied to the reservations; empty: none any more; null: there never was one. */
    voucher: text(),
    /** The hold that is replaced by what is held next; null: what is held next is added. */
    replacing: uuid(),
    /** When the first of the reservations ends, by this database's clock. */
    expiresAt: moment('expires_at').notNull(),
    /** Why it was refunded, what staff have to look at, or that it was made again after a restore. */
    reason: text(),
    /** How often the next step was tried since the last transition. */
    tries: integer().notNull().default(0),
    /** Whether the service may have received a request for the order. */
    asked: boolean().notNull().default(false),
    /** Whether an order was requested and no response arrived: from then on a refusal proves nothing. */
    ambiguous: boolean().notNull().default(false),
    /** Why the order is only looked up; null: it may be requested. */
    lookOnly: oneOf('look_only', lookOnlyReasons),
    /** When staff were told that this state lasts too long; null after the next transition. */
    escalatedAt: moment('escalated_at'),
    /** When entries, customer and email were deleted because their retention period was over. */
    anonymisedAt: moment('anonymised_at'),
    /** The stamp of the names and addresses by which staff can find it; null: there are none. */
    personsIndexed: text('persons_indexed'),
  },
  (table) => [
    check('checkout_state', sql.raw(`state in (${states.map((state) => `'${state}'`).join(', ')})`)),
    index('checkout_by_email').on(table.email, table.createdAt),
    index('checkout_by_time').on(table.createdAt),
    index('checkout_unindexed').on(table.createdAt).where(isUnindexed),
    index('checkout_personal')
      .on(table.state, table.enteredAt)
      .where(sql`anonymised_at is null`),
  ],
);

/** A reservation at the service, as the service returned it. */
export const holdTable = storefront.table(
  'hold',
  {
    id: uuid().primaryKey(),
    checkoutId: checkoutId(),
    catalogId: uuid('catalog_id').notNull(),
    reservationId: uuid('reservation_id').notNull().unique(),
    reservation: jsonb().$type<Reservation>().notNull(),
    /** Descriptions of what was reserved, by language. */
    descriptions: jsonb().$type<Record<string, Line[]>>().notNull(),
    heldAt: moment('held_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When it was released, or replaced by another. */
    endedAt: moment('ended_at'),
  },
  (table) => [index('hold_of_checkout').on(table.checkoutId)],
);

/** A payment requested at the provider. Its ID is made before the provider is asked. */
export const paymentTable = storefront.table(
  'payment',
  {
    id: uuid().primaryKey(),
    checkoutId: checkoutId(),
    amount: numeric({ precision: 14, scale: 2 }).notNull(),
    state: oneOf('state', paymentStates).notNull(),
    /** `cash` and `terminal`: taken by staff at the counter, not by the payment provider. */
    method: oneOf('method', paymentMethods).notNull().default('provider'),
    /** `manual`: the payment is authorized when the customer pays, and captured when there is an order. */
    capture: oneOf('capture', ['automatic', 'manual']).notNull().default('automatic'),
    /** The provider's IDs of the page and of the payment. No session: its response was not stored (yet). */
    sessionId: text('session_id').unique(),
    intent: text(),
    pageExpiresAt: moment('page_expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    settledAt: moment('settled_at'),
    /** The provider's payout that contains it; null: none that was read. */
    payoutId: text('payout_id'),
    /** When the provider was last asked about this payment: page views ask at most every few seconds. */
    askedAt: moment('asked_at'),
    /** The URL of the provider's page, while it can be paid. */
    pageUrl: text('page_url'),
  },
  (table) => [
    check('payment_state', sql`state in ('opening', 'open', 'authorized', 'paid', 'closed')`),
    // If two pages were open at once, the customer could pay on both.
    uniqueIndex('one_unsettled_payment')
      .on(table.checkoutId)
      .where(sql`state in ('opening', 'open')`),
    index('payment_of_checkout').on(table.checkoutId),
    index('payment_by_intent').on(table.intent),
    index('payment_by_settlement')
      .on(table.settledAt)
      .where(sql`state = 'paid'`),
    index('payment_paid_out')
      .on(table.settledAt)
      .where(sql`payout_id is not null`),
    index('payment_not_paid_out')
      .on(table.settledAt)
      .where(sql`payout_id is null and state = 'paid' and method = 'provider'`),
  ],
);

/** The service's reference without case and separators, as people type it. */
export const plainReference = sql.raw(`upper(translate(reference, ' .-/', ''))`);

/** The same of the number of an invoice. */
export const plainNumber = sql.raw(`upper(translate(number, ' .-/', ''))`);

/** An order at the service. */
export const placedOrderTable = storefront.table(
  'placed_order',
  {
    id: uuid().primaryKey(),
    checkoutId: checkoutId(),
    catalogId: uuid('catalog_id').notNull(),
    reservationId: uuid('reservation_id').notNull().unique(),
    reference: text().notNull(),
    /** The order as the service returned it. */
    data: jsonb().$type<Order>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('placed_order_of_checkout').on(table.checkoutId),
    index('placed_order_by_time').on(table.createdAt, table.id),
    index('placed_order_by_reference').on(table.reference),
    index('placed_order_by_plain_reference').on(plainReference),
    index('placed_order_by_ticket').using('gin', sql`storefront.ticket_ids(data)`),
  ],
);

/** Authentic webhooks: they are processed later, and the provider is asked for what they do not prove. */
export const webhookTable = storefront.table(
  'webhook',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    sessionId: text('session_id'),
    checkoutId: text('checkout_id'),
    /** What was paid, if the event itself proves it: amount, currency, the provider's ID of the payment. */
    paid: jsonb().$type<NonNullable<PaymentEvent['paid']>>(),
    /** The provider's IDs of the event's object, and of the payment that it belongs to. */
    objectId: text('object_id'),
    intent: text(),
    receivedAt: moment('received_at').notNull(),
    handledAt: moment('handled_at'),
    outcome: text(),
  },
  (table) => [index('webhook_by_time').on(table.receivedAt)],
);

/** A customer's search for orders by e-mail. */
export const lookupTable = storefront.table(
  'lookup',
  {
    id: uuid().primaryKey(),
    /** In lower case, as checkouts are found by it. */
    email: text().notNull(),
    language: oneOf('language', languages).notNull(),
    /** The network (IPv6: site) from which it was begun, as a keyed hash. */
    requester: text(),
    /** Hash of the code that was mailed last; null before. */
    codeHash: text('code_hash'),
    tries: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    /** When the right code was entered; it can't be used a second time. */
    usedAt: moment('used_at'),
  },
  (table) => [
    index('lookup_by_email').on(table.email, table.createdAt),
    index('lookup_by_time').on(table.createdAt),
  ],
);

/** The timeline of a checkout, for staff to read. No personal data. */
export const timelineTable = storefront.table(
  'timeline',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    checkoutId: checkoutId(),
    at: moment('at').notNull(),
    what: text().$type<TimelineEvent>().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('timeline_of_checkout').on(table.checkoutId, table.id)],
);
