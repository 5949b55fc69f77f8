import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { z } from 'zod';
import { currentIds } from '../tracing/spans';
import { errorRecord, isError } from './error-record';
import { repeatedLines } from './repeated-lines';

/**
 * Names whose values are never logged at these levels: sign-ins, keys and personal data. The callers do not log
 * such values; this catches mistakes.
 */
const hidden = `
  authorization cookie cookies ["set-cookie"] headers body password secret apiKey
  token accessToken access_token refresh_token id_token code_verifier csrfToken signature
  name firstname lastname fullName email to phone telephone mobile
  address street postalCode birthDate customer holder answers params query detail`
  .trim()
  .split(/\s+/);

/** A name at the top of a line, and one and two levels below. */
const paths = hidden.flatMap((name) => {
  const below = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${below}`, `*.*${below}`];
});

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

export interface ProgramLogOptions {
  level?: LogLevel;
  /** The destination of the lines; without it, standard output. */
  destination?: DestinationStream;
}

const warning = 40;
/** Of lines about the same error, so many are written in a minute, and then how many more there were. */
const firstOfEqual = 3;

/**
 * JSON lines. Callers log identifiers and kinds, never what a person has typed. For errors (`err`) the kind, the
 * codes and the position are kept, never the data. A line that belongs to a request has its identifiers. Lines about the
 * same error are counted after the first three in a minute (`times`), so that an outage is tens of lines.
 */
export function createProgramLog({ level = 'info', destination }: ProgramLogOptions = {}): Logger {
  const repeats = repeatedLines(firstOfEqual);
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[hidden]' },
    serializers: { err: recordOfError, error: recordOfError, cause: recordOfError },
    mixin: idsOfRequest,
    hooks: {
      logMethod(line, write, lineLevel) {
        const [about, message] = line as readonly unknown[];
        const key = lineLevel < warning ? null : errorKey(about, message);
        if (key === null) write.apply(this, line);
        else
          repeats.take(key, (times) => {
            if (times === undefined) write.apply(this, line);
            else write.call(this, { ...Object(about), times }, String(message));
          });
      },
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const recordSchema = z.looseObject({});

/** What lines about the same error have in common; null: the line is not about an error. */
function errorKey(about: unknown, message: unknown): string | null {
  if (typeof about !== 'object' || about === null || !('err' in about)) return null;
  const { type, code, reason, status, stack } = recordSchema.parse(recordOfError(about.err));
  return JSON.stringify([message, type, code, reason, status, String(stack).split('\n', 1)]);
}

function idsOfRequest(): object {
  const ids = currentIds();
  return ids === undefined ? {} : { request: ids.requestId, trace: ids.traceId };
}

/** A value that is not an error is a record already. */
function recordOfError(value: unknown): unknown {
  return isError(value) ? errorRecord(value) : value;
}
