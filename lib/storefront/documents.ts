import { findCheckout } from '../checkout/checkout-store';
import { findDocument } from '../checkout/read-checkout';
import { note } from '../checkout/timeline-store';
import type { Language } from '../locale/languages';
import { getRuntime, type Runtime } from '../runtime/runtime';
import { deliverDocument, type Delivered } from './document-delivery';
import { documentLimits } from './document-fetch';
import { guestMayRead } from './guest';
import { staffAccess } from './staff';

export type DocumentAnswer =
  | { kind: 'document'; body: ReadableStream<Uint8Array>; length: number | null; fileName: string }
  /** The tickets of the order are blocked. */
  | { kind: 'blocked' }
  /** Not there, or not for this browser: the same for both. */
  | Exclude<Delivered, { kind: 'document' }>;

/** A document of an order, for its guest or for staff, fetched by us: nobody else ever sees the signed address. */
export async function getDocument(
  checkoutId: string,
  documentId: string,
  language: Language,
): Promise<DocumentAnswer> {
  const reader = await documentReader(checkoutId);
  if (reader === null) return { kind: 'denied' };
  const runtime = await getRuntime();
  const { rooms, log } = runtime;
  const checkout = await findCheckout(rooms.database, checkoutId);
  const found = checkout === null ? null : await findDocument(rooms, checkoutId, documentId);
  if (checkout === null || found === null) return { kind: 'denied' };
  if (found.kind === 'blocked') return found;
  const answer = await deliver(runtime, { orderId: found.order.id, documentId, language });
  if (answer.kind !== 'document') {
    const context = { checkout: checkoutId, document: documentId, answer: answer.kind };
    log.warn(context, 'a document was not delivered');
    return answer;
  }
  try {
    const detail = { document: documentId, by: reader, language: answer.language };
    await rooms.database.transaction((transaction) =>
      note(transaction, checkoutId, 'document_downloaded', detail),
    );
  } catch (error) {
    await answer.body.cancel();
    throw error;
  }
  const { body, length } = answer;
  const fileName = `tickets-${checkout.reference}-${found.number}-${answer.language}.pdf`;
  return { kind: 'document', body, length, fileName };
}

async function documentReader(checkoutId: string): Promise<'guest' | 'staff' | null> {
  if (await guestMayRead(checkoutId)) return 'guest';
  const access = await staffAccess();
  return access.kind === 'staff' ? 'staff' : null;
}

function deliver(
  { client, config, log }: Runtime,
  wanted: { orderId: string; documentId: string; language: Language },
): Promise<Delivered> {
  const { ca } = config.service;
  const limits = { ...documentLimits, hosts: config.documentHosts, ...(ca === undefined ? {} : { ca }) };
  const report = (message: string, context: Record<string, unknown>) => log.error(context, message);
  return deliverDocument({ client, limits, report }, wanted);
}
