import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '@/lib/database/database';
import { rowColumns } from '@/lib/database/row-columns';
import { secretTable } from './secret-table';

const columns = rowColumns({ value: secretTable.value });

/** The secret with this name, 256 random bits in base64url; the first service that asks makes it for all. */
export async function sharedSecret(database: Database, name: string): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  await database.single.run(
    sql`insert into ticketing.secret (name, value) values (${name}, ${fresh}) on conflict (name) do nothing`,
  );
  const [kept] = await database.read(columns, sql`from ticketing.secret where name = ${name}`);
  if (kept === undefined) throw new Error(`the secret ${name} is gone`);
  return kept.value;
}
