import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { eventChangeActions } from '../values/event-change-values';
import { cancellationTable } from './cancellation-table';
import { checkoutTable, moment, storefront } from './checkout-table';

/** `searching`: the orders are being found. `working`: they are being processed. `done`: each of them was. */
export const eventChangeStates = ['searching', 'working', 'done'] as const;

/** A session that was cancelled or moved, and what is done for everyone who has tickets of it. */
export const eventChangeTable = storefront.table(
  'event_change',
  {
    id: uuid().primaryKey(),
    catalogId: uuid('catalog_id').notNull(),
    eventId: uuid('event_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** As it was when the member of staff started it, for the list and for e-mails. */
    eventName: text('event_name').notNull(),
    timezone: text().notNull(),
    occursAt: moment('occurs_at').notNull(),
    action: oneOf('action', eventChangeActions).notNull(),
    /** The session of the same event for which the tickets are exchanged, and when it begins; null: another action. */
    targetId: uuid('target_id'),
    targetOccursAt: moment('target_occurs_at'),
    /** What the holders are told, as it was typed. */
    message: text().notNull(),
    staff: text().notNull(),
    state: oneOf('state', eventChangeStates).notNull(),
    /** The next page of the service's list of orders, counted from 1. */
    page: integer().notNull().default(1),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    check('event_change_target', sql`(target_id is null) = (target_occurs_at is null)`),
    // Two that run at once would tell each holder twice.
    uniqueIndex('event_change_running')
      .on(table.sessionId)
      .where(sql`state <> 'done'`),
    index('event_change_by_time').on(table.createdAt),
  ],
);

/**
 * `waiting`: nothing was done for it yet. `requested`: its cancellation was requested, and has a state of its own.
 * `placed`: the new booking was ordered in exchange for its tickets, and has a state of its own. `rebooked`: there is the
 * new booking. `notified`: the e-mail is queued. `nothing`: it has no valid ticket of the session any more. `attention`:
 * staff have to look.
 */
export const changedOrderStates = [
  'waiting',
  'requested',
  'placed',
  'rebooked',
  'notified',
  'nothing',
  'attention',
] as const;

/** Why nothing could be done for an order. */
export const changedOrderProblems = [
  'disputed',
  'too_much',
  'not_ordered',
  'unsupported',
  'changed',
  /** The other session has no place for all of its tickets. */
  'sold_out',
  /** The tickets of the other session cost more than was paid. */
  'dearer',
  /** Its tickets are not sold for the other session. */
  'offer_missing',
  /** The customer’s details, or answers that the issuer requires, are not known. */
  'details_missing',
  /** The new booking was not made: nothing was exchanged. */
  'not_made',
  /** No program can tell whether the new booking was made. */
  'unclear',
] as const;
export type ChangedOrderProblem = (typeof changedOrderProblems)[number];

/** An order with tickets of a changed session. */
export const changedOrderTable = storefront.table(
  'event_change_order',
  {
    changeId: uuid('change_id')
      .notNull()
      .references(() => eventChangeTable.id),
    /** At the service. */
    orderId: uuid('order_id').notNull(),
    checkoutId: uuid('checkout_id')
      .notNull()
      .references(() => checkoutTable.id),
    state: oneOf('state', changedOrderStates).notNull(),
    problem: oneOf('problem', changedOrderProblems),
    cancellationId: uuid('cancellation_id').references(() => cancellationTable.id),
    /**
     * The checkout for which the tickets are exchanged. It is stored before anything is requested for it, so there may be
     * no such checkout yet.
     */
    rebookedTo: uuid('rebooked_to'),
    /** When that was stored. */
    askedAt: moment('asked_at'),
    tries: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.changeId, table.orderId] }),
    check('changed_order_requested', sql`(cancellation_id is not null) = (state = 'requested')`),
    index('changed_order_waiting')
      .on(table.changeId, table.tries)
      .where(sql`state = 'waiting'`),
    index('changed_order_of_checkout').on(table.checkoutId),
    index('changed_order_placed')
      .on(table.changeId)
      .where(sql`state = 'placed'`),
    index('changed_order_cancellation')
      .on(table.cancellationId)
      .where(sql`cancellation_id is not null`),
    index('changed_order_rebooked')
      .on(table.rebookedTo)
      .where(sql`rebooked_to is not null`),
  ],
);

export type EventChange = typeof eventChangeTable.$inferSelect;
export type ChangedOrder = typeof changedOrderTable.$inferSelect;
