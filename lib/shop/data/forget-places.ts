import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '../../database/bound-rows';
import type { Reader, Transaction } from '../../database/database';

/** For so long a place stays after what was waited for: a person may still open the link and read what happened. */
const keptDays = 7;

/** Deletes at most so many places whose time is over, with their e-mails. Resolves to their number. */
export function forgetOldPlaces(transaction: Transaction, limit: number): Promise<number> {
  return forget(
    transaction,
    sql`ends_at < statement_timestamp() - make_interval(days => ${keptDays}) order by ends_at limit ${limit}
        for update skip locked`,
  );
}

/** Deletes all places of an address (in lower case). What is held for it ends by itself. */
export function forgetPlacesOf(transaction: Transaction, email: string): Promise<number> {
  return forget(transaction, sql`email = ${email} for update`);
}

async function forget(transaction: Transaction, which: SQL): Promise<number> {
  const rows = await transaction.rows(
    z.object({ id: z.string() }),
    sql`select id from storefront.waiting_entry where ${which}`,
  );
  const ids = boundIds(rows.map(({ id }) => id));
  await transaction.run(sql`delete from storefront.mail where waiting_entry_id in ${ids}`);
  return transaction.run(sql`delete from storefront.waiting_entry where id in ${ids}`);
}

/** What is stored about an address: for what it waits or waited. */
export async function readPlaces(reader: Reader, email: string): Promise<Record<string, unknown>[]> {
  const rows = await reader.rows(
    z.object({ row: z.record(z.string(), z.unknown()) }),
    sql`select jsonb_build_object('product', product_name, 'tickets', details, 'quantity', quantity, 'state', state,
          'language', language, 'joinedAt', created_at, 'endsAt', ends_at,
          'emails', coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'createdAt', mail.created_at,
            'sentAt', sent_at) order by mail.created_at) from storefront.mail
            where waiting_entry_id = waiting_entry.id), '[]'::jsonb)) as row
        from storefront.waiting_entry where email = ${email} order by created_at`,
  );
  return rows.map(({ row }) => row);
}
