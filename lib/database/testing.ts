import { PGlite } from '@electric-sql/pglite';
import type { Database } from './database';
import { embeddedOn } from './embedded';

/** An embedded database in memory, made by the real migrations. */
export async function testDatabase(options: { migrations: string; schema: string }): Promise<Database> {
  return embeddedOn(await PGlite.create(), options);
}
