import { findCheckout } from '../checkout/checkout-store';
import { findDocument } from '../checkout/read-checkout';
import { note } from '../checkout/timeline-store';
import { ServiceError } from '../client/service-error';
import type { Language } from '../locale/languages';
import { getRuntime, type Runtime } from '../runtime/runtime';
import { documentLimits, fetchDocument, type FetchedDocument } from './document-fetch';
import { guestMayRead } from './guest';
import { staffAccess } from './staff';

export type DocumentAnswer =
  | { kind: 'document'; body: ReadableStream<Uint8Array>; fileName: string }
  /** Not there, or not for this browser: the same for both. */
  | { kind: 'denied' }
  | { kind: 'preparing'; retryAfterSeconds: number }
  /** The other side failed; trying again may help. */
  | { kind: 'failed' };

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
  const orderId = found.order.id;
  const answer = await fetchFresh(runtime, { orderId, documentId, language });
  if (answer.kind === 'document') {
    await rooms.database.transaction((transaction) =>
      note(transaction, checkoutId, 'document_downloaded', { document: documentId, by: reader, language }),
    );
    return { ...answer, fileName: `tickets-${checkout.reference}-${found.number}-${language}.pdf` };
  }
  log.warn(
    { checkout: checkoutId, document: documentId, answer: answer.kind },
    'a document was not delivered',
  );
  return answer;
}

async function documentReader(checkoutId: string): Promise<'guest' | 'staff' | null> {
  if (await guestMayRead(checkoutId)) return 'guest';
  const access = await staffAccess();
  return access.kind === 'staff' ? 'staff' : null;
}

type Fetched =
  { kind: 'document'; body: ReadableStream<Uint8Array> } | Exclude<DocumentAnswer, { kind: 'document' }>;

/** Asks for a fresh address and fetches it; once more with another when the address was over already. */
async function fetchFresh(
  { client, config, log }: Runtime,
  wanted: { orderId: string; documentId: string; language: Language },
): Promise<Fetched> {
  const { orderId, documentId, language } = wanted;
  const limits = {
    ...documentLimits,
    hosts: config.documentHosts,
    ...(config.service.ca === undefined ? {} : { ca: config.service.ca }),
  };
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refreshed = await client.refreshDocument(orderId, documentId, { language });
      if (refreshed.kind === 'missing') return { kind: 'denied' };
      if (refreshed.kind === 'preparing') return refreshed;
      const fetched: FetchedDocument = await fetchDocument(refreshed.document.temporaryUrl, limits);
      if (fetched.kind === 'fetched') return { kind: 'document', body: fetched.body };
      if (fetched.kind === 'refused') {
        log.error({ document: documentId, why: fetched.why }, 'a document was refused');
        return { kind: 'failed' };
      }
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.error({ document: documentId, reason: error.reason }, 'no address for a document');
  }
  return { kind: 'failed' };
}
