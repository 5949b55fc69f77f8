import type { Logger } from 'pino';
import { createProgramLog } from '../log/program-log';

export type Log = Logger;

/** JSON lines on standard output. Callers log identifiers and kinds, never what a person typed. */
export function createLog(): Log {
  return createProgramLog();
}
