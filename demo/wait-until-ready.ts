import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProgram } from './child-program';
import { readIfThere } from './common/files';
import { request } from './common/request';

export interface Readiness {
  readonly program: Pick<ChildProgram, 'name' | 'ended'>;
  readonly url: string;
  /** The file with its certificate authority, which the program may still have to write. */
  readonly caFile?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const ANSWER_MS = 5000;
const PAUSE_MS = 150;

/** A program that did not become ready, or ended. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

/**
 * Repeats the request until the program answers 200. Throws {@link ProgramError} if it ends or the time is over.
 */
export async function waitUntilReady(readiness: Readiness): Promise<void> {
  const { program, timeoutMs, signal } = readiness;
  const deadline = Date.now() + timeoutMs;
  let last = 'no answer';
  const end = program.ended.then((how): never => {
    throw new ProgramError(`The ${program.name} ${how} before it was ready.`);
  });
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    last = await Promise.race([ask(readiness), end]);
    if (last === '') return;
    await Promise.race([sleep(PAUSE_MS, undefined, { signal }), end]);
  }
  throw new ProgramError(
    `The ${program.name} was not ready within ${Math.round(timeoutMs / 1000)} seconds (${readiness.url}: ${last}).`,
  );
}

/** Empty if ready, else the reason. */
async function ask({ url, caFile, signal }: Readiness): Promise<string> {
  const ca = caFile === undefined ? undefined : await readIfThere(caFile);
  if (ca === null) return `${caFile ?? ''} is not there yet`;
  try {
    const { status } = await request(url, {
      timeoutMs: ANSWER_MS,
      signal,
      ...(ca === undefined ? {} : { ca }),
    });
    return status === 200 ? '' : `answered ${status}`;
  } catch (error) {
    // Refused connections and incomplete certificates are expected while the program starts.
    return error instanceof Error ? error.message : String(error);
  }
}
