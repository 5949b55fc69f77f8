import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { bulkInsert } from '../../database/bulk-insert';
import { type Database, json, type Transaction } from '../../database/database';
import type { Customer } from '../../contract/customer';
import { isUnindexed, personStamp } from '../tables/checkout-table';
import { entriesSchema } from '../values/checkout-values';
import { personPostingTable } from '../tables/person-table';
import { personWords } from '../rules/person-words';

const { word, checkoutId, createdAt, kind } = personPostingTable;
const postingsInsert = bulkInsert(personPostingTable, { word, checkoutId, createdAt, kind });

const changedRow = z.object({
  id: z.string(),
  createdAt: z.date(),
  // A newer release may have written others: one such row must not keep the rest from being found.
  entries: entriesSchema.catch(entriesSchema.parse({})),
  customer: z.custom<Customer>().nullable(),
  email: z.string().nullable(),
});

export const arePersonsUnindexed = sql`exists (select 1 from storefront.checkout where ${isUnindexed})`;

/**
 * Makes the names and addresses of the newest changed checkouts findable; resolves to how many they were. Not in the
 * transaction that writes them, which a customer waits for. Concurrency guarantee: the rows stay locked until their words are written, so that the words are of the names in the row; rows that
 * others have locked are left out.
 */
export function indexPersons(database: Database, limit: number): Promise<number> {
  return database.transaction(async (transaction) => {
    const rows = await transaction.write(
      changedRow,
      sql`update storefront.checkout
          set persons_indexed = case when entries = '{}'::jsonb and customer is null then null else ${personStamp} end
          where id in (select id from storefront.checkout where ${isUnindexed}
            order by created_at desc limit ${limit} for update skip locked)
          returning id, created_at as "createdAt", entries, customer, email`,
    );
    if (rows.length === 0) return 0;
    await forgetWords(
      transaction,
      rows.map(({ id }) => id),
    );
    const postings = rows.flatMap((row) =>
      personWords(row).map((one) => ({ ...one, checkoutId: row.id, createdAt: row.createdAt })),
    );
    await transaction.run(postingsInsert(postings));
    await transaction.run(
      sql`insert into storefront.person_word (word, uses, is_name)
          select word, count(*), bool_or(kind = 'name') from jsonb_to_recordset(${json(postings)}) as one (word text, kind text)
          where kind in ('name', 'email') group by word order by word
          on conflict (word) do update
            set uses = person_word.uses + excluded.uses, is_name = person_word.is_name or excluded.is_name`,
    );
    return rows.length;
  });
}

/**
 * Deletes the words of checkouts, which the caller has locked; also from the list of all words, if no other checkout has
 * them. Concurrency guarantee: one transaction at a time changes that list, so that its counts are right.
 */
export async function forgetWords(transaction: Transaction, checkoutIds: readonly string[]): Promise<void> {
  await transaction.run(sql`lock table storefront.person_word in share row exclusive mode`);
  const unused = await transaction.write(
    z.object({ word: z.string(), uses: z.int() }),
    sql`with gone as (
          delete from storefront.person_posting
          where checkout_id in (select value::uuid from jsonb_array_elements_text(${json(checkoutIds)}))
          returning word, kind)
        update storefront.person_word set uses = uses - count
        from (select word, count(*)::int as count from gone where kind in ('name', 'email') group by word) one
        where person_word.word = one.word
        returning person_word.word, uses`,
  );
  const words = unused.flatMap(({ word: one, uses }) => (uses > 0 ? [] : one));
  if (words.length === 0) return;
  await transaction.run(
    sql`delete from storefront.person_word where word in (select jsonb_array_elements_text(${json(words)}))`,
  );
}
