import { pino, type DestinationStream, type Logger } from 'pino';
import { errorRecord, isError } from './error-record';

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

interface ProgramLogOptions {
  level?: string;
  /** The destination of the lines; without it, standard output. */
  destination?: DestinationStream;
}

/**
 * JSON lines. Callers log identifiers and kinds, never what a person has typed. For errors (`err`, `error`,
 * `cause`) the kind, the codes and the position are kept, never the data.
 */
export function createProgramLog({ level = 'info', destination }: ProgramLogOptions = {}): Logger {
  const serializers = { err: recordOfError, error: recordOfError, cause: recordOfError };
  const options = { level, base: null, redact: { paths, censor: '[hidden]' }, serializers };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** A value that is not an error is a word that says what failed, or a record already. */
function recordOfError(value: unknown): unknown {
  return isError(value) ? errorRecord(value) : value;
}
