import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds, boundRows, boundTexts } from '../../database/bound-rows';
import { bulkInsert } from '../../database/bulk-insert';
import type { Database, Transaction } from '../../database/database';
import type { Customer } from '../../contract/customer';
import { isUnindexed, personStamp } from '../tables/checkout-table';
import { entriesSchema } from '../values/checkout-values';
import { personPostingTable } from '../tables/person-table';
import { personWords } from '../rules/person-words';
import { type Holder, holderRows } from './holder-store';

const { word, checkoutId, createdAt, kind } = personPostingTable;
const postingsInsert = bulkInsert(personPostingTable, { word, checkoutId, createdAt, kind });

const changedRow = z.object({
  id: z.string(),
  isIndexed: z.boolean(),
  createdAt: z.date(),
  // A newer release may have written others: one such row must not keep the rest from being found.
  entries: entriesSchema.catch(entriesSchema.parse({})),
  customer: z.custom<Customer>().nullable(),
  email: z.string().nullable(),
  holders: z.custom<Holder[]>(),
});

/** Asked once a second: in the order of the index, so that it is used, whatever the planner expects. */
export const arePersonsUnindexed = sql`coalesce(
  (select true from storefront.checkout where ${isUnindexed} order by created_at limit 1), false)`;

/**
 * Makes the names and addresses of the newest changed checkouts findable; resolves to how many they were. Not in the
 * transaction that writes them, which a customer waits for. Concurrency guarantee: the rows stay locked until their words
 * are written, so that the words are of the names in the row; rows that others have locked are left out.
 */
export function indexPersons(database: Database, limit: number): Promise<number> {
  return database.transaction(async (transaction) => {
    const rows = await transaction.write(
      changedRow,
      sql`with due as (
            select id, persons_indexed is not null as "isIndexed" from storefront.checkout where ${isUnindexed}
            order by created_at desc limit ${limit} for update skip locked)
          update storefront.checkout
          set persons_indexed = case when entries = '{}'::jsonb and customer is null then null else ${personStamp} end
          from due where checkout.id = due.id
          returning checkout.id, "isIndexed", created_at as "createdAt", entries, customer, email,
            ${holderRows(sql`checkout.id`)} as holders`,
    );
    if (rows.length === 0) return 0;
    const indexed = rows.filter(({ isIndexed }) => isIndexed).map(({ id }) => id);
    if (indexed.length > 0) await forgetWords(transaction, indexed);
    const postings = rows.flatMap((row) =>
      personWords(row).map((one) => ({ ...one, checkoutId: row.id, createdAt: row.createdAt })),
    );
    await transaction.run(
      sql`with posted as (${postingsInsert(postings)})
          insert into storefront.person_word (word, uses, is_name)
          select word, count(*), bool_or(kind = 'name') from ${boundRows(postings, 'one (word text, kind text)')}
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
          where checkout_id in ${boundIds(checkoutIds)}
          returning word, kind)
        update storefront.person_word set uses = uses - count
        from (select word, count(*)::int as count from gone where kind in ('name', 'email') group by word) one
        where person_word.word = one.word
        returning person_word.word, uses`,
  );
  const words = unused.flatMap(({ word: one, uses }) => (uses > 0 ? [] : one));
  if (words.length === 0) return;
  await transaction.run(sql`delete from storefront.person_word where word in ${boundTexts(words)}`);
}
