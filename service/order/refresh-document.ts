import { z } from 'zod';
import type { OrderDocument } from '@/lib/contract/document';
import { addresses } from '@/lib/contract/iri';
import type { Database } from '@/lib/database/database';
import { localize } from '@/lib/locale/languages';
import { type Catalog, catalogLanguage } from '../catalog/catalog';
import { findCatalog } from '../catalog/catalog-store';
import { type DocumentFile, findFile, keepFile } from '../document/document-file-store';
import type { DocumentStorage } from '../document/document-storage';
import { eventsById } from '../event/event-store';
import { type Answer, ok } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../organization/call';
import { offerDay } from '../offer/offer-store';
import { orderedProduct } from '../product/product-store';
import { sessionsById } from '../session/session-store';
import { type WholeOrder, ordersById } from './order-store';
import { ticketSheet } from './order-sheet';

interface Tools {
  database: Database;
  documents: DocumentStorage;
  /** How long a download address lives. */
  documentSeconds: number;
  now: () => Date;
}

/** A merge patch of a document: nothing of it can be changed, and `{}` asks for a fresh address. */
export const documentPatch = z.object({});

/** PATCH /v1/booking/orders/{orderId}/documents/{id}: a fresh address of the file in the language asked for. */
export async function refreshDocument(
  tools: Tools,
  call: Call<{ orderId: string; id: string }>,
): Promise<Answer> {
  const { organization } = call.principal;
  const [whole] = await ordersById(tools.database, organization.id, [call.params.orderId]);
  if (whole?.order.documentId !== call.params.id) throw notFound();
  const catalog = await findCatalog(tools.database, whole.reservation.catalogId);
  if (catalog === null) throw new Error(`order ${whole.order.id} is of no catalogue`);
  const language = catalogLanguage(catalog, call.acceptLanguage);
  const file =
    (await findFile(tools.database, organization.id, call.params.id, language)) ??
    (await makeFile(tools, whole, catalog, language));
  const expiresAt = new Date(tools.now().getTime() + tools.documentSeconds * 1000);
  const document: OrderDocument = {
    '@id': addresses.document(whole.order.id, call.params.id),
    '@type': 'BookingOrderDocument',
    id: call.params.id,
    cachedAt: file.cachedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    temporaryUrl: tools.documents.temporaryUrl(file.storageKey, expiresAt),
    cachedLanguage: language,
  };
  return ok({ '@context': '/contexts/BookingOrderDocument', ...document }, language);
}

async function makeFile(
  { database, documents, now }: Tools,
  whole: WholeOrder,
  catalog: Catalog,
  language: string,
): Promise<DocumentFile> {
  const { order, reservation, tickets } = whole;
  const [events, sessions, product, date] = await Promise.all([
    eventsById(database, catalog.id, [...new Set(tickets.map(({ eventId }) => eventId))]),
    sessionsById(database, catalog.id, [...new Set(tickets.flatMap(({ sessionId }) => sessionId ?? []))]),
    orderedProduct(database, catalog.id, reservation.productId),
    offerDay(database, catalog.id, reservation.offerId),
  ]);
  const inLanguage = (text: Readonly<Record<string, string>>) => localize(text, language, catalog.language);
  // Loaded by the first who needs it: what draws documents is a sixth of what the program weighs.
  const { renderPdf } = await import('../document/render-pdf');
  const pdf = await renderPdf(
    ticketSheet({ whole, catalog, language, events, sessions, product, date, inLanguage }),
  );
  const cachedAt = now();
  const storageKey = `${order.id}/${order.documentId}-${language}-${cachedAt.getTime()}.pdf`;
  await documents.write(storageKey, pdf);
  await keepFile(database, {
    organizationId: order.organizationId,
    documentId: order.documentId,
    language,
    storageKey,
    cachedAt,
  });
  return { storageKey, cachedAt };
}
