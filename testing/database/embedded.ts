import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import type { Database } from '@/lib/database/database';
import { embeddedOn } from '@/lib/database/embedded';
import { extensions } from '@/lib/database/embedded-extensions';
import { exchangeWith } from '@/lib/database/engine-stream';
import { askShared } from './shared';

interface Tables {
  migrations: string;
  schema: string;
}

/** By the folder of their migrations: open, empty databases that no test uses now. Making one takes a second. */
const idle = new Map<string, PGlite[]>();

/**
 * An embedded database in memory, made by the real migrations. When it is closed, it is emptied for the next test.
 */
export async function testDatabase(tables: Tables): Promise<Database> {
  const key = JSON.stringify(tables);
  const others = idle.get(key) ?? [];
  idle.set(key, others);
  const engine = others.pop() ?? (await PGlite.create(await copyOf(tables)));
  const database = await embeddedOn(exchangeWith(engine), tables);
  return {
    ...database,
    close: async () => {
      await database.close();
      await empty(engine, tables);
      others.push(engine);
    },
  };
}

/** No migration of ours adds rows, so only the record of migrations has to stay. */
async function empty(engine: PGlite, { schema }: Tables): Promise<void> {
  const { rows } = await engine.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', $1)`,
    [schema],
  );
  if (rows.length === 0) return;
  // Without triggers, because the audit log refuses to be emptied.
  await engine.exec(`set session_replication_role = replica;
    truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade;
    set session_replication_role = origin`);
}

/** Writes an embedded database to a folder, for tests of programs that find one there. */
export async function putDatabaseInto(folder: string, tables: Tables): Promise<void> {
  await mkdir(folder, { recursive: true });
  const engine = await PGlite.create(join(folder, 'pgdata'), await copyOf(tables));
  await engine.close();
}

/** Opens a copy of the database that the run has made once. */
async function copyOf(tables: Tables): Promise<PGliteOptions> {
  const template = await askShared('embedded', { ...tables });
  return {
    extensions,
    ...(template === null ? {} : { loadDataDir: new Blob([await readFile(template)]) }),
  };
}
