import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database, Single, Transaction } from '../../database/database';
import { decodedColumns } from '../../database/row-columns';
import { together } from '../../database/together';
import { counter } from '../../metrics/registry';
import type { Checkout } from '../rules/checkout';
import { checkoutTable } from '../tables/checkout-table';
import type { JobKind } from '../tables/job-table';
import {
  decide,
  nextStep,
  stateRules,
  type CheckoutEvent,
  type State,
  type Step,
} from '../values/checkout-state';
import type { Reason } from '../values/checkout-values';
import { announceState } from './announce';
import { checkoutColumns, type customerValues } from './checkout-store';
import { endOf, insertJobs, jobRow, restJob } from './job-store';
import { findSecured } from './payment-store';
import { refundWhole } from './refund-store';
import { closing } from './task-store';
import { insertEntries } from './timeline-store';

const { id: checkoutId, state, version } = checkoutTable;
const now = sql`clock_timestamp()`;
const movedColumns = decodedColumns(checkoutColumns);

const transitions = counter({
  name: 'storefront_checkout_events_total',
  help: 'What happened to checkouts, by event and by the state that they entered',
  labelNames: ['event', 'state'],
});

export interface Changes {
  total?: string;
  expiresAt?: Date;
  reason?: Reason;
  /** For the timeline: amounts, counts, identifiers; no personal data. */
  detail?: Record<string, unknown>;
  /** The customer who orders, with the transition to the payment. */
  customer?: ReturnType<typeof customerValues>;
  /** Other parts of the same statement. They may select the id of the checkout from `moved`, which is empty if it did not move. */
  beside?: readonly SQL[];
  /**
   * A change of the same statement on which the transition depends, with RETURNING: if it changes no row, the checkout does
   * not move. The caller has locked the checkout that it read: otherwise the change could be made without the transition.
   */
  after?: SQL;
  /** The caller has the job of the checkout, which ends with this transition if nothing follows. */
  hasJob?: boolean;
}

/** The checkout as the caller read it. */
type Seen = Pick<Checkout, 'id' | 'state' | 'version'>;

/**
 * Makes the transition that follows from an event, with its timeline entry and its job, in one statement. Concurrency
 * guarantee: one conditional UPDATE on the state and version that the caller read, so of any number of callers that read the
 * same version one succeeds; the others get null and have changed nothing.
 */
export async function transition(
  transaction: Transaction,
  seen: Seen,
  event: CheckoutEvent,
  changes: Changes = {},
): Promise<Checkout | null> {
  const target = decide(seen.state, event);
  if (target === null) return null;
  const moved = await move(transaction, seen, { event, target }, changes);
  if (moved === null) return null;
  if (leavesJob(target, changes)) await transaction.run(restJob('checkout', seen.id));
  if (target === 'refunding') await refundPaid(transaction, seen.id);
  await announceState(transaction, moved, event);
  return moved;
}

/** Nothing follows, and another process may have the job of the checkout: its end is a statement of its own. */
const leavesJob = (target: State, { hasJob = false }: Changes) => nextStep(target) === 'rest' && !hasJob;

/** States that are announced, or for which something else is done beside the transition. */
const announced: readonly State[] = ['attention', 'expired', 'refunding'];

/** The same for a caller that changes nothing else: one statement without a transaction, if it needs no other. */
export async function transitionAlone(
  database: Database,
  seen: Seen,
  event: CheckoutEvent,
  changes: Changes = {},
): Promise<Checkout | null> {
  const target = decide(seen.state, event);
  if (target === null) return null;
  return !announced.includes(target) && !leavesJob(target, changes)
    ? move(database.single, seen, { event, target }, changes)
    : database.transaction((transaction) => transition(transaction, seen, event, changes));
}

async function move(
  single: Single,
  seen: Seen,
  { event, target }: { event: CheckoutEvent; target: State },
  { total, reason, detail, expiresAt, customer, beside = [], after, hasJob = false }: Changes,
): Promise<Checkout | null> {
  const update = single.db
    .update(checkoutTable)
    .set({
      ...customer,
      state: target,
      version: sql`${version} + 1`,
      enteredAt: now,
      tries: 0,
      asked: target === 'ordering',
      ambiguous: false,
      lookOnly: null,
      escalatedAt: null,
      total,
      reason: event.kind === 'rereserved_before_payment' ? null : reason,
      expiresAt,
    })
    .where(
      and(
        eq(checkoutId, seen.id),
        eq(state, seen.state),
        eq(version, seen.version),
        after === undefined ? undefined : sql`exists (select from changed)`,
      ),
    );
  const noted = insertEntries(sql`select id from moved`, event.kind, {
    from: seen.state,
    to: target,
    ...detail,
  });
  // What staff had to do in the state before.
  const closed = closing(sql`select id::text from moved`, ['purchase', 'overdue']);
  const due = jobAfter(target);
  const [moved] = await single.returning(movedColumns, (list) => {
    const parts = [
      ...(after === undefined ? [] : [sql`changed as (${after})`]),
      sql`moved as (${update.getSQL()} returning ${list})`,
      sql`noted as (${noted})`,
      sql`closed as (${closed})`,
    ];
    const following = due ?? (hasJob ? endOf('checkout', sql`(select id::text from moved)`) : null);
    const billed = target === 'ordered' ? [sql`billed as (${invoiceJob})`] : [];
    const all = [...parts, ...billed, ...(following === null ? [] : [sql`due as (${following})`]), ...beside];
    return sql`${together(all)} * from moved`;
  });
  if (moved === undefined) return null;
  transitions.inc({ event: event.kind, state: target });
  return moved;
}

/**
 * The invoice of what was paid. The confirmation issues it, to attach it; the job does it where there is none, or it fails. At
 * the counter the customer waits for it.
 */
const invoiceJob = insertJobs(
  sql`select ${jobRow('invoice', sql`id::text`, sql`case when channel = 'counter' then ${now} else ${now} + interval '15 seconds' end`)}
      from moved where total > 0`,
);

async function refundPaid(transaction: Transaction, id: string): Promise<void> {
  const payment = await findSecured(transaction, id);
  if (payment === null) throw new Error(`checkout ${id} has no payment to refund`);
  await refundWhole(transaction, payment, 'no_order');
}

/** What the worker does in each state. */
const jobs = {
  end_hold: 'hold',
  ask_provider: 'hold',
  begin_order: 'order',
  look_for_order: 'order',
  capture: 'order',
  await_refund: 'no_order',
  void: 'no_order',
} as const satisfies Record<Exclude<Step, 'rest'>, JobKind>;

/** The statement that makes the job for what follows when `moved` has entered this state; null: nothing follows. */
function jobAfter(target: State): SQL | null {
  const step = nextStep(target);
  if (step === 'rest') return null;
  // Webhooks and the page to which the customer returns report a payment; at the end of the hold the payment
  // page is closed.
  const isAtEnd = step === 'end_hold' || step === 'ask_provider';
  // The refund has a job of its own; the checkout is looked at when it is overdue.
  // The age is in whole seconds.
  const overdue = stateRules.refunding.overdue + 60;
  const isWaiting = step === 'await_refund';
  const dueAt = isAtEnd
    ? sql`"expiresAt"`
    : isWaiting
      ? sql`${now} + make_interval(secs => ${overdue})`
      : now;
  return insertJobs(sql`select ${jobRow(jobs[step], sql`id::text`, dueAt)} from moved`);
}
