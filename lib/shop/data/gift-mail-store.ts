import { eq, type SQL, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { Reader, Transaction } from '../../database/database';
import { together } from '../../database/together';
import { checkoutTable } from '../tables/checkout-table';
import { mailTasks } from '../tables/task-table';
import { insertJobs, jobRow } from './job-store';
import { closing } from './task-store';

const now = sql`clock_timestamp()`;
/** When a change is told. */
const soon = sql`clock_timestamp() + interval '2 minutes'`;
const asNew = sql`sending = gen_random_uuid(), created_at = excluded.created_at, sent_at = null, failure = null,
  refused_at = null`;

/**
 * The parts of a statement that enqueue the e-mail for the person to whom the checkout that `of` selects is given. `due`: when;
 * null: now. With `again` it is sent then, whatever became of it before.
 */
export function enqueuedGift(of: SQL, due: Date | null, again = false): SQL[] {
  const at = due === null ? now : sql`${due.toISOString()}::timestamptz`;
  const repeated = again ? sql`do update set ${asNew}` : sql`do nothing`;
  return [
    sql`gift_mail as (
          insert into storefront.mail (id, sending, checkout_id, kind, created_at)
          select ${newId()}::uuid, gen_random_uuid(), checkout.id, 'gift', ${at}
          from storefront.checkout where checkout.id in (${of}) and gift is not null
          on conflict (checkout_id, kind) ${repeated} returning id)`,
    sql`gift_tasks as (${closing(sql`select id::text from gift_mail`, mailTasks)})`,
    sql`gift_jobs as (${insertJobs(sql`select ${jobRow('mail', sql`id::text`, at)} from gift_mail`)})`,
  ];
}

/** That the gift was sent: it says which changes were known then. */
const sentGift = sql`storefront.timeline.what = 'mail_sent' and detail->>'kind' in ('gift', 'gift_change')`;

/**
 * The parts of a statement that enqueue the e-mail about a change for the person who has got the checkout that `of` selects as
 * a gift. They do nothing if it was not sent, and is not due: then it shows what is left. Changes that follow each other soon are
 * told together.
 */
export function enqueuedGiftChange(of: SQL): SQL[] {
  return [
    sql`change_mail as (
          insert into storefront.mail (id, sending, checkout_id, kind, created_at)
          select ${newId()}::uuid, gen_random_uuid(), gift.checkout_id, 'gift_change', ${soon}
          from storefront.mail gift
          where gift.checkout_id in (${of}) and gift.kind = 'gift' and (
            gift.sent_at is not null
            or (gift.failure is null and gift.created_at <= statement_timestamp())
            or exists (select from storefront.timeline where timeline.checkout_id = gift.checkout_id and ${sentGift}))
          on conflict (checkout_id, kind) do update set ${asNew}
          returning id)`,
    sql`change_tasks as (${closing(sql`select id::text from change_mail`, mailTasks)})`,
    sql`change_jobs as (${insertJobs(sql`select ${jobRow('mail', sql`id::text`, soon)} from change_mail`)})`,
  ];
}

/** Enqueues it, in the transaction that changes the booking. */
export async function enqueueGiftChange(transaction: Transaction, checkoutId: string): Promise<void> {
  await transaction.run(together(enqueuedGiftChange(sql`${checkoutId}::uuid`)));
}

/** Whether the person to whom a booking is given has learnt of a change of it. */
export type HasLearnt = (change: { readonly id: string; readonly createdAt: Date }) => boolean;

/** What the person knows to whom a booking is given; null: it was not sent. */
export async function toldOfGift(reader: Reader, checkoutId: string): Promise<HasLearnt | null> {
  const sent = await reader.rows(
    z.object({ tells: z.array(z.string()).nullable(), at: z.date() }),
    sql`select detail->'tells' as tells, at from storefront.timeline
        where checkout_id = ${checkoutId}::uuid and ${sentGift} order by at`,
  );
  if (sent.length === 0) return null;
  const told = new Set(sent.flatMap(({ tells }) => tells ?? []));
  // What a release before this one has sent says nothing of it: it showed what was left then.
  const before = sent.findLast(({ tells }) => tells === null)?.at ?? null;
  return ({ id, createdAt }) => told.has(id) || (before !== null && createdAt < before);
}

/** Of the e-mail for the person to whom the booking is given: it waits for its day, or will not be sent any more. */
export interface GiftDelivery {
  readonly state: 'waiting' | 'sent' | 'undelivered' | 'ended';
  /** ISO 8601; null: it was not sent. */
  readonly sentAt: string | null;
}

/** In the statement that reads the checkout; null: there is none. */
export const deliveryOfGift = sql<GiftDelivery | null>`(
  select json_build_object('sentAt', sent_at, 'state', case when sent_at is not null then 'sent'
    when failure is null then 'waiting' when failure = 'not needed' then 'ended' else 'undelivered' end)
  from storefront.mail where mail.checkout_id = checkout.id and mail.kind = 'gift')`;

/** Null: there is none. */
export async function giftDelivery({ db }: Reader, checkoutId: string): Promise<GiftDelivery | null> {
  const [found] = await db
    .select({ delivery: deliveryOfGift })
    .from(checkoutTable)
    .where(eq(checkoutTable.id, checkoutId));
  return found?.delivery ?? null;
}
