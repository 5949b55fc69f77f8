import { and, eq } from 'drizzle-orm';
import type { Reader, Transaction } from '@/lib/database/database';
import { catalogOf } from '../ids/catalog-id';
import { type FileIdentity, versionOf } from './document-storage';
import { documentFileTable } from './document-table';

const { catalogId: ofCatalog, documentId: ofDocument, language: inLanguage } = documentFileTable;
const { storageKey, cachedAt } = documentFileTable;

type StoredFile = typeof documentFileTable.$inferSelect;

/** A file that is already in the storage. */
export type DocumentFile = Pick<StoredFile, 'storageKey' | 'cachedAt'>;

/** The file of a document in a language, with prices or without, or null. */
export async function findFile(
  { db }: Reader,
  { orderId, documentId, ...version }: Omit<FileIdentity, 'organizationId'>,
): Promise<DocumentFile | null> {
  const [found] = await db
    .select({ storageKey, cachedAt })
    .from(documentFileTable)
    .where(
      and(eq(ofCatalog, catalogOf(orderId)), eq(ofDocument, documentId), eq(inLanguage, versionOf(version))),
    );
  return found ?? null;
}

/**
 * Deletes the entries of a document's files, so that the next request renders the document again. Resolves to their
 * storage keys.
 */
export async function forgetFiles(
  { db }: Transaction,
  { catalogId, documentId }: Pick<StoredFile, 'catalogId' | 'documentId'>,
): Promise<string[]> {
  const forgotten = await db
    .delete(documentFileTable)
    .where(and(eq(ofCatalog, catalogId), eq(ofDocument, documentId)))
    .returning({ storageKey });
  return forgotten.map((file) => file.storageKey);
}

/**
 * Stores the entry of a file. If two calls render the same document at once, both succeed and the later one stays.
 */
export async function keepFile({ db }: Transaction, file: StoredFile): Promise<void> {
  await db
    .insert(documentFileTable)
    .values(file)
    .onConflictDoUpdate({
      target: [ofCatalog, ofDocument, inLanguage],
      set: { storageKey: file.storageKey, cachedAt: file.cachedAt },
    });
}
