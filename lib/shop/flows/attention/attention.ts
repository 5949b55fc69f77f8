import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import { orderColumns, paidInstead, type FoundOrder } from '../lookup/find-orders';
import { checkoutTable } from '../../tables/checkout-table';
import type { Incident } from '../../rules/incident';
import { reasonOfIncident } from '../../data/incident-store';
import { paymentIncidentTable } from '../../tables/incident-table';
import { isReturned } from '../../tables/refund-table';

/**
 * The groups of the staff list, by what staff can do; the most urgent group first. `checkouts`: purchases
 * that no program can finish. `cancellations`: tickets are cancelled, and the money is not refunded.
 * `to_acknowledge`: staff only have to confirm that they saw it. `at_bank`: open
 * disputes that are answered, or will not be answered; only the bank can end them.
 */
export const attentionGroups = [
  'checkouts',
  'cancellations',
  'overdue',
  'payment_unexpected',
  'refund_failed',
  'dispute_open',
  'fraud_warning',
  'dispute_lost',
  'email_failed',
  'documents_missing',
  'to_acknowledge',
  'at_bank',
] as const;
export type AttentionGroup = (typeof attentionGroups)[number];

export interface Waiting extends FoundOrder {
  group: AttentionGroup;
  /** What staff have to do: the reason of the checkout, or the name of what happened. */
  waitsFor: string;
  /** Since when, by the database's clock. */
  waitingSeconds: number;
  /** What happened to the payment, in groups of incidents. */
  incident: Pick<Incident, 'id' | 'amount' | 'currency' | 'answerDueAt'> | null;
}

/** How many rows of a group are shown when all groups are shown, and on a page of one group. */
export const besideOthers = 10;
export const onOnePage = 25;

/** Which part of the list is shown; `group` null: the beginning of every group. */
export interface AttentionPlace {
  group: AttentionGroup | null;
  /** Counted from 1. A page number after the last page shows the last page. */
  page: number;
}

export interface AttentionPart {
  group: AttentionGroup;
  count: number;
  page: number;
  pages: number;
  entries: Waiting[];
}

/** A page of one group, even if nothing waits in it; or the beginning of every group with something in it. */
export async function readAttentionPlace(
  reader: Reader,
  { group, page }: AttentionPlace,
): Promise<AttentionPart[]> {
  const counts = await countAttention(reader);
  if (group === null) {
    const groups = attentionGroups.filter((one) => counts.get(one) !== 0);
    if (groups.length === 0) return [];
    const all = await readAttention(reader, groups, { limit: besideOthers, offset: 0 });
    return groups.map((one) => {
      const entries = all.filter((entry) => entry.group === one);
      return { group: one, count: counts.get(one) ?? 0, page: 1, pages: 1, entries };
    });
  }
  const count = counts.get(group) ?? 0;
  const pages = Math.max(1, Math.ceil(count / onOnePage));
  const shown = Math.min(page, pages);
  const entries = await readAttention(reader, [group], { limit: onOnePage, offset: (shown - 1) * onOnePage });
  return [{ group, count, page: shown, pages, entries }];
}

const countSchema = z.object({ group: z.enum(attentionGroups), count: z.int() });

/** Of every group, also of those in which nothing waits. */
export async function countAttention(reader: Reader): Promise<Map<AttentionGroup, number>> {
  const counts = attentionGroups.map(
    (group) => sql`select ${group} as "group", count(*)::int as count from (${sources[group].rows}) as one`,
  );
  const found = await reader.rows(countSchema, sql.join(counts, sql` union all `));
  return new Map(found.map(({ group, count }) => [group, count]));
}

/** Some rows of each of these groups in one statement; within a group the most urgent first. */
export async function readAttention(
  { db }: Reader,
  groups: readonly AttentionGroup[],
  { limit, offset }: { limit: number; offset: number },
): Promise<Waiting[]> {
  const parts = groups.map((group) => {
    const { rows, order } = sources[group];
    return sql`select ${group} as "group", row_number() over (order by ${order}) as place, part.*
      from (select * from (${rows}) as one order by ${order} limit ${limit} offset ${offset}) as part`;
  });
  const { id, amount, currency, answerDueAt } = paymentIncidentTable;
  return db
    .select({
      ...orderColumns,
      // The money that waits; or what was to be paid: the rest was paid with exchanged tickets.
      total: sql<
        string | null
      >`coalesce(waiting.amount::text, ${paidInstead}, greatest(${checkoutTable.total} - ${checkoutTable.credit}, 0)::text)`,
      group: sql<AttentionGroup>`waiting."group"`,
      waitsFor: sql<string>`waiting.waits_for`,
      waitingSeconds: sql<number>`greatest(0, floor(extract(epoch from clock_timestamp() - waiting.since)))::int`,
      incident: { id, amount, currency, answerDueAt },
    })
    .from(sql`(${sql.join(parts, sql` union all `)}) as waiting`)
    .innerJoin(checkoutTable, sql`${checkoutTable.id} = waiting.purchase`)
    .leftJoin(paymentIncidentTable, sql`${id} = waiting.incident_id`)
    .orderBy(sql`waiting."group"`, sql`waiting.place`);
}

function purchases(since: SQL, waitsFor: SQL, where: SQL): SQL {
  return sql`select id as purchase, ${since} as since, ${waitsFor} as waits_for, null as incident_id,
      null::timestamptz as due, null::numeric as amount
    from storefront.checkout where ${where}`;
}

/** Payments for a checkout that had no use for them, and that are not known to be refunded. */
const unexpectedPayments = sql`
  select seen.checkout_id as purchase, min(seen.at) as since, 'payment_unexpected' as waits_for,
    null as incident_id, null::timestamptz as due, sum(payment.amount) as amount
  from (
    select checkout_id, detail->>'payment' as payment, min(at) as at from storefront.timeline
    where what = 'payment_unexpected' group by checkout_id, detail->>'payment'
  ) as seen
    join storefront.payment on payment.id::text = seen.payment and payment.checkout_id = seen.checkout_id
  where payment.state in ('authorized', 'paid') and payment.settled_as is null and not exists (
    select 1 from storefront.refund where refund.payment_id = payment.id and ${isReturned})
  group by seen.checkout_id`;

/** Of a refund in parts, each purchase has its own. */
const cancellations = sql`select checkout_id as purchase, min(entered_at) as since, 'cancellation_' || min(problem) as waits_for,
    null as incident_id, null::timestamptz as due, sum(amount) as amount
  from storefront.refund where state = 'failed' and cause = 'cancelled_tickets' group by checkout_id`;

function emails(attention: 'email_failed' | 'documents_missing'): SQL {
  return sql`select checkout_id as purchase, min(attention_at) as since, ${attention} as waits_for, null as incident_id,
      null::timestamptz as due, null::numeric as amount
    from storefront.mail where attention = ${attention} group by checkout_id`;
}

const incidentColumns = sql`
  checkout_id as purchase, seen_at as since, ${reasonOfIncident} as waits_for, id as incident_id, answer_due_at as due,
  null::numeric as amount`;

function incidents(which: SQL): SQL {
  return sql`select ${incidentColumns} from storefront.payment_incident
    where acknowledged_at is null and status <> 'settled' and ${which}`;
}

function openDisputes(which: SQL): SQL {
  return sql`select ${incidentColumns} from storefront.payment_incident
    where kind = 'dispute' and status = 'open' and ${which}`;
}

const longestFirst = sql`since, purchase`;
const newestFirst = sql`since desc, incident_id`;

/** The rows of each group (purchase, since, waits_for, incident_id, due, amount); `order`: the most urgent first. */
const sources: Record<AttentionGroup, { rows: SQL; order: SQL }> = {
  checkouts: {
    rows: purchases(
      sql`entered_at`,
      sql`coalesce(reason, 'unknown')`,
      sql`state = 'attention' and settled_as is null`,
    ),
    order: longestFirst,
  },
  cancellations: { rows: cancellations, order: longestFirst },
  overdue: {
    rows: purchases(sql`escalated_at`, sql`'overdue'`, sql`escalated_at is not null`),
    order: longestFirst,
  },
  payment_unexpected: { rows: unexpectedPayments, order: longestFirst },
  email_failed: { rows: emails('email_failed'), order: longestFirst },
  documents_missing: { rows: emails('documents_missing'), order: longestFirst },
  refund_failed: { rows: incidents(sql`kind = 'refund_failed' and status = 'open'`), order: longestFirst },
  fraud_warning: { rows: incidents(sql`kind = 'fraud_warning' and status = 'open'`), order: newestFirst },
  dispute_lost: { rows: incidents(sql`kind = 'dispute' and status = 'lost'`), order: newestFirst },
  to_acknowledge: {
    rows: incidents(
      sql`(kind, status) in (('refunded_at_provider', 'open'), ('dispute', 'won'), ('dispute', 'closed'))`,
    ),
    order: newestFirst,
  },
  dispute_open: {
    rows: openDisputes(sql`acknowledged_at is null and not answered`),
    // A dispute without a deadline from the provider may be due at once.
    order: sql`due nulls first, since, incident_id`,
  },
  at_bank: { rows: openDisputes(sql`(acknowledged_at is not null or answered)`), order: newestFirst },
};
