import { DatabaseUnavailable } from '../database/database';
import { logConsole } from '../log/console-lines';
import { WrongSecurityLog } from '../log/security-log';
import { WrongEnvironment } from './env';
import { requestState } from './request-state';
import { getRuntime } from './runtime';

/** What keeps the shop from starting that an operator can mend; null for a mistake of ours. */
export function explainStart(error: unknown): string | null {
  if (error instanceof WrongEnvironment) {
    return `The storefront can't start with these settings:\n- ${error.sentences.join('\n- ')}`;
  }
  return error instanceof DatabaseUnavailable || error instanceof WrongSecurityLog ? error.message : null;
}

/**
 * Starts the runtime as the process starts, so that a wrong setting or a database that can't be opened is said at
 * once and in one place, and the worker finishes what an earlier process left.
 */
export async function startOrExit(): Promise<void> {
  try {
    const { log } = await getRuntime();
    logConsole(log, console, () => requestState()?.hasBegun ?? true);
  } catch (error) {
    const sentence = explainStart(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}
