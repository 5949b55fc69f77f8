import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PGlite, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type Database, type DatabaseOptions, DatabaseUnavailable, firstReason, type Send } from './database';
import { lockFolder } from './folder-lock';
import { applyMigrations } from './migrate';
import { PrivateDatabaseFiles } from './private-database-files';
import { closeTree } from './private-files';
import { readerOn, transactionOn } from './statements';

/** What our migrations create (decision 38); PostgreSQL has it among its own extensions. */
export const extensions = { pg_trgm };

type EmbeddedOptions = Pick<DatabaseOptions, 'folder' | 'migrations' | 'schema'>;

/**
 * Opens the embedded database in its folder, which no other process may use at the same time. Throws
 * DatabaseUnavailable if another process uses it, or if it can't be written.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const folder = resolve(options.folder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    closeTree(folder);
    const unlock = await lockFolder(folder);
    const files = join(folder, 'pgdata');
    if (!existsSync(join(files, 'PG_VERSION'))) await createInChild(files, folder);
    const engine = await PGlite.create({ fs: new PrivateDatabaseFiles(files), extensions });
    const database = await embeddedOn(engine, options);
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    throw unusable(folder, firstReason(error), error);
  }
}

/** For an engine that is open already. */
export async function embeddedOn(
  engine: PGlite,
  { migrations, schema }: Omit<EmbeddedOptions, 'folder'>,
): Promise<Database> {
  await applyMigrations(
    { query: (statement) => engine.query(statement), isShared: false },
    { migrations, schema },
  );
  return {
    ...readerOn(sendOn(engine)),
    single: transactionOn(sendOn(engine)),
    transaction: (work) => engine.transaction((scoped) => work(transactionOn(sendOn(scoped)))),
    close: () => engine.close(),
  };
}

const parsers = { [types.DATE]: String, [types.INT8]: Number };

function sendOn(engine: Pick<PGlite, 'query'>): Send {
  return async ({ text, params, rowMode }) => {
    const { rows, affectedRows = 0 } = await engine.query(text, params, { parsers, rowMode });
    return { rows, changed: affectedRows };
  };
}

/**
 * Creating the files needs about 840 MB, which the engine does not release, so a child process does it. The folder
 * gets its name when it is complete: an interrupted creation leaves nothing that would be opened.
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
    closeTree(unfinished);
    await rename(unfinished, files);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // The output of the child is a stack trace; the cause keeps it for debugging.
    throw unusable(folder, 'the files of the database could not be made there', error);
  }
}

function unusable(folder: string, reason: string, cause: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `The data folder ${folder} can't be used: ${reason}. Check that it can be written and that the disk is not full, or name another folder with DATA_DIR.`,
    { cause },
  );
}
