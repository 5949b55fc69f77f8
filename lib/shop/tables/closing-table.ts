import { date, index, integer, jsonb, numeric, text } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { moment, storefront } from './checkout-table';
import type { DayFigure, PayoutProblem } from '../values/closing-values';

const amount = (name: string) => numeric(name, { precision: 14, scale: 2 });

/** A day whose cash was counted. It is written once (a trigger refuses changes, see the migration); what happens later is shown beside it. */
export const closingTable = storefront.table('closing', {
  /** YYYY-MM-DD in the time zone. */
  day: date().primaryKey(),
  timezone: text().notNull(),
  /** The day's payments and refunds at that moment. */
  figures: jsonb().$type<DayFigure[]>().notNull(),
  /** Cash: what the payments and refunds add up to, and what was counted. */
  expected: amount('expected').notNull(),
  counted: amount('counted').notNull(),
  note: text().notNull(),
  staff: text().notNull(),
  closedAt: moment('closed_at').notNull(),
});

const payoutStatuses = ['pending', 'paid', 'failed'] as const;

/** A payout of the payment provider, and how it was compared with the shop's payments when it was last read. */
export const payoutTable = storefront.table(
  'payout',
  {
    /** The provider's. */
    id: text().primaryKey(),
    /** YYYY-MM-DD, UTC. */
    arrivesOn: date('arrives_on').notNull(),
    status: oneOf('status', payoutStatuses).notNull(),
    currency: text().notNull(),
    amount: amount('amount').notNull(),
    payments: integer().notNull(),
    paymentsAmount: amount('payments_amount').notNull(),
    refunds: integer().notNull(),
    refundsAmount: amount('refunds_amount').notNull(),
    disputesAmount: amount('disputes_amount').notNull(),
    othersAmount: amount('others_amount').notNull(),
    /** 0 or more; it is taken from the amounts. */
    fees: amount('fees').notNull(),
    /** What does not match: the first ones, and how many there are. */
    problems: jsonb().$type<PayoutProblem[]>().notNull(),
    problemCount: integer('problem_count').notNull(),
    readAt: moment('read_at').notNull(),
  },
  (table) => [index('payout_by_day').on(table.arrivesOn)],
);

export type Closing = typeof closingTable.$inferSelect;
export type StoredPayout = typeof payoutTable.$inferSelect;
