import { DatabaseUnavailable } from '../database/database';
import { WrongSecurityLog } from '../log/security-log';
import { WrongEnvironment } from '../network/check-settings';
import { getAppContext } from './app-context';

/** A sentence about an error that an operator can fix; null for an error in our code. */
export function explainStartError(error: unknown): string | null {
  if (error instanceof WrongEnvironment) {
    return `The storefront can't start with these settings:\n- ${error.sentences.join('\n- ')}`;
  }
  return error instanceof DatabaseUnavailable || error instanceof WrongSecurityLog ? error.message : null;
}

/**
 * Creates the context when the process starts, so that a wrong setting or an unavailable database is reported
 * at once and in one place, and the worker finishes what an earlier process left.
 */
export async function startOrExit(): Promise<void> {
  try {
    await getAppContext();
  } catch (error) {
    const sentence = explainStartError(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}
