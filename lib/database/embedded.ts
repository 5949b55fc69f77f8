import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Pool } from 'pg';
import { connectionsOf } from './connections';
import {
  ConnectionLost,
  type Database,
  type DatabaseOptions,
  DatabaseUnavailable,
  firstReason,
} from './database';
import { EngineStream, type Exchange } from './engine-stream';
import { lockFolder } from './folder-lock';
import { applyMigrations } from './migrate';
import { databaseOn, listening, poolOptions, renewingPlans } from './postgres';
import { closeTree } from './private-files';

type EmbeddedOptions = Pick<DatabaseOptions, 'folder' | 'migrations' | 'schema' | 'planSeconds'>;

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
    return await openLocked(folder, options, unlock).catch(async (error: unknown) => {
      await unlock();
      throw error;
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    throw unusable(folder, firstReason(error), error);
  }
}

async function openLocked(
  folder: string,
  options: EmbeddedOptions,
  unlock: () => Promise<void>,
): Promise<Database> {
  const files = join(folder, 'pgdata');
  if (!existsSync(join(files, 'PG_VERSION'))) await createInChild(files, folder);
  const thread = await startThread(files);
  try {
    const database = await embeddedOn(thread.exchange, options);
    const close = async () => {
      try {
        await database.close();
        await thread.close();
      } finally {
        await unlock();
      }
    };
    return { ...database, close };
  } catch (error) {
    await thread.close();
    throw error;
  }
}

/** For an engine that is open already. It has one session, so one connection, which stays open. */
export async function embeddedOn(
  exchange: Exchange,
  { migrations, schema, planSeconds }: Omit<EmbeddedOptions, 'folder'>,
): Promise<Database> {
  const pool = new Pool({
    ...poolOptions,
    // Without these, the driver would read them from the environment.
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => new EngineStream(exchange),
  });
  const database = databaseOn(connectionsOf([renewingPlans(listening(pool), planSeconds)], false));
  await applyMigrations(
    { query: (statement) => pool.query(statement), isShared: false },
    { migrations, schema },
  );
  return database;
}

interface EngineThread {
  readonly exchange: Exchange;
  readonly close: () => Promise<void>;
}

// The built file (build-programs.mjs), or TypeScript, for which the thread needs a loader. Next, too, builds this file.
const isBuilt = import.meta.url.endsWith('.mjs') || process.env['NEXT_RUNTIME'] !== undefined;
const imported = (file: string) => `import(${JSON.stringify(pathToFileURL(resolve(file)).href)})`;
const startsThread = isBuilt
  ? imported('dist/lib/database/embedded-thread.mjs')
  : `import('tsx/esm/api').then(({ register }) => {
       register();
       return ${imported('lib/database/embedded-thread.ts')};
     })`;

/** Rejects if the files can't be opened. What is sent to a thread that has ended rejects. */
async function startThread(files: string): Promise<EngineThread> {
  // Nothing of the options of this process, such as a loader, is for the thread.
  const thread = new Worker(startsThread, { eval: true, workerData: { files }, execArgv: [] });
  const ended = new Promise<unknown>((done) => thread.once('exit', done));
  // Until it is open, this also rejects with the error of the thread.
  await once(thread, 'message');
  const waiting: { resolve: (answers: Uint8Array) => void; reject: (error: Error) => void }[] = [];
  let failure: ConnectionLost | null = null;
  const fail = (cause?: unknown) => {
    failure ??= new ConnectionLost('The thread of the embedded database has ended.', { cause });
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  thread.on('error', fail);
  thread.on('exit', () => fail());
  thread.on('message', (answers: Uint8Array) => waiting.shift()?.resolve(answers));
  return {
    exchange: (messages) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        // A copy, because these bytes are a part of a larger buffer, all of which would be sent.
        const sent = Uint8Array.from(messages);
        if (failure === null) thread.postMessage(sent, [sent.buffer]);
        else fail();
      }),
    close: async () => {
      thread.postMessage(null);
      await ended;
      if (failure?.cause !== undefined) throw failure;
    },
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
