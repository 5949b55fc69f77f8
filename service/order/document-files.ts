import type { Database } from '@/lib/database/database';
import { localize } from '@/lib/locale/languages';
import { findCatalog } from '../catalog/catalog-store';
import { type DocumentFile, findFile, keepFile } from '../document/document-file-store';
import {
  type DocumentStorage,
  type FileIdentity,
  identityOf,
  storageKey,
} from '../document/document-storage';
import type { PdfRenderer } from '../document/pdf-renderer';
import type { TicketSheet } from '../document/ticket-sheet';
import { eventsById } from '../event/event-store';
import { HttpProblem, notFound } from '../http/problem';
import { offerDay } from '../offer/offer-store';
import { orderedProduct } from '../product/product-store';
import { sessionsById } from '../session/session-store';
import { areUnchanged } from './item-ticket-store';
import { ticketSheet } from './order-sheet';
import { ordersById, type WholeOrder } from './order-store';

interface Tools {
  database: Database;
  documents: DocumentStorage;
  renderer: PdfRenderer;
  now: () => Date;
}

/** The files of documents: rendered when they are asked for and not there, by one call at a time for each. */
export interface DocumentFiles {
  /** The file as the order is now, on this process's disk. Throws 404 when there is no such document. */
  current: (identity: FileIdentity) => Promise<DocumentFile>;
  /** The file with a key; when it is not on this disk, the current one of the same document and language. */
  read: (key: string) => Promise<Uint8Array | null>;
}

// Each time the tickets were changed while they were drawn; who changes them faster asks again.
const mostTries = 3;

/** Makes what gives out the files of documents. */
export function documentFiles(tools: Tools): DocumentFiles {
  const making = new Map<string, Promise<DocumentFile>>();
  const current = (identity: FileIdentity) => {
    const name = Object.values(identity).join(' ');
    const known = making.get(name);
    if (known !== undefined) return known;
    const made = currentFile(tools, identity).finally(() => making.delete(name));
    making.set(name, made);
    return made;
  };
  return {
    current,
    read: async (key) => {
      const bytes = await tools.documents.read(key);
      const identity = identityOf(key);
      if (bytes !== null || identity === null) return bytes;
      return tools.documents.read((await current(identity)).storageKey);
    },
  };
}

async function currentFile(tools: Tools, identity: FileIdentity): Promise<DocumentFile> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { organizationId, documentId, language } = identity;
    const found = await findFile(tools.database, organizationId, documentId, language);
    // An earlier version named its files otherwise, and no address can lead to them now.
    const known = found === null || identityOf(found.storageKey) === null ? null : found;
    if (known !== null && (await tools.documents.has(known.storageKey))) return known;
    const made = await makeFile(tools, identity, known);
    if (made !== null) return made;
  }
  throw new HttpProblem(503, 'Service Unavailable', { 'retry-after': '1' });
}

/** Renders a file anew, under its key where it was there before. Null when the tickets were changed meanwhile. */
async function makeFile(
  { database, documents, renderer, now }: Tools,
  identity: FileIdentity,
  known: DocumentFile | null,
): Promise<DocumentFile | null> {
  const { orderId, organizationId, documentId, language } = identity;
  const [whole] = await ordersById(database, organizationId, [orderId]);
  if (whole?.order.documentId !== documentId) throw notFound();
  const pdf = await renderer.render(await sheetOf(database, whole, language));
  const cachedAt = known?.cachedAt ?? now();
  const file = { storageKey: known?.storageKey ?? storageKey(identity, cachedAt), cachedAt };
  await documents.write(file.storageKey, pdf);
  const isCurrent = await database.transaction(async (transaction) => {
    if (!(await areUnchanged(transaction, organizationId, orderId, whole.tickets))) return false;
    await keepFile(transaction, { ...file, organizationId, documentId, language });
    return true;
  });
  if (isCurrent) return file;
  await documents.remove([file.storageKey]);
  return null;
}

async function sheetOf(database: Database, whole: WholeOrder, language: string): Promise<TicketSheet> {
  const { order, reservation, tickets } = whole;
  const catalog = await findCatalog(database, reservation.catalogId);
  if (catalog === null) throw new Error(`order ${order.id} is of no catalogue`);
  const [events, sessions, product, date] = await Promise.all([
    eventsById(database, catalog.id, [...new Set(tickets.map(({ eventId }) => eventId))]),
    sessionsById(database, catalog.id, [...new Set(tickets.flatMap(({ sessionId }) => sessionId ?? []))]),
    orderedProduct(database, catalog.id, reservation.productId),
    offerDay(database, catalog.id, reservation.offerId),
  ]);
  const inLanguage = (text: Readonly<Record<string, string>>) => localize(text, language, catalog.language);
  return ticketSheet({ whole, catalog, language, events, sessions, product, date, inLanguage });
}
