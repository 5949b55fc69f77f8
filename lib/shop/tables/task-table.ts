import { sql } from 'drizzle-orm';
import { index, numeric, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import { type Settlement, settlements } from '../values/checkout-values';
import { checkoutId, moment, storefront } from './checkout-table';

/**
 * What a person has to do, the most urgent first. `purchase`: one that no program can finish. `refund`: tickets are cancelled,
 * and the money is not refunded. `to_acknowledge`: staff only have to confirm that they saw it. `at_bank`: an open dispute that
 * is answered, or will not be answered; only the bank can end it. `changed_order`: the order has tickets of a changed session, for
 * which the shop could not do what staff had asked for. Which row the key identifies: of a purchase or an overdue one
 * the checkout, of a refund the refund, of an unexpected payment the payment, of an e-mail the e-mail, of a changed order the change
 * and the order, of others the incident.
 */
export const taskKinds = [
  'purchase',
  'refund',
  'overdue',
  'payment_unexpected',
  'refund_failed',
  'dispute_open',
  'fraud_warning',
  'dispute_lost',
  'changed_order',
  'email_failed',
  'documents_missing',
  'to_acknowledge',
  'at_bank',
] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Those about an e-mail. They keep no purchase open: its personal data is deleted in time. */
export const mailTasks = ['email_failed', 'documents_missing'] as const satisfies readonly TaskKind[];
export type MailTask = (typeof mailTasks)[number];

/** A task is created in the transaction that gives the reason for it, and closed when it was done, by staff or by a program. */
export const taskTable = storefront.table(
  'task',
  {
    id: uuid().primaryKey(),
    kind: oneOf('kind', taskKinds).notNull(),
    key: text().notNull(),
    checkoutId: checkoutId(),
    /** What staff have to do, by the name that their pages use. */
    reason: text().notNull(),
    /** The money that it is about; null: that of the purchase. */
    amount: numeric({ precision: 14, scale: 2 }),
    currency: text().notNull().default('EUR'),
    since: moment('since').notNull(),
    /** Until when the provider accepts an answer, if it names a time. */
    dueAt: moment('due_at'),
    closedAt: moment('closed_at'),
    /** The member of staff who has done it; null: a program has, or it was needless. */
    closedBy: text('closed_by'),
    /** Of a purchase and an unexpected payment: how staff settled it. */
    settledAs: oneOf('settled_as', settlements),
  },
  (table) => [
    uniqueIndex('task_open')
      .on(table.kind, table.key)
      .where(sql`closed_at is null`),
    index('task_by_key').on(table.key, table.since),
    index('task_of_checkout').on(table.checkoutId),
  ],
);

/** How staff settled what no program could, of a checkout in `attention`. */
export const settledAs = sql<Settlement | null>`case when storefront.checkout.state = 'attention' then (
  select task.settled_as from storefront.task
  where task.key = storefront.checkout.id::text and task.kind = 'purchase' order by task.since desc limit 1) end`;
