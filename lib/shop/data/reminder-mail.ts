import { type SQL, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { insertJobs, jobRow } from './job-store';

/** The parts of a statement that enqueue the reminder of a visit. It waits from now on, and is as old as the moment at which it is due: until then nobody misses it. */
export function reminders(checkoutId: string, at: Date): SQL[] {
  const due = sql`${at.toISOString()}::timestamptz`;
  return [
    sql`reminded as (insert into storefront.mail (id, sending, checkout_id, kind, created_at)
        values (${newId()}::uuid, gen_random_uuid(), ${checkoutId}::uuid, 'reminder', ${due})
        on conflict (checkout_id, kind) do nothing returning id)`,
    sql`reminder_jobs as (${insertJobs(sql`select ${jobRow('mail', sql`id::text`, due)} from reminded`)})`,
  ];
}
