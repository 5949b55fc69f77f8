import { mkdir, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseUnavailable } from './database';

// The system's limit on the address of a local socket, less the terminating zero.
const longestAddress = 103;

/**
 * Takes the folder for this process alone; resolves to what gives it back. The lock is a listening socket, which the
 * system closes however the process ends, so a crash leaves nothing to wait for.
 * Throws DatabaseUnavailable when another process has the folder.
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
 * Replaces the socket of a process that died. Null when its process lives, or when somebody else was faster.
 * Only who has the turn removes a socket, and looks again before it does: so nobody removes a living one.
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

// A turn takes milliseconds; one that is seconds old was left by a process that died in it.
const abandonedAfterMs = 5_000;

/** Making a folder succeeds for one at a time. False when others had the turn all the while. */
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
