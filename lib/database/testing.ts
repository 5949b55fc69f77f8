import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from './database';
import { embeddedOn } from './embedded';
import { templateVariable } from './template-testing';

/** An embedded database in memory, made by the real migrations. */
export async function testDatabase(options: { migrations: string; schema: string }): Promise<Database> {
  const template = process.env[templateVariable];
  const loadDataDir = template === undefined ? undefined : new Blob([await readFile(template)]);
  return embeddedOn(await PGlite.create(loadDataDir === undefined ? {} : { loadDataDir }), options);
}
