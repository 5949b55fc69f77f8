import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { filesPath } from '../http/files-path';

/** Stores rendered documents, at addresses of this service. */
export interface DocumentStorage {
  has(key: string): Promise<boolean>;
  read(key: string): Promise<Uint8Array | null>;
  /** Writes a file, and removes the earlier ones of the same document and language. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Removes files; ignores those that do not exist. */
  remove(keys: readonly string[]): Promise<void>;
  /** An absolute address at which every client can fetch the file until `expiresAt`. */
  temporaryUrl(key: string, expiresAt: Date): string;
  /** The key of the file at an address that was signed with the same secret, or why there is none. */
  keyAt(url: URL, now: Date): { key: string } | 'unknown' | 'expired';
}

/** The order and document of a file. Its key contains this, so that any process can render the file again. */
export interface FileIdentity {
  orderId: string;
  organizationId: string;
  documentId: string;
  language: string;
  /** False: a file of the tickets that says nothing of prices. */
  hasPrices: boolean;
}

const unpriced = '-unpriced';

/** Which file of a document it is. */
export const versionOf = ({ language, hasPrices }: Pick<FileIdentity, 'language' | 'hasPrices'>): string =>
  hasPrices ? language : `${language}${unpriced}`;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const keyShape = new RegExp(`^(${uuid})/(${uuid})/(${uuid})-([a-z]{2})(${unpriced})?-\\d+\\.pdf$`);

export function storageKey(
  { orderId, organizationId, documentId, ...version }: FileIdentity,
  made: Date,
): string {
  return `${orderId}/${organizationId}/${documentId}-${versionOf(version)}-${made.getTime()}.pdf`;
}

/** The content that the file with this key has; null for a key of another form. */
export function parseKey(key: string): FileIdentity | null {
  const [, orderId, organizationId, documentId, language, without] = keyShape.exec(key) ?? [];
  if (!orderId || !organizationId || !documentId || !language) return null;
  return { orderId, organizationId, documentId, language, hasPrices: without === undefined };
}

/**
 * Keeps files in a folder, at addresses that are signed with HMAC-SHA-256 and expire. Only the user of the service can
 * read the files, because they have names and the codes of tickets.
 */
export function localStorage(options: { folder: string; url: string; secret: string }): DocumentStorage {
  const pathOf = (key: string) => join(options.folder, key);
  const sign = (key: string, expires: string) =>
    createHmac('sha256', options.secret).update(`${key}\n${expires}`).digest();
  const remove = async (keys: readonly string[]) => {
    for (const key of keys) await rm(pathOf(key), { force: true });
  };
  return {
    has: (key) => ifThere(access(pathOf(key)).then(() => true)).then((found) => found ?? false),
    read: (key) => ifThere(readFile(pathOf(key))),
    write: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // The file gets its name when it is complete, so that no reader sees a partly written file.
      const fresh = `${path}.${randomUUID()}.new`;
      try {
        await writeFile(fresh, bytes, { mode: 0o600 });
        await rename(fresh, path);
      } catch (error) {
        // Of a full disk it may have taken the last space.
        await rm(fresh, { force: true });
        throw error;
      }
      const own = basename(key);
      const names = (await readdir(dirname(path))).filter((name) => name !== own && isSameFile(name, own));
      await remove(names.map((name) => join(dirname(key), name)));
    },
    remove,
    temporaryUrl: (key, expiresAt) => {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const signature = sign(key, expires).toString('base64url');
      return `${options.url}${filesPath}${key}?expires=${expires}&signature=${signature}`;
    },
    keyAt: (url, now) => {
      const key = url.pathname.slice(filesPath.length);
      const expires = url.searchParams.get('expires') ?? '';
      const given = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url');
      const expected = sign(key, expires);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'unknown';
      if (parseKey(key) === null) return 'unknown';
      return Number(expires) * 1000 <= now.getTime() ? 'expired' : { key };
    },
  };
}

/** Whether both are of one document, language and version: the names differ only in the time. */
function isSameFile(name: string, own: string): boolean {
  return name.endsWith('.pdf') && name.slice(0, name.lastIndexOf('-')) === own.slice(0, own.lastIndexOf('-'));
}

async function ifThere<Found>(found: Promise<Found>): Promise<Found | null> {
  return found.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}
