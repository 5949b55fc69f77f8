import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output. Callers log identifiers and kinds, never what a person typed. */
export function createLog(): Log {
  return pino({ name: 'storefront', base: null });
}
