import { format } from 'node:util';
import type { Logger } from 'pino';
import { isError } from './error-record';
import { maskedText } from './masked-text';

type Level = 'error' | 'warn';

/** The part of the console that frameworks write failures to. */
export type FailureConsole = Pick<Console, Level>;

/**
 * Sends what a framework writes to the console through the log. Next writes there whatever a page or an action threw,
 * with all that the error carries, and requests that it could not read, in the stranger's own words: each becomes one
 * bounded line, without a place in the code where `isOurs` says that only what a stranger sent has failed. Returns what
 * puts the console back.
 */
export function logConsole(
  log: Logger,
  console: FailureConsole,
  isOurs: () => boolean = () => true,
): () => void {
  const { error, warn } = console;
  const write =
    (level: Level) =>
    (...parts: unknown[]): void => {
      const failure = parts.find(isError);
      const words = maskedText(format(...parts.filter((part) => typeof part === 'string')));
      if (failure === undefined) log[level](words);
      else if (!isOurs()) log[level]({ kind: failure.name }, 'a request could not be read');
      else log[level]({ err: failure }, /\w/.test(words) ? words : 'a request failed');
    };
  console.error = write('error');
  console.warn = write('warn');
  return () => {
    console.error = error;
    console.warn = warn;
  };
}
