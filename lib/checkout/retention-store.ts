import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Transaction } from '../database/database';

const idRow = z.object({ id: z.string() });

const olderThan = (days: number): SQL => sql`clock_timestamp() - make_interval(days => ${days}::int)`;

/**
 * The condition that nothing goes on with a checkout, and nothing is left to do for it: not by a worker, not by the
 * payment provider, not by staff. What is not at rest is not touched, however old it is.
 */
export const isAtRest = sql`
  checkout.due_at is null
  and (checkout.leased_until is null or checkout.leased_until <= clock_timestamp())
  and (checkout.state in ('ordered', 'refunded', 'voided', 'expired', 'cancelled')
    or (checkout.state = 'attention' and checkout.settled_as is not null))
  and not exists (select 1 from storefront.payment
    where payment.checkout_id = checkout.id
      and (payment.state in ('opening', 'open', 'authorized')
        or (payment.state = 'paid' and payment.refunded_at is null and payment.settled_as is null and exists (
          select 1 from storefront.timeline where timeline.checkout_id = checkout.id
            and timeline.what = 'payment_unexpected' and timeline.detail->>'payment' = payment.id::text))))
  and not exists (select 1 from storefront.payment_incident as incident
    where incident.checkout_id = checkout.id
      and ((incident.acknowledged_at is null and incident.status <> 'settled')
        or (incident.kind = 'dispute' and incident.status = 'open')))
  and not exists (select 1 from storefront.mail
    where mail.checkout_id = checkout.id and mail.due_at is not null)`;

/** States in which a checkout can be at rest: of these, what was never paid has its own period. */
export const paidStates = ['ordered', 'refunded', 'voided', 'attention'] as const;
export const unpaidStates = ['expired', 'cancelled'] as const;
type RestState = (typeof paidStates)[number] | (typeof unpaidStates)[number];

/**
 * Takes the persons out of checkouts that have been in this state for so long; resolves to how many there were.
 * References, states, amounts and orders stay, for the books. Race promise: rows that others have locked are left out.
 */
export async function anonymise(
  transaction: Transaction,
  { state, days, limit }: { state: RestState; days: number; limit: number },
): Promise<number> {
  const rows = await transaction.write(
    idRow,
    sql`update storefront.checkout
        set entries = '{}'::jsonb, customer = null, email = null, anonymised_at = clock_timestamp()
        where id in (
          select id from storefront.checkout
          where state = ${state} and anonymised_at is null and entered_at < ${olderThan(days)} and ${isAtRest}
          order by entered_at limit ${limit} for update skip locked)
        returning id`,
  );
  await forgetPersons(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** Takes the persons out of what belongs to these checkouts. */
export async function forgetPersons(transaction: Transaction, checkoutIds: readonly string[]): Promise<void> {
  const ids = sql`(select jsonb_array_elements_text(${json(checkoutIds)})::uuid)`;
  // The specification has no customer in an answer; a server that tells one anyway was written down with it.
  await transaction.run(
    sql`update storefront.placed_order set data = jsonb_set(data, '{customer}', '[]')
        where checkout_id in ${ids} and data->'customer' <> '[]'::jsonb`,
  );
  // Which member of staff it was is kept as long as whose purchase it was.
  await transaction.run(
    sql`update storefront.payment_incident set acknowledged_by = null
        where checkout_id in ${ids} and acknowledged_by is not null`,
  );
  await transaction.run(
    sql`update storefront.ticket_block set blocked_by = '' where checkout_id in ${ids} and blocked_by <> ''`,
  );
  // Why an e-mail was not delivered may name the address.
  await transaction.run(sql`delete from storefront.mail where checkout_id in ${ids}`);
}

interface Old {
  days: number;
  limit: number;
}

export function deleteWebhooks(transaction: Transaction, { days, limit }: Old): Promise<number> {
  return transaction.run(
    sql`delete from storefront.webhook where id in (
          select id from storefront.webhook where received_at < ${olderThan(days)} and due_at is null
          order by received_at limit ${limit} for update skip locked)`,
  );
}

export function deleteLinks(transaction: Transaction, { days, limit }: Old): Promise<number> {
  return transaction.run(
    sql`delete from storefront.link where token_hash in (
          select token_hash from storefront.link join storefront.checkout on checkout.id = link.checkout_id
          where link.created_at < ${olderThan(days)} and ${isAtRest}
          order by link.created_at limit ${limit} for update of link skip locked)`,
  );
}

/** Which browsers may see which checkouts. */
export function deleteAccess(transaction: Transaction, { days, limit }: Old): Promise<number> {
  return transaction.run(
    sql`delete from storefront.access where (token_hash, checkout_id) in (
          select token_hash, checkout_id from storefront.access
            join storefront.checkout on checkout.id = access.checkout_id
          where access.granted_at < ${olderThan(days)} and ${isAtRest}
          order by access.granted_at limit ${limit} for update of access skip locked)`,
  );
}

export function deleteAlerts(transaction: Transaction, { days, limit }: Old): Promise<number> {
  return transaction.run(
    sql`delete from storefront.alert where id in (
          select id from storefront.alert where created_at < ${olderThan(days)} limit ${limit}
          for update skip locked)`,
  );
}

const timelineRow = z.object({ id: z.int(), isOld: z.boolean(), isAtRest: z.boolean() });

/**
 * Deletes the old of the next timeline entries after one. They are numbered in the order of time, so that no index by
 * time is needed. Resolves to the last that it looked at; null when the rest is younger.
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
