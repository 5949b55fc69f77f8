import { and, eq } from 'drizzle-orm';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader } from '@/lib/database/database';
import { formTable } from './form-table';

const { id, catalogId, code, fields } = formTable;
const columns = { id, catalogId, code, fields };

export type StoredForm = Pick<typeof formTable.$inferSelect, keyof typeof columns>;

/** Forms of a catalogue by id, including retired ones. */
export async function formsById(
  { db }: Reader,
  inCatalog: string,
  ids: readonly string[],
): Promise<StoredForm[]> {
  if (ids.length === 0) return [];
  return db
    .select(columns)
    .from(formTable)
    .where(and(eq(catalogId, inCatalog), isOneOf(id, ids)));
}
