import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where rendered documents are kept and fetched from. */
export interface DocumentStorage {
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** An absolute address at which anybody may fetch the file until `expiresAt`. */
  temporaryUrl(key: string, expiresAt: Date): string;
}

/** A storage whose addresses lead back to this service. */
export interface LocalStorage extends DocumentStorage {
  /** The file at an address that this storage signed, or why not. */
  fetch(url: URL, now: Date): Promise<Uint8Array | 'unknown' | 'expired'>;
}

/** The path below which a local storage's addresses lie. */
export const filesPath = '/files/';

const keyShape = /^[0-9a-f-]{36}\/[0-9a-f-]{36}-[a-z]{2}-\d+\.pdf$/;

/** Keeps files in a folder, behind addresses that are signed with HMAC-SHA-256 and expire. */
export function localStorage(options: { folder: string; url: string; secret: string }): LocalStorage {
  const sign = (key: string, expires: string) =>
    createHmac('sha256', options.secret).update(`${key}\n${expires}`).digest();
  return {
    write: async (key, bytes) => {
      const path = join(options.folder, key);
      await mkdir(dirname(path), { recursive: true });
      // Whole or not at all: a reader never sees a file that is still being written.
      const fresh = `${path}.${process.pid}.new`;
      await writeFile(fresh, bytes);
      await rename(fresh, path);
    },
    temporaryUrl: (key, expiresAt) => {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const signature = sign(key, expires).toString('base64url');
      return `${options.url}${filesPath}${key}?expires=${expires}&signature=${signature}`;
    },
    fetch: async (url, now) => {
      const key = url.pathname.slice(filesPath.length);
      const expires = url.searchParams.get('expires') ?? '';
      const given = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url');
      const expected = sign(key, expires);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'unknown';
      if (!keyShape.test(key)) return 'unknown';
      if (Number(expires) * 1000 <= now.getTime()) return 'expired';
      return readFile(join(options.folder, key)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'unknown' as const;
        throw error;
      });
    },
  };
}
