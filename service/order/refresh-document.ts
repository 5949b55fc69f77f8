import { addresses } from '@/lib/contract/iri';
import type { Database } from '@/lib/database/database';
import { documentLanguage } from '../catalog/catalog';
import { findCatalog } from '../catalog/catalog-store';
import type { DocumentStorage } from '../document/document-storage';
import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import { type DocumentFiles, hasDocument } from './document-files';
import type { DocumentPatch, DocumentResource } from './order-resource';
import { requiredOrder } from './read-orders';

interface RefreshDocumentContext {
  database: Database;
  documents: Pick<DocumentStorage, 'temporaryUrl'>;
  files: DocumentFiles;
  documentSeconds: number;
  now: () => Date;
}

/** PATCH /v1/booking/orders/{orderId}/documents/{id}: a new address of the file in the requested language, with prices or without. */
export async function refreshDocument(
  context: RefreshDocumentContext,
  call: Call<'orderId' | 'id', unknown, DocumentPatch>,
): Promise<Localized<DocumentResource>> {
  const { organization } = call.principal;
  const { principal, params } = call;
  const whole = await requiredOrder(context.database, { principal, params: { id: params.orderId } });
  if (!hasDocument(whole, params.id)) throw notFound();
  const catalog = await findCatalog(context.database, whole.reservation.catalogId);
  if (catalog === null) throw new Error(`order ${whole.order.id} is of no catalogue`);
  const language = documentLanguage(catalog, call.acceptLanguage);
  // Prices are what a credit note is about.
  const hasPrices = call.body.prices !== false || whole.order.documentId !== params.id;
  const file = await context.files.current({
    orderId: whole.order.id,
    organizationId: organization.id,
    documentId: call.params.id,
    language,
    hasPrices,
  });
  const expiresAt = new Date(context.now().getTime() + context.documentSeconds * 1000);
  const document: DocumentResource = {
    '@id': addresses.document(whole.order.id, call.params.id),
    '@type': 'BookingOrderDocument',
    id: call.params.id,
    cachedAt: file.cachedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    temporaryUrl: context.documents.temporaryUrl(file.storageKey, expiresAt),
    cachedLanguage: language,
    ...(hasPrices ? {} : { prices: false as const }),
  };
  return new Localized(document, language);
}
