import { z } from 'zod';
import type { OrderDocument } from '@/lib/contract/document';
import { addresses } from '@/lib/contract/iri';
import type { Database } from '@/lib/database/database';
import { catalogLanguage } from '../catalog/catalog';
import { findCatalog } from '../catalog/catalog-store';
import type { DocumentStorage } from '../document/document-storage';
import { type Answer, ok } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../organization/call';
import type { DocumentFiles } from './document-files';
import { ordersById } from './order-store';

interface Tools {
  database: Database;
  documents: Pick<DocumentStorage, 'temporaryUrl'>;
  files: DocumentFiles;
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
  const file = await tools.files.current({
    orderId: whole.order.id,
    organizationId: organization.id,
    documentId: call.params.id,
    language,
  });
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
