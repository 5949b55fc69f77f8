import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CancellationRule, RebookingRule } from '../../lib/contract/return-rule';
import { ticketing } from '../catalog/catalog-table';
import type { StoredSeat } from '../seat/seat-plan';

/** The session chosen for each ticket; null for date access. Ids, not paths. */
export interface ChosenTicket {
  ticket: string;
  event: string;
  session: string | null;
  /** The numbered seats, one for each unit; without it they are not numbered. */
  seats?: StoredSeat[];
}

/** The use of a voucher by a reservation. */
export interface VoucherUse {
  /** Equal for all reservations to which one call applied the voucher: together they are one use. */
  use: string;
  /** The code, as it is shown. */
  code: string;
  /** What is taken off each unit, from the first. */
  discounts: string[];
  /** Of a gift card: what this use left of it. What it has paid goes back to it when tickets are cancelled. */
  remaining?: string;
  /** Staff give these tickets. Left out: they do not. */
  complimentary?: true;
  /** The use of these tickets (ids), so it can be ordered only in exchange for them. Left out: it is a use of its own. */
  replaces?: string[];
}

/** A reservation of one offer, with its price at the time of the reservation. */
export const reservationTable = ticketing.table(
  'reservation',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    organizationId: uuid('organization_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    releasedAt: timestamp('released_at', { withTimezone: true }),
    /** Set once, when the reservation becomes an order. */
    orderId: uuid('order_id'),
    offerId: uuid('offer_id').notNull(),
    productId: uuid('product_id').notNull(),
    quantity: integer().notNull(),
    unitAmount: numeric('unit_amount', { precision: 14, scale: 2 }).notNull(),
    unitAmountExclTax: numeric('unit_amount_excl_tax', { precision: 14, scale: 2 }).notNull(),
    /** The product's at the time of the reservation, as a fraction; null: not known. */
    vatRate: numeric('vat_rate'),
    tickets: jsonb().$type<ChosenTicket[]>().notNull(),
    /** Of how many counters it holds units. */
    heldCounters: integer('held_counters').notNull(),
    /** How often it was extended. */
    extensions: integer().notNull().default(0),
    /** The product's rule at the time of the reservation; null: customers can't cancel. */
    cancellation: jsonb().$type<CancellationRule>(),
    /** The product's rule for exchanging its tickets at the time of the reservation; null: customers can't exchange. */
    rebooking: jsonb().$type<RebookingRule>(),
    /** Each unit becomes a voucher with the unit amount as its balance. */
    giftCard: boolean('gift_card').notNull().default(false),
    /** How many units of its order were cancelled: they were returned to the counters. */
    cancelledUnits: integer('cancelled_units').notNull().default(0),
    /** The voucher that is applied; null: none. */
    voucherId: uuid('voucher_id'),
    voucher: jsonb().$type<VoucherUse>(),
    /** How many requests have set or removed the voucher. */
    version: integer().notNull().default(0),
    /** It was made at a sales desk, which may also sell the places that are kept for it. */
    atDesk: boolean('at_desk').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    check('reservation_cancelled_once', sql`${table.cancelledUnits} between 0 and ${table.quantity}`),
    index('reservation_by_time').on(table.organizationId, table.createdAt, table.id),
    check('reservation_voucher', sql`(${table.voucherId} is null) = (${table.voucher} is null)`),
    // The uses of a voucher.
    index('reservation_by_voucher')
      .on(table.catalogId, table.voucherId)
      .where(sql`voucher_id is not null`),
    // Those that are held now, when the service begins to count their units. It costs nothing to keep.
    index('reservation_by_end').using('brin', table.expiresAt),
    // The orders of one day, for the entrance.
    index('reservation_ordered_by_offer')
      .on(table.catalogId, table.offerId)
      .where(sql`order_id is not null`),
  ],
);
