import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '@/lib/database/database';

const fileRow = z.object({ storageKey: z.string(), cachedAt: z.date() });

/** A file that is in the storage already. */
export type DocumentFile = z.infer<typeof fileRow>;

/** The file of a document in a language, or null. */
export async function findFile(
  reader: Reader,
  organizationId: string,
  documentId: string,
  language: string,
): Promise<DocumentFile | null> {
  const [found] = await reader.rows(
    fileRow,
    sql`select storage_key as "storageKey", cached_at as "cachedAt" from ticketing.document_file
        where organization_id = ${organizationId} and document_id = ${documentId} and language = ${language}`,
  );
  return found ?? null;
}

/** Forgets the files of a document, so that the next one asked for is made anew. Resolves to their storage keys. */
export async function forgetFiles(
  transaction: Transaction,
  organizationId: string,
  documentId: string,
): Promise<string[]> {
  const forgotten = await transaction.write(
    fileRow,
    sql`delete from ticketing.document_file
        where organization_id = ${organizationId} and document_id = ${documentId}
        returning storage_key as "storageKey", cached_at as "cachedAt"`,
  );
  return forgotten.map(({ storageKey }) => storageKey);
}

/** Remembers a file. Two that render the same at once both succeed: the later one stands. */
export async function keepFile(
  transaction: Transaction,
  file: DocumentFile & { organizationId: string; documentId: string; language: string },
): Promise<void> {
  await transaction.run(
    sql`insert into ticketing.document_file (organization_id, document_id, language, storage_key, cached_at)
        values (${file.organizationId}, ${file.documentId}, ${file.language}, ${file.storageKey},
          ${file.cachedAt.toISOString()}::timestamptz)
        on conflict (organization_id, document_id, language)
          do update set storage_key = excluded.storage_key, cached_at = excluded.cached_at`,
  );
}
