import { access, constants, statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sharedAnswer } from './shared-answer';

/** The texts of errors may name hosts, which must stay internal. */
type State = 'ok' | 'failed' | 'slow';

export interface Readiness {
  readonly status: 'ready' | 'not ready';
  /** Of each part that the program itself needs. */
  readonly checks: Readonly<Record<string, State>>;
  /** For each part that is not ok: since when (ISO 8601), as far as was asked. */
  readonly since: Readonly<Record<string, string>>;
}

/** Probes of several proxies and monitors share an answer. */
const sharedMilliseconds = 1_000;
const mostMilliseconds = 2_000;
const leastFreeBytes = 16 * 1024 * 1024;

/** Whether the program can work, by checks of what it needs, each of which rejects if that is not there. */
export function readiness(
  checks: Readonly<Record<string, () => Promise<unknown>>>,
  now = Date.now,
): () => Promise<Readiness> {
  const failing = new Map<string, string>();
  const ask = async (): Promise<Readiness> => {
    const states = await Promise.all(
      Object.entries(checks).map(async ([part, check]): Promise<[string, State]> => [
        part,
        await stateOf(check),
      ]),
    );
    for (const [part, state] of states) {
      if (state === 'ok') failing.delete(part);
      else if (!failing.has(part)) failing.set(part, new Date(now()).toISOString());
    }
    return {
      status: failing.size === 0 ? 'ready' : 'not ready',
      checks: Object.fromEntries(states),
      since: Object.fromEntries(failing),
    };
  };
  return sharedAnswer(sharedMilliseconds, ask, now);
}

async function stateOf(check: () => Promise<unknown>): Promise<State> {
  const done = check().then(
    (): State => 'ok',
    (): State => 'failed',
  );
  return Promise.race([done, pause(mostMilliseconds, 'slow' as const, { ref: false })]);
}

/** Rejects if the folder can't be written to, or its disk is full: an embedded database would stop working. */
export async function checkDisk(folder: string): Promise<void> {
  await access(folder, constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastFreeBytes) throw new Error('the disk is full');
}
