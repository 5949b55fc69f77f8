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
import { states } from './checkout-state';

export const storefront = pgSchema('storefront');

export const moment = (name: string) => timestamp(name, { withTimezone: true });
export const checkoutId = () =>
  uuid('checkout_id')
    .notNull()
    .references(() => checkoutTable.id);

/** One attempt to buy. The table is also the queue of what is to be done next. */
export const checkoutTable = storefront.table(
  'checkout',
  {
    id: uuid().primaryKey(),
    /** Short and readable aloud; the orders' externalReference at the service. */
    reference: text().notNull().unique(),
    state: text().notNull(),
    /** Counts the arrows gone: who saw an older version changes nothing. */
    version: integer().notNull().default(0),
    enteredAt: moment('entered_at').notNull(),
    createdAt: moment('created_at').notNull(),
    language: text().notNull(),
    /** What the customer typed, as typed. */
    entries: jsonb().notNull(),
    /** Who the order is for, once everything typed is right. */
    customer: jsonb(),
    /** In lower case, to be found by. */
    email: text(),
    /** What the customer agreed to pay. */
    total: numeric({ precision: 14, scale: 2 }),
    /** When the first of the reservations ends, by this database's clock. */
    expiresAt: moment('expires_at').notNull(),
    /** Why it was refunded, or what a person has to look at. */
    reason: text(),
    /** What a person did about what no machine could settle: refunded, ordered, nothing. */
    settledAs: text('settled_as'),
    /** How often what is due was tried since the last arrow. */
    tries: integer().notNull().default(0),
    /** Whether the service may have been asked for the order. */
    asked: boolean().notNull().default(false),
    /** Whether an order was requested and the response never came: from then on a refusal proves nothing. */
    ambiguous: boolean().notNull().default(false),
    /** Why no further order may be requested, and the order is only looked for; null: it may. */
    lookOnly: text('look_only'),
    /** When staff were told that this state lasts too long; null after the next transition. */
    escalatedAt: moment('escalated_at'),
    dueAt: moment('due_at'),
    leasedUntil: moment('leased_until'),
    /** When entries, customer and email were deleted because they were kept for long enough. */
    anonymisedAt: moment('anonymised_at'),
  },
  (table) => [
    check('checkout_state', sql.raw(`state in (${states.map((state) => `'${state}'`).join(', ')})`)),
    check('checkout_settled', sql`settled_as is null or state = 'attention'`),
    index('checkout_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index('checkout_by_email').on(table.email, table.createdAt),
    index('checkout_escalated')
      .on(table.escalatedAt)
      .where(sql`escalated_at is not null`),
    index('checkout_in_attention')
      .on(table.enteredAt)
      .where(sql`state = 'attention' and settled_as is null`),
    index('checkout_by_time').on(table.createdAt),
    index('checkout_personal')
      .on(table.state, table.enteredAt)
      .where(sql`anonymised_at is null`),
  ],
);

/** A reservation at the service, as it was answered. */
export const holdTable = storefront.table(
  'hold',
  {
    id: uuid().primaryKey(),
    checkoutId: checkoutId(),
    catalogId: uuid('catalog_id').notNull(),
    reservationId: uuid('reservation_id').notNull().unique(),
    reservation: jsonb().notNull(),
    /** What was reserved, in words, by language. */
    descriptions: jsonb().notNull(),
    heldAt: moment('held_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When it was given back, or replaced by another. */
    endedAt: moment('ended_at'),
  },
  (table) => [index('hold_of_checkout').on(table.checkoutId)],
);

/** A payment asked for at the provider. Its id is made before the provider is asked. */
export const paymentTable = storefront.table(
  'payment',
  {
    id: uuid().primaryKey(),
    checkoutId: checkoutId(),
    amount: numeric({ precision: 14, scale: 2 }).notNull(),
    /** opening, open, authorized, paid, closed. */
    state: text().notNull(),
    /** automatic, manual. */
    capture: text().notNull().default('automatic'),
    /** The provider's names for the page and for the payment. */
    sessionId: text('session_id').unique(),
    intent: text(),
    pageExpiresAt: moment('page_expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    settledAt: moment('settled_at'),
    refundId: text('refund_id'),
    refundedAt: moment('refunded_at'),
    /** How many refund requests the provider answered with an error: the next one has a new idempotency key. */
    refundAttempts: integer('refund_attempts').notNull().default(0),
    /** When the provider was last asked about this payment: pages do not ask more often than every few seconds. */
    askedAt: moment('asked_at'),
    /** The address of the provider's page, while it can be paid on. */
    pageUrl: text('page_url'),
    /** How staff settled a payment that the checkout had no use for: refunded, ordered, nothing. */
    settledAs: text('settled_as'),
  },
  (table) => [
    check('payment_state', sql`state in ('opening', 'open', 'authorized', 'paid', 'closed')`),
    // Two pages to pay on at once could both be paid.
    uniqueIndex('one_unsettled_payment')
      .on(table.checkoutId)
      .where(sql`state in ('opening', 'open')`),
    index('payment_of_checkout').on(table.checkoutId),
    index('payment_by_intent').on(table.intent),
    index('payment_by_refund')
      .on(table.refundedAt)
      .where(sql`refunded_at is not null`),
  ],
);

/** An order at the service. */
export const placedOrderTable = storefront.table(
  'placed_order',
  {
    id: uuid().primaryKey(),
    checkoutId: checkoutId(),
    catalogId: uuid('catalog_id').notNull(),
    reservationId: uuid('reservation_id').notNull().unique(),
    reference: text().notNull(),
    /** The order as it was answered. */
    data: jsonb().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('placed_order_of_checkout').on(table.checkoutId),
    index('placed_order_by_reference').on(table.reference),
  ],
);

/** Webhooks that were authentic: what they point at is looked at later, and facts are asked for again. */
export const webhookTable = storefront.table(
  'webhook',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    sessionId: text('session_id'),
    checkoutId: text('checkout_id'),
    /** What was paid, where the event itself proves it: amount, currency, the provider's id of the payment. */
    paid: jsonb(),
    /** The provider's ids of the object that the event is about, and of the payment that it belongs to. */
    objectId: text('object_id'),
    intent: text(),
    receivedAt: moment('received_at').notNull(),
    handledAt: moment('handled_at'),
    outcome: text(),
    tries: integer().notNull().default(0),
    dueAt: moment('due_at'),
    leasedUntil: moment('leased_until'),
  },
  (table) => [
    index('webhook_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index('webhook_by_time').on(table.receivedAt),
  ],
);

/** Up to which event the provider's list of events was read; one row. */
export const eventCursorTable = storefront.table('event_cursor', {
  id: integer().primaryKey(),
  /** When the latest event that was read happened, by the provider's clock. */
  readUntil: moment('read_until'),
  askedAt: moment('asked_at'),
});

/** Somebody looks for their orders by e-mail. */
export const lookupTable = storefront.table(
  'lookup',
  {
    id: uuid().primaryKey(),
    /** In lower case, as checkouts are found by it. */
    email: text().notNull(),
    language: text().notNull(),
    /** From which network (IPv6: site) it was begun, as a keyed hash. */
    requester: text(),
    /** Of the code that was mailed last; null before. */
    codeHash: text('code_hash'),
    /** How many codes were tried. */
    tries: integer().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    /** When the right code came; it opens nothing a second time. */
    usedAt: moment('used_at'),
  },
  (table) => [index('lookup_by_email').on(table.email, table.createdAt)],
);

/** Letters to send. Rendered when they are sent, so that no link and no person is kept in them. */
export const mailTable = storefront.table(
  'mail',
  {
    id: uuid().primaryKey(),
    /** What it is about: a checkout, or a search for orders. */
    checkoutId: uuid('checkout_id').references(() => checkoutTable.id),
    lookupId: uuid('lookup_id').references(() => lookupTable.id),
    kind: text().notNull(),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    /** Why it was given up. */
    failure: text(),
    tries: integer().notNull().default(0),
    /** Since when the mail server has not taken it; null while there was nothing to send. */
    refusedAt: moment('refused_at'),
    /** Why staff have to look at it: email_failed, documents_missing; null when they don't (any more). */
    attention: text(),
    attentionAt: moment('attention_at'),
    dueAt: moment('due_at'),
    leasedUntil: moment('leased_until'),
  },
  (table) => [
    // One letter of a kind, however often somebody thinks that it is time for it.
    uniqueIndex('mail_once').on(table.checkoutId, table.kind),
    uniqueIndex('mail_of_lookup').on(table.lookupId),
    check('mail_about', sql`(checkout_id is null) <> (lookup_id is null)`),
    index('mail_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index('mail_in_attention')
      .on(table.attentionAt)
      .where(sql`attention is not null`),
  ],
);

/** What happened to a checkout, for staff to read. No personal data. */
export const timelineTable = storefront.table(
  'timeline',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    checkoutId: checkoutId(),
    at: moment('at').notNull(),
    what: text().notNull(),
    detail: jsonb().notNull(),
  },
  (table) => [
    index('timeline_of_checkout').on(table.checkoutId, table.id),
    index('timeline_of_unexpected')
      .on(table.checkoutId)
      .where(sql`what = 'payment_unexpected'`),
  ],
);
