import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from './database';
import { embeddedOn } from './embedded';
import { askShared } from './shared-testing';

interface Tables {
  migrations: string;
  schema: string;
}

/** An embedded database in memory, made by the real migrations. */
export async function testDatabase(tables: Tables): Promise<Database> {
  return embeddedOn(await PGlite.create(await copyOf(tables)), tables);
}

/** Puts an embedded database into a folder, for tests of what comes after a program has made one. */
export async function putDatabaseInto(folder: string, tables: Tables): Promise<void> {
  await mkdir(folder, { recursive: true });
  const engine = await PGlite.create(join(folder, 'pgdata'), await copyOf(tables));
  await engine.close();
}

/** What opens a copy of the database that the run has made once. */
async function copyOf(tables: Tables): Promise<{ loadDataDir?: Blob }> {
  const template = await askShared('embedded', { ...tables });
  return template === null ? {} : { loadDataDir: new Blob([await readFile(template)]) };
}
