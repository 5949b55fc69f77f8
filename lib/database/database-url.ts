import { z } from 'zod';

/** A DATABASE_URL, taken apart. */
export interface DatabaseAddress {
  /** An address for each host, in the order in which they are tried. */
  readonly urls: readonly string[];
  /** Whether a server that takes no writes, such as a replica, is passed over. */
  readonly mustTakeWrites: boolean;
}

const example = 'postgres://user:password@host:5432/database';

/** As libpq writes several hosts, which `URL` can't read: `postgres://user:password@one:5432,two:5432/database`. */
const parts = /^(?<before>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<after>.*)$/is;

/** Continues a sentence about a % in an address. */
export const wrongEscape = 'is not the beginning of an escaped character: write it as %25';

/** What is escaped by % in an address is text. A program that reads the address would stop otherwise. */
export function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    // The only reason is a wrong escape.
    return false;
  }
}

/** A string continues a sentence that begins with DATABASE_URL, and says what is wrong. */
export function readDatabaseUrl(url: string): DatabaseAddress | string {
  const { before, hosts = '', after } = parts.exec(url)?.groups ?? {};
  if (before === undefined || after === undefined) return `has to be an address such as ${example}`;
  if (/^[^?]*@/.test(after))
    return 'has an @ after its host: write / ? # and @ of a password as %2F %3F %23 and %40';
  // The driver takes a % that escapes nothing as it is.
  if (!(url.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every(isDecodable)) return `has a % that ${wrongEscape}`;
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`);
  const isMissing = urls.length > 1 && hosts.split(',').some((host) => /^(:|$)/.test(host));
  if (isMissing || !urls.every((one) => URL.canParse(one))) return `has to be an address such as ${example}`;
  const wanted = urls.flatMap((one) => new URL(one).searchParams.getAll('target_session_attrs'));
  // Each process writes, so nothing else would be of use.
  if (wanted.some((value) => value !== 'read-write' && value !== 'primary')) {
    return 'has a target_session_attrs that is neither read-write nor primary';
  }
  return { urls, mustTakeWrites: urls.length > 1 || wanted.length > 0 };
}

/** The setting DATABASE_URL. */
export const databaseUrl = z.string().superRefine((url, context) => {
  const read = readDatabaseUrl(url);
  if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
});

/** For the description of that setting. */
export const hostsAbout =
  'or several hosts, of which the one that takes writes is used: `postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write`';

/** The setting DATABASE_POOLER. */
export const databasePooler = z
  .enum(['transaction'], { error: 'has to be transaction, if it is set' })
  .optional()
  .describe(
    '`transaction`: `DATABASE_URL` is the address of a pooler such as PgBouncer, which gives each transaction any of its connections ([operation.md](operation.md#a-pooler-or-several-hosts)). Without it, `DATABASE_URL` is PostgreSQL itself',
  );

export type Pooler = z.infer<typeof databasePooler>;

/** For messages: only the hosts and the name of the database, because a password may be anywhere else. */
export function withoutPassword(url: string): string {
  const { hosts = '', after = '' } = parts.exec(url)?.groups ?? {};
  return /@/.test(after) ? 'of DATABASE_URL' : `postgres://${hosts}${after.replace(/[?#].*$/s, '')}`;
}
