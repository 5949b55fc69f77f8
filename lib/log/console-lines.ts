import { format } from 'node:util';
import type { Logger } from 'pino';
import { isError } from './error-record';
import { maskedText } from './masked-text';

type Level = 'error' | 'warn';

/** The part of the console that frameworks write to. */
export type FailureConsole = Pick<Console, Level | 'log'>;

/**
 * Sends what a framework writes to the console through the log. Next writes everything that a page or an action
 * threw, with all data of the error, and requests that it could not parse, with the client's own text. Each becomes
 * one bounded line. It has no stack frame if `isOurs` says that only the client's request has failed. What is no failure is of
 * level debug. Returns a function that restores the console.
 */
export function logConsole(
  log: Logger,
  console: FailureConsole,
  isOurs: () => boolean = () => true,
): () => void {
  const { error, warn, log: said } = console;
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
  console.log = (...parts: unknown[]) => log.debug(maskedText(format(...parts)));
  return () => {
    console.error = error;
    console.warn = warn;
    console.log = said;
  };
}
