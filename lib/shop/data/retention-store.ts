import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '../../database/bound-rows';
import { json, type Transaction } from '../../database/database';
import { forgetWords } from './index-persons';
import { isPlaced, nextStep, type State, states } from '../values/checkout-state';
import { mailTasks } from '../tables/task-table';
import { requestTicketErasure } from './ticket-erasure-store';

const olderThan = (days: number): SQL => sql`statement_timestamp() - make_interval(days => ${days}::int)`;

/** Checkouts ordered with that address, or for which it was typed. `email` in lower case. */
export const isOf = (email: string): SQL => sql`(checkout.email = ${email}
  or lower(checkout.customer->>'email') = ${email} or lower(checkout.entries->>'email') = ${email})`;

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
const restStates = states.filter((state) => nextStep(state) === 'rest');
/** States in which a checkout can be finished; those that were never paid have a period of their own. */
export const paidStates = restStates.filter((state) => isPlaced(state));
export const unpaidStates = restStates.filter((state) => !isPlaced(state));

/**
 * The condition that a checkout is finished: no worker, payment provider or member of staff has anything left
 * to do for it. An unfinished checkout is not changed, however old it is. A gift that waits for its day is no reason to keep what
 * a person wants to have erased: then it is not sent.
 */
export const isAtRest = sql`
  not exists (select 1 from storefront.job
    where job.subject in ('checkout', 'answers', 'invoice') and job.key = checkout.id::text
      and (job.due_at < 'infinity' or job.leased_until > clock_timestamp()))
  and checkout.state in (${sql.raw(quoted(restStates))})
  and not exists (select 1 from storefront.task
    where task.checkout_id = checkout.id and task.closed_at is null and task.kind not in (${sql.raw(quoted(mailTasks))}))
  and not exists (select 1 from storefront.payment
    where payment.checkout_id = checkout.id and payment.state in ('opening', 'open', 'authorized'))
  and not exists (select 1 from storefront.cancellation
    where cancellation.checkout_id = checkout.id and cancellation.state = 'requested')
  and not exists (select 1 from storefront.refund
    where refund.checkout_id = checkout.id and refund.state in ('planned', 'due'))
  and not exists (select 1 from storefront.mail
    where mail.checkout_id = checkout.id and mail.sent_at is null and mail.failure is null
      and not (mail.kind = 'gift' and mail.created_at > clock_timestamp()))`;

/**
 * Removes the personal data from the checkouts that have been in this state for so long; resolves to how many
 * there were. Concurrency guarantee: rows that others have locked are left out.
 */
export async function anonymiseOld(
  transaction: Transaction,
  { state, days, limit }: { state: State; days: number; limit: number },
): Promise<number> {
  const ids = await anonymise(
    transaction,
    sql`state = ${state} and anonymised_at is null and entered_at < ${olderThan(days)} and ${isAtRest}
        order by entered_at limit ${limit} for update skip locked`,
  );
  return ids.length;
}

/** Removes the personal data; resolves to the checkouts. References, states, amounts and orders stay, for the books. */
export async function anonymise(transaction: Transaction, which: SQL): Promise<string[]> {
  const rows = await transaction.write(
    z.object({ id: z.string() }),
    sql`update storefront.checkout
        set entries = '{}'::jsonb, customer = null, invoice = null, gift = null, answers = null, email = null,
          persons_indexed = null, anonymised_at = clock_timestamp()
        where id in (select id from storefront.checkout where ${which})
        returning id`,
  );
  const ids = rows.map(({ id }) => id);
  await forgetPersons(transaction, ids);
  await requestTicketErasure(transaction, ids);
  return ids;
}

async function forgetPersons(transaction: Transaction, checkoutIds: readonly string[]): Promise<void> {
  await forgetWords(transaction, checkoutIds);
  const ids = boundIds(checkoutIds);
  await transaction.run(sql`delete from storefront.ticket_holder where checkout_id in ${ids}`);
  await transaction.run(sql`delete from storefront.note where checkout_id in ${ids}`);
  // The specification has no customer in an order; if a server returned one anyway, it was stored with the order.
  await transaction.run(
    sql`update storefront.placed_order set data = jsonb_set(data, '{customer}', '[]')
        where checkout_id in ${ids} and data->'customer' <> '[]'::jsonb`,
  );
  // Which member of staff acted is stored as long as the customer's data.
  await transaction.run(
    sql`update storefront.task set closed_by = '' where checkout_id in ${ids} and closed_by <> ''`,
  );
  await transaction.run(
    sql`update storefront.ticket_block set blocked_by = '' where checkout_id in ${ids} and blocked_by <> ''`,
  );
  await transaction.run(
    sql`update storefront.cancellation set reason = '', staff = case when staff is null then null else '' end
        where checkout_id in ${ids} and reason <> ''`,
  );
  await transaction.run(
    sql`update storefront.refund set settled_reason = null, reason = null, staff = null
        where checkout_id in ${ids} and coalesce(settled_reason, reason, staff) is not null`,
  );
  // To which address an e-mail was sent, though only in part.
  await transaction.run(
    sql`update storefront.timeline set detail = detail - 'address'
        where checkout_id in ${ids} and detail->>'address' is not null`,
  );
  // The reason why an e-mail was not delivered may contain the address.
  await transaction.run(
    sql`update storefront.task set closed_at = clock_timestamp()
        where checkout_id in ${ids} and closed_at is null and kind in ${mailTasks}`,
  );
  await transaction.run(sql`delete from storefront.mail where checkout_id in ${ids}`);
  // Of messages to everyone of a visit it stays known how many were sent.
  await transaction.run(
    sql`update storefront.mail set failure = case when sent_at is null then 'not needed' end
        where message_checkout_id in ${ids} and (failure is not null or sent_at is null)`,
  );
}

interface Old {
  days: number;
  limit: number;
}

/** Rows of one table, the oldest first, which others have not locked. `time`: its column, which has an index. */
const oldest = (table: SQL, time: SQL, isOld: SQL, limit: number): SQL =>
  sql`delete from ${table} where ctid in (
        select ctid from ${table} where ${isOld} order by ${time} limit ${limit} for update skip locked)`;

const deletion =
  (name: string, time: string, condition = sql`true`) =>
  ({ days, limit }: Old): SQL => {
    const column = sql.raw(time);
    const isOld = sql`${column} < ${olderThan(days)} and ${condition}`;
    return oldest(sql.raw(`storefront.${name}`), column, isOld, limit);
  };

/** Deletes for whom invoices are made out that are kept for long enough; numbers and amounts stay. */
export const forgottenBuyers = ({ days, limit }: Old): SQL =>
  sql`update storefront.invoice set buyer = null where id in (
        select id from storefront.invoice where issued_at < ${olderThan(days)} and buyer is not null
        order by issued_at limit ${limit} for update skip locked)`;

/** Deletes at most so many rows whose period is over. */
export const deletions = {
  webhooks: deletion('webhook', 'received_at', sql`handled_at is not null`),
  links: ({ days, limit }: Old) =>
    sql`delete from storefront.link where token_hash in (
          select token_hash from storefront.link join storefront.checkout on checkout.id = link.checkout_id
          where link.created_at < ${olderThan(days)} and ${isAtRest}
          order by link.created_at limit ${limit} for update of link skip locked)`,
  access: ({ days, limit }: Old) =>
    sql`delete from storefront.access where (token_hash, checkout_id) in (
          select token_hash, checkout_id from storefront.access
            join storefront.checkout on checkout.id = access.checkout_id
          where access.granted_at < ${olderThan(days)} and ${isAtRest}
          order by access.granted_at limit ${limit} for update of access skip locked)`,
  alerts: deletion('alert', 'created_at'),
  audit: deletion('audit', 'at'),
  claims: deletion('claim', 'until'),
  admissions: deletion('waiting_admission', 'used_at'),
  // Written and read by the clock of the program.
  limits: ({ days, limit }: Old) => {
    const isOld = sql`expire < ${Date.now() - days * 86_400_000}::bigint`;
    return oldest(sql`storefront.limit_count`, sql`expire`, isOld, limit);
  },
};

const timelineRow = z.object({ id: z.int(), isOld: z.boolean(), isAtRest: z.boolean() });

/**
 * Deletes the old ones among the next timeline entries after an entry. They are numbered in the order of
 * time, so that no index by time is needed. Resolves to the last entry that it looked at; null when the rest
 * is younger.
 */
export async function deleteTimeline(
  transaction: Transaction,
  { days, limit, after }: Old & { after: number },
): Promise<{ last: number; deleted: number } | null> {
  const rows = await transaction.rows(
    timelineRow,
    sql`select timeline.id, timeline.at < ${olderThan(days)} as "isOld", (${isAtRest}) as "isAtRest"
        from (select * from storefront.timeline where id > ${after} order by id limit ${limit}) timeline
          join storefront.checkout on checkout.id = timeline.checkout_id
        order by timeline.id`,
  );
  const last = rows.at(-1);
  if (last === undefined || !rows.some(({ isOld }) => isOld)) return null;
  const ids = rows.filter((row) => row.isOld && row.isAtRest).map(({ id }) => id);
  const deleted = await transaction.run(
    sql`delete from storefront.timeline
        where id in (select jsonb_array_elements_text(${json(ids)})::bigint)`,
  );
  return { last: last.id, deleted };
}
