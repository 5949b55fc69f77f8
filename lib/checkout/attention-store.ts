import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../database/database';
import { attentionGroups, type AttentionGroup } from './attention';
import { foundOrderSchema, orderColumns } from './find-orders';
import { incidentSchema } from './incident';
import { reasonOfIncident } from './incident-store';

const waitingSchema = foundOrderSchema.extend({
  group: z.enum(attentionGroups),
  /** What a person has to do: the reason of the checkout, or the name of what happened. */
  waitsFor: z.string(),
  /** Since when, by the database's clock. */
  waitingSeconds: z.int(),
  /** What happened to a payment, in the groups of such incidents. */
  incident: incidentSchema
    .pick({ id: true, amount: true, currency: true })
    .extend({ answerDueAt: z.coerce.date().nullable() })
    .nullable(),
});
export type Waiting = z.infer<typeof waitingSchema>;

const countSchema = z.object({ group: z.enum(attentionGroups), count: z.int() });

/** How many wait in each group; none for the others. */
export async function countAttention(reader: Reader): Promise<Map<AttentionGroup, number>> {
  const counts = attentionGroups.map(
    (group) => sql`select ${group} as "group", count(*)::int as count from (${sourceOf(group).rows}) as one`,
  );
  const found = await reader.rows(countSchema, sql.join(counts, sql` union all `));
  return new Map(found.map(({ group, count }) => [group, count]));
}

/** Some of each of these groups, in one statement; of each group the most urgent first. */
export function readAttention(
  reader: Reader,
  groups: readonly AttentionGroup[],
  { limit, offset }: { limit: number; offset: number },
): Promise<Waiting[]> {
  const parts = groups.map((group) => {
    const { rows, order } = sourceOf(group);
    return sql`select ${group} as "group", row_number() over (order by ${order}) as place, part.*
      from (select * from (${rows}) as one order by ${order} limit ${limit} offset ${offset}) as part`;
  });
  return reader.rows(
    waitingSchema,
    sql`with waiting as (${sql.join(parts, sql` union all `)})
        select ${orderColumns}, waiting."group", waiting.waits_for as "waitsFor",
          greatest(0, floor(extract(epoch from clock_timestamp() - waiting.since)))::int as "waitingSeconds",
          case when incident.id is not null then jsonb_build_object('id', incident.id, 'amount', incident.amount::text,
            'currency', incident.currency, 'answerDueAt', incident.answer_due_at) end as incident
        from waiting join storefront.checkout on checkout.id = waiting.purchase
          left join storefront.payment_incident as incident on incident.id = waiting.incident_id
        order by waiting."group", waiting.place`,
  );
}

/** The rows of a group (purchase, since, waits_for, incident_id, due), and what brings the most urgent of them to the front. */
interface Source {
  rows: SQL;
  order: SQL;
}

const longestFirst = sql`since, purchase`;
const newestFirst = sql`since desc, incident_id`;

function sourceOf(group: AttentionGroup): Source {
  switch (group) {
    case 'checkouts':
      return {
        rows: purchases(sql`entered_at`, sql`coalesce(reason, 'unknown')`, {
          where: sql`state = 'attention' and settled_as is null`,
        }),
        order: longestFirst,
      };
    case 'overdue':
      return {
        rows: purchases(sql`escalated_at`, sql`'overdue'`, { where: sql`escalated_at is not null` }),
        order: longestFirst,
      };
    case 'payment_unexpected':
      return { rows: unexpectedPayments, order: longestFirst };
    case 'email_failed':
    case 'documents_missing':
      return { rows: emails(group), order: longestFirst };
    case 'refund_failed':
      return { rows: incidents(sql`kind = 'refund_failed' and status = 'open'`), order: longestFirst };
    case 'fraud_warning':
      return { rows: incidents(sql`kind = 'fraud_warning' and status = 'open'`), order: newestFirst };
    case 'dispute_lost':
      return { rows: incidents(sql`kind = 'dispute' and status = 'lost'`), order: newestFirst };
    case 'to_acknowledge':
      return {
        rows: incidents(
          sql`(kind, status) in (('refunded_at_provider', 'open'), ('dispute', 'won'), ('dispute', 'closed'))`,
        ),
        order: newestFirst,
      };
    case 'dispute_open':
      return {
        rows: openDisputes(sql`acknowledged_at is null and not answered`),
        // One of which the provider told no deadline may be due at once.
        order: sql`due nulls first, since, incident_id`,
      };
    case 'at_bank':
      return { rows: openDisputes(sql`(acknowledged_at is not null or answered)`), order: newestFirst };
  }
}

function purchases(since: SQL, waitsFor: SQL, { where }: { where: SQL }): SQL {
  return sql`select id as purchase, ${since} as since, ${waitsFor} as waits_for, null as incident_id,
      null::timestamptz as due
    from storefront.checkout where ${where}`;
}

/** Money came for a checkout that had no use for it, and is not known to have gone back. */
const unexpectedPayments = sql`
  select timeline.checkout_id as purchase, min(timeline.at) as since, 'payment_unexpected' as waits_for,
    null as incident_id, null::timestamptz as due
  from storefront.timeline
    join storefront.payment on payment.id::text = timeline.detail->>'payment'
      and payment.checkout_id = timeline.checkout_id
  where timeline.what = 'payment_unexpected' and payment.state in ('authorized', 'paid')
    and payment.refunded_at is null and payment.settled_as is null
  group by timeline.checkout_id`;

function emails(attention: 'email_failed' | 'documents_missing'): SQL {
  return sql`select checkout_id as purchase, min(attention_at) as since, ${attention} as waits_for, null as incident_id,
      null::timestamptz as due
    from storefront.mail where attention = ${attention} group by checkout_id`;
}

const incidentColumns = sql`
  checkout_id as purchase, seen_at as since, ${reasonOfIncident} as waits_for, id as incident_id, answer_due_at as due`;

function incidents(which: SQL): SQL {
  return sql`select ${incidentColumns} from storefront.payment_incident
    where acknowledged_at is null and status <> 'settled' and ${which}`;
}

function openDisputes(which: SQL): SQL {
  return sql`select ${incidentColumns} from storefront.payment_incident
    where kind = 'dispute' and status = 'open' and ${which}`;
}
