import { pino, type DestinationStream, type Logger } from 'pino';
import { errorRecord, isError } from './error-record';

/**
 * What is never logged, wherever it stands in a line: sign-ins, keys and personal data. Lines are written without them
 * in the first place; this is for the one that was not.
 */
const hidden = [
  ...[
    'authorization',
    'cookie',
    'cookies',
    '["set-cookie"]',
    'headers',
    'body',
    'password',
    'secret',
    'apiKey',
  ],
  ...[
    'token',
    'accessToken',
    'access_token',
    'refresh_token',
    'id_token',
    'code_verifier',
    'csrfToken',
    'signature',
  ],
  ...['name', 'firstname', 'lastname', 'fullName', 'email', 'to', 'phone', 'telephone', 'mobile'],
  ...[
    'address',
    'street',
    'postalCode',
    'birthDate',
    'customer',
    'holder',
    'answers',
    'params',
    'query',
    'detail',
  ],
];

/** A name at the top of a line, and one and two levels below. */
const paths = hidden.flatMap((name) => {
  const below = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${below}`, `*.*${below}`];
});

export interface ProgramLogOptions {
  level?: string;
  /** Where lines go; without it, standard output. */
  destination?: DestinationStream;
}

/**
 * JSON lines. Callers log identifiers and kinds, never what a person has typed. Of errors (`err`, `error`, `cause`) the
 * kind, the codes and the place are kept, never what they were about.
 */
export function createProgramLog({ level = 'info', destination }: ProgramLogOptions = {}): Logger {
  const options = {
    level,
    base: null,
    redact: { paths, censor: '[hidden]' },
    serializers: { err: recordOfError, error: recordOfError, cause: recordOfError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What is no error is a word that says what failed, or a record already. */
function recordOfError(value: unknown): unknown {
  return isError(value) ? errorRecord(value) : value;
}
