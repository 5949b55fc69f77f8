import { z } from 'zod';

// The kinds of values that settings of both programs have. Each message continues a sentence that begins with the name of the
// setting.

export const connectionsAbout =
  'how many connections to PostgreSQL each process may open, 2 to 100. Without it, 10, and 40 of all its processes together';

/** The address under which others reach a program: a protocol, a host and perhaps a port. */
export function originUrl(protocols: RegExp, example: string) {
  const kind = protocols.test('http') ? 'an address' : 'an address that starts with https://,';
  return z
    .url({ protocol: protocols, error: `has to be ${kind} such as ${example}`, abort: true })
    .refine((url) => !URL.canParse(url) || isOrigin(new URL(url)), {
      error: `has to be an address without a path, such as ${example}`,
    });
}

const isOrigin = ({ pathname, search, hash, username }: URL) =>
  /^\/*$/.test(pathname) && search === '' && hash === '' && username === '';

/** A web address, which may have a path. */
export const webUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `has to be a web address such as ${example}` });

const whole = /^\d{1,10}$/;
/** With decimal places. */
export const decimal = /^\d{1,9}(\.\d{1,9})?$/;

/** A number in decimal digits; `what` names it. Without `pattern` it is a whole one. */
export function numberFrom(least: number, most: number, what = 'a number', pattern = whole) {
  return z
    .string()
    .refine(
      (text) => pattern.test(text) && Number(text) >= least && Number(text) <= most,
      `has to be ${what} from ${least} to ${most}`,
    )
    .transform(Number);
}

export const port = numberFrom(1, 65_535, 'a port number');
export const units = numberFrom(1, 999_999);
export const processes = numberFrom(1, 64, 'a number of processes');
export const seconds = numberFrom(0, 999, 'a number of seconds');
export const connections = numberFrom(2, 100, 'a number of connections');

/** Says that the embedded database is meant, where PostgreSQL is expected. */
export const databaseChoice = z
  .literal('embedded', 'has to be embedded, or left out')
  .optional()
  .describe(
    '`embedded`: a program that other machines can reach may run without `DATABASE_URL`. The embedded database belongs to one process, and has no backup of its own',
  );
