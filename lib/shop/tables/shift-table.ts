import { sql } from 'drizzle-orm';
import { check, index, jsonb, numeric, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { type ShiftFigure, shiftKinds, shiftMethods } from '../values/shift-values';
import { moment, storefront } from './checkout-table';

const amount = (name: string) => numeric(name, { precision: 14, scale: 2 });

/**
 * The time in which one person works at one till. A trigger keeps what was counted, and everything once it is closed (see
 * the migration). It takes sales until it is counted. Counted with a difference, it is closed by a note.
 */
export const shiftTable = storefront.table(
  'shift',
  {
    /** Made with the form, so that a form that is sent twice opens one shift. */
    id: uuid().primaryKey(),
    /** The name of the desk, as it was typed; capitals make no other till. */
    till: text().notNull(),
    /** The identity provider's identifier of the person. */
    staff: text().notNull(),
    /** The cash that was in the till before. */
    opening: amount('opening').notNull(),
    openedAt: moment('opened_at').notNull(),
    /** Null, like what follows: it is open. */
    countedAt: moment('counted_at'),
    /** Who counted; another person for a shift that was left open. */
    countedBy: text('counted_by'),
    /** The cash in the till, and the total of the card terminal. */
    countedCash: amount('counted_cash'),
    countedTerminal: amount('counted_terminal'),
    /** What they should have been, from the entries at that moment. */
    expectedCash: amount('expected_cash'),
    expectedTerminal: amount('expected_terminal'),
    figures: jsonb().$type<ShiftFigure[]>(),
    /** Why it differs; empty if it does not. Null: it is not closed. */
    note: text(),
    closedAt: moment('closed_at'),
    closedBy: text('closed_by'),
  },
  (table) => [
    check('shift_opening', sql`opening >= 0`),
    check(
      'shift_counted',
      sql`num_nulls(counted_at, counted_by, counted_cash, counted_terminal, expected_cash, expected_terminal, figures) in (0, 7)`,
    ),
    check('shift_closed', sql`num_nulls(note, closed_at, closed_by) in (0, 3)`),
    check('shift_closed_is_counted', sql`closed_at is null or counted_at is not null`),
    check(
      'shift_difference_has_note',
      sql`closed_at is null or note <> '' or (counted_cash = expected_cash and counted_terminal = expected_terminal)`,
    ),
    /** A person explains a difference before the next shift begins. */
    uniqueIndex('shift_of_person')
      .on(table.staff)
      .where(sql`closed_at is null`),
    uniqueIndex('shift_of_till')
      .on(sql`lower(till)`)
      .where(sql`counted_at is null`),
    index('shift_by_time').on(table.openedAt, table.id),
    index('shift_by_staff').on(table.staff, table.openedAt),
  ],
);

/** Money that came or went in a shift. Entries are only added. */
export const shiftEntryTable = storefront.table(
  'shift_entry',
  {
    id: uuid().primaryKey(),
    shiftId: uuid('shift_id')
      .notNull()
      .references(() => shiftTable.id),
    kind: oneOf('kind', shiftKinds).notNull(),
    method: oneOf('method', shiftMethods).notNull(),
    /** Below 0: it left the till. */
    amount: amount('amount').notNull(),
    /** The identifier that reports give the payment or refund (flows/report/payments.ts); null: it belongs to no purchase. */
    source: text(),
    /** Why cash was put in or taken out. */
    reason: text(),
    at: moment('at').notNull(),
  },
  (table) => [
    check('shift_entry_source', sql`(source is null) = (kind in ('in', 'out'))`),
    check('shift_entry_reason', sql`(reason is null) = (source is not null)`),
    uniqueIndex('shift_entry_of_source').on(table.source),
    index('shift_entry_of_shift').on(table.shiftId, table.at),
  ],
);

export type Shift = typeof shiftTable.$inferSelect;
