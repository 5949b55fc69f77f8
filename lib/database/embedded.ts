import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PGlite, types } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Database, DatabaseUnavailable, firstReason, type Transaction } from './database';
import { lockFolder } from './folder-lock';
import { applyMigrations } from './migrate';

const dialect = new PgDialect();

interface EmbeddedOptions {
  /** Where the files are kept. */
  folder: string;
  migrations: string;
  schema: string;
}

/**
 * Opens the embedded database in its folder, which no other process may use meanwhile.
 * Throws DatabaseUnavailable when another process has it, or when it can't be written.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const folder = resolve(options.folder);
  try {
    await mkdir(folder, { recursive: true });
    const unlock = await lockFolder(folder);
    const files = join(folder, 'pgdata');
    if (!existsSync(join(files, 'PG_VERSION'))) await createInChild(files, folder);
    const engine = await PGlite.create(files);
    const database = await embeddedOn(engine, options);
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    throw unusable(folder, firstReason(error), error);
  }
}

/** The port over an engine that is open already. */
export async function embeddedOn(
  engine: PGlite,
  { migrations, schema }: Omit<EmbeddedOptions, 'folder'>,
): Promise<Database> {
  await applyMigrations(
    { query: (statement) => engine.query(statement), isShared: false },
    { migrations, schema },
  );
  return {
    rows: reading(engine),
    transaction: (work) => engine.transaction((scoped) => work(transactionOn(scoped))),
    close: () => engine.close(),
  };
}

type Engine = Pick<PGlite, 'query'>;

const parsers = {
  [types.DATE]: (value: string) => value,
  [types.INT8]: Number,
};

function reading(engine: Engine) {
  return async <Row>(row: z.ZodType<Row>, statement: SQL): Promise<Row[]> =>
    z.array(row).parse((await send(engine, statement)).rows);
}

function transactionOn(engine: Engine): Transaction {
  return {
    rows: reading(engine),
    write: reading(engine),
    run: async (statement) => (await send(engine, statement)).affectedRows ?? 0,
  };
}

function send(engine: Engine, statement: SQL) {
  const query = dialect.sqlToQuery(statement);
  return engine.query(query.sql, query.params, { parsers });
}

/**
 * Creating the files takes some 840 MB that the engine does not give back; a child process does, when it ends.
 * They get their name when they are whole: a creation that was interrupted leaves nothing that would be opened.
 */
async function createInChild(files: string, folder: string): Promise<void> {
  const script = `
    import { PGlite } from '@electric-sql/pglite';
    const engine = await PGlite.create(process.argv[1]);
    await engine.close();`;
  const unfinished = `${files}.new`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, unfinished]);
    await rename(unfinished, files);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // What the child said is a stack trace; the cause keeps it for who looks closer.
    throw unusable(folder, 'the files of the database could not be made there', error);
  }
}

function unusable(folder: string, reason: string, cause: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `The data folder ${folder} can't be used: ${reason}. Check that it can be written and that the disk is not full, or name another folder with DATA_DIR.`,
    { cause },
  );
}
