import { chmodSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseUnavailable } from './database';

// The system's limit for the address of a local socket, without the terminating zero.
const longestAddress = 103;

/**
 * Locks the folder for this process; resolves to a function that releases it. The lock is a listening socket, which
 * the system closes however the process ends, so a crash leaves no lock. Throws DatabaseUnavailable if another
 * process has the folder.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = socketAddress(join(folder, 'lock'));
  const server = (await listen(path)) ?? (await takeOver(path, folder));
  if (server === null) {
    throw new DatabaseUnavailable(
      `The data folder ${folder} is in use by another process. Stop that one, or name another folder with DATA_DIR.`,
    );
  }
  return () =>
    new Promise((done) => {
      server.close(() => done());
    });
}

/**
 * Replaces the socket of a crashed process. Null if its process still runs, or if another process was faster.
 * Concurrency guarantee: only the process that has the turn removes a socket, and it checks the socket again
 * before. So no process removes the socket of a running one.
 */
async function takeOver(path: string, folder: string): Promise<Server | null> {
  const turn = join(folder, 'lock.turn');
  if (!(await takeTurn(turn))) return null;
  try {
    if (await answers(path)) return null;
    await rm(path, { force: true });
    return await listen(path);
  } finally {
    await rm(turn, { recursive: true });
  }
}

// A turn takes milliseconds; one that is seconds old was left by a process that crashed.
const abandonedAfterMs = 5_000;

/** Only one process at a time can create a folder. False if other processes had the turn all the time. */
async function takeTurn(turn: string): Promise<boolean> {
  const until = Date.now() + 2 * abandonedAfterMs;
  while (Date.now() < until) {
    try {
      await mkdir(turn);
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const taken = await stat(turn).catch(ifMissing);
    if (taken !== undefined && Date.now() - taken.mtimeMs > abandonedAfterMs) {
      await rm(turn, { recursive: true, force: true });
    }
    await setTimeout(20);
  }
  return false;
}

function listen(path: string): Promise<Server | null> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(null);
      else fail(error);
    });
    server.listen(path, () => {
      chmodSync(path, 0o600);
      server.unref();
      done(server);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path, () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

function socketAddress(path: string): string {
  const fromHere = relative(process.cwd(), path);
  const shortest = fromHere.length < path.length ? fromHere : path;
  if (shortest.length > longestAddress) {
    throw new DatabaseUnavailable(
      `The data folder's path is too long for a lock (${path}). Name a shorter one with DATA_DIR.`,
    );
  }
  return shortest;
}
