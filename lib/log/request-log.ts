import { destination as openDestination, pino } from 'pino';
import type { ProgramLogOptions } from './program-log';

/** An answered request. It has neither the address of the client nor anything else that the client chose freely. */
export interface RequestLine {
  method: string;
  /** The pattern of its address, such as `/v1/ticketing/catalogs/{id}`; left out: there is nothing at the address. */
  route?: string;
  status: number;
  /** Until the answer was handed to the system. */
  ms: number;
  /** Of the answer with its head, before TLS. */
  bytes: number;
  request: string;
  trace: string;
  /** The client has left before it had the answer. */
  aborted?: true;
}

export interface RequestLog {
  /** Whether such lines are wanted. `isMinor`: of a probe, or of a file. */
  isWanted(isMinor: boolean): boolean;
  write(line: RequestLine, isMinor: boolean): void;
}

/** One JSON line a request, at `info`; at `debug` those of probes and files. */
export function requestLog({ level = 'info', destination }: ProgramLogOptions = {}): RequestLog {
  // Nothing is searched for secrets, as in the program's log: that would cost more than the rest of the line.
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const log = pino(options, destination ?? standardOutput());
  const levelOf = (isMinor: boolean) => (isMinor ? 'debug' : 'info');
  return {
    isWanted: (isMinor) => log.isLevelEnabled(levelOf(isMinor)),
    write: (line, isMinor) => log[levelOf(isMinor)](line, 'request'),
  };
}

/**
 * Each write costs more than its lines, above all to a pipe, so lines are written together, at the latest after a second. The
 * system does not split so few bytes (PIPE_BUF), so the lines of several processes do not mix.
 */
function standardOutput(): ReturnType<typeof openDestination> {
  const output = openDestination({
    dest: 1,
    sync: true,
    minLength: 3_072,
    maxWrite: 4_096,
    periodicFlush: 1_000,
  });
  process.once('exit', () => output.flushSync());
  return output;
}
