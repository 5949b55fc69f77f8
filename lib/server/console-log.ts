import type { Log } from '../runtime/log';
import { requestState } from '../runtime/request-state';

const longest = 300;

/** What an error or a text says first, in one bounded line. */
function firstLine(value: unknown): string {
  const text = value instanceof Error ? `${value.name}: ${value.message}` : String(value);
  return (text.split('\n', 1)[0] ?? '').slice(0, longest);
}

/**
 * Next writes to the console what it has to say: here it becomes lines of the log. An error keeps its stack only once
 * code of ours has begun to answer; what a stranger sent that is no form of ours is one bounded line.
 */
export function logConsole(log: Log): void {
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (...values: unknown[]): void => {
      const error = values.find((value) => value instanceof Error);
      const isOurs = requestState()?.hasBegun ?? true;
      const words = values.map(firstLine).filter(Boolean).join(' ');
      log[level](error !== undefined && isOurs ? { from: 'next', err: error } : { from: 'next' }, words);
    };
  Object.assign(console, {
    log: write('info'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  });
}
