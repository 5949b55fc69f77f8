import { sql } from 'drizzle-orm';
import { json, type Reader } from '@/lib/database/database';
import { type StoredForm, storedFormSchema } from './form';

/** Forms by id, those that are not in use any more too. */
export async function formsById(reader: Reader, ids: readonly string[]): Promise<StoredForm[]> {
  if (ids.length === 0) return [];
  return reader.rows(
    storedFormSchema,
    sql`select id, catalog_id as "catalogId", code, fields from ticketing.form
        where id in (select value::uuid from jsonb_array_elements_text(${json(ids)}))`,
  );
}
