import { isOneOf } from '@/lib/database/conditions';
import type { Reader } from '@/lib/database/database';
import { formTable } from './form-table';

const { id, catalogId, code, fields } = formTable;
const columns = { id, catalogId, code, fields };

export type StoredForm = Pick<typeof formTable.$inferSelect, keyof typeof columns>;

/** Forms by id, including retired ones. */
export async function formsById({ db }: Reader, ids: readonly string[]): Promise<StoredForm[]> {
  return ids.length === 0 ? [] : db.select(columns).from(formTable).where(isOneOf(id, ids));
}
