import type { Database, Reader } from '@/lib/database/database';
import { type DocumentFile, findFile, keepFile } from '../document/document-file-store';
import {
  type DocumentStorage,
  type FileIdentity,
  parseKey,
  storageKey,
  versionOf,
} from '../document/document-storage';
import type { PdfRenderer } from '../document/pdf-renderer';
import type { DocumentSheet } from '../document/ticket-sheet';
import { HttpProblem, notFound } from '../http/problem';
import { creditNoteSheet } from './credit-note';
import { areUnchanged } from './item-ticket-store';
import { ticketSheet } from './order-sheet';
import { ordersById, type WholeOrder } from './order-store';

interface DocumentFilesContext {
  database: Database;
  documents: DocumentStorage;
  renderer: PdfRenderer;
  now: () => Date;
  newId: () => string;
  onError: (error: unknown, requestId: string) => void;
}

/** `pdf`: it was just drawn. */
type Current = DocumentFile & { pdf?: Uint8Array };

/** The files of documents. A missing file is rendered on request, by one call at a time for each document. */
export interface DocumentFiles {
  /** The file for the current state of the order. Throws 404 if there is no such document. */
  current: (identity: FileIdentity) => Promise<DocumentFile>;
  /**
   * The file with a key; if it is not on this disk, the current one of the same document and language. A disk that is full or
   * broken is reported, and the file is drawn for each request.
   */
  read: (key: string) => Promise<Uint8Array | null>;
}

// Each attempt ended because the tickets were changed during the rendering. A client that changes them so fast has
// to ask again.
const mostTries = 3;

export function documentFiles(given: DocumentFilesContext): DocumentFiles {
  const context = { ...given, documents: survivingStorage(given) };
  const making = new Map<string, Promise<Current>>();
  const current = (identity: FileIdentity) => {
    const name = Object.values(identity).join(' ');
    const known = making.get(name);
    if (known !== undefined) return known;
    const made = currentFile(context, identity).finally(() => making.delete(name));
    making.set(name, made);
    return made;
  };
  return {
    current,
    read: async (key) => {
      const bytes = await context.documents.read(key);
      const identity = parseKey(key);
      if (bytes !== null || identity === null) return bytes;
      const { storageKey: found, pdf } = await current(identity);
      return pdf ?? context.documents.read(found);
    },
  };
}

/** A file that can't be read or written counts as missing. */
function survivingStorage({ documents, onError, newId }: DocumentFilesContext): DocumentStorage {
  const missing =
    <Answer>(answer: Answer) =>
    (error: unknown): Answer => {
      onError(error, newId());
      return answer;
    };
  return {
    ...documents,
    has: (key) => documents.has(key).catch(missing(false)),
    read: (key) => documents.read(key).catch(missing(null)),
    write: (key, bytes) => documents.write(key, bytes).catch(missing(undefined)),
  };
}

async function currentFile(context: DocumentFilesContext, identity: FileIdentity): Promise<Current> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const found = await findFile(context.database, identity);
    // An earlier version used other names, to which no address can lead now.
    const known = found === null || parseKey(found.storageKey) === null ? null : found;
    if (known !== null && (await context.documents.has(known.storageKey))) return known;
    const made = await makeFile(context, identity, known);
    if (made !== null) return made;
  }
  throw new HttpProblem(503, 'Service Unavailable', { 'retry-after': '1' });
}

/** Whether an order has a document with this id: its tickets, or the credit note of a cancellation. */
export function hasDocument({ order, cancellations }: WholeOrder, documentId: string): boolean {
  return order.documentId === documentId || cancellations.some((one) => one.documentId === documentId);
}

/** The content of a document of an order; null if it has no such document. */
async function readSheet(
  reader: Reader,
  whole: WholeOrder,
  { documentId, ...version }: Pick<FileIdentity, 'documentId' | 'language' | 'hasPrices'>,
): Promise<DocumentSheet | null> {
  if (whole.order.documentId === documentId) return ticketSheet(reader, whole, version);
  const cancellation = whole.cancellations.find((one) => one.documentId === documentId);
  return cancellation === undefined ? null : creditNoteSheet(reader, whole, cancellation, version.language);
}

/** Renders a file, under its existing key if it has one. Null if the tickets were changed meanwhile. */
async function makeFile(
  { database, documents, renderer, now }: DocumentFilesContext,
  identity: FileIdentity,
  known: DocumentFile | null,
): Promise<Current | null> {
  const { orderId, organizationId, documentId } = identity;
  const [whole] = await ordersById(database, organizationId, [orderId]);
  const sheet = whole === undefined ? null : await readSheet(database, whole, identity);
  if (whole === undefined || sheet === null) throw notFound();
  const pdf = await renderer.render(sheet, organizationId);
  const cachedAt = known?.cachedAt ?? now();
  const file = { storageKey: known?.storageKey ?? storageKey(identity, cachedAt), cachedAt };
  await documents.write(file.storageKey, pdf);
  const isCurrent = await database.transaction(async (transaction) => {
    if (!(await areUnchanged(transaction, whole.order, whole.tickets))) return false;
    const { catalogId } = whole.order;
    await keepFile(transaction, { ...file, catalogId, documentId, language: versionOf(identity) });
    return true;
  });
  if (isCurrent) return { ...file, pdf };
  await documents.remove([file.storageKey]);
  return null;
}
