import { DatabaseUnavailable } from '../database/database';
import { logConsole } from '../log/console-lines';
import { tellConnectionAddresses } from '../network/connection-address';
import { WrongEnvironment } from './env';
import { getRuntime } from './runtime';

/**
 * Starts the runtime as the process starts, so that a wrong setting or a database that can't be opened is said at
 * once and in one place, and the worker finishes what an earlier process left.
 */
export async function startOrExit(): Promise<void> {
  try {
    const { log } = await getRuntime();
    logConsole(log, console);
    tellConnectionAddresses();
  } catch (error) {
    if (error instanceof WrongEnvironment) {
      process.stderr.write(
        `The storefront can't start with these settings:\n- ${error.sentences.join('\n- ')}\n`,
      );
    } else if (error instanceof DatabaseUnavailable) {
      process.stderr.write(`${error.message}\n`);
    } else {
      throw error;
    }
    process.exit(1);
  }
}
