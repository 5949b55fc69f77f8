import type { Client } from '../client/client';
import { ServiceError } from '../client/service-error';
import type { Language } from '../locale/languages';
import { fetchDocument, type FetchLimits } from './document-fetch';

export type Delivered =
  /** `length`: in bytes, where it is known. `language`: of the file, which may be another than was asked for. */
  | { kind: 'document'; body: ReadableStream<Uint8Array>; length: number | null; language: string }
  /** Not there. */
  | { kind: 'denied' }
  | { kind: 'preparing'; retryAfterSeconds: number }
  /** The other side failed; trying again may help. */
  | { kind: 'failed' };

export interface DeliveryRooms {
  client: Pick<Client, 'refreshDocument'>;
  limits: FetchLimits;
  /** Tells the operator. Never an address: it is signed. */
  report: (message: string, context: Record<string, unknown>) => void;
}

/**
 * Asks the service for a fresh address and fetches it. Where that is over already, or breaks off before the first byte
 * came, another is asked for, once. What breaks off later is the browser's to ask for again.
 */
export async function deliverDocument(
  { client, limits, report }: DeliveryRooms,
  wanted: { orderId: string; documentId: string; language: Language },
): Promise<Delivered> {
  const { orderId, documentId, language } = wanted;
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refreshed = await client.refreshDocument(orderId, documentId, { language });
      if (refreshed.kind === 'missing') return { kind: 'denied' };
      if (refreshed.kind === 'preparing') {
        return { kind: 'preparing', retryAfterSeconds: refreshed.retryAfterSeconds };
      }
      const { temporaryUrl, cachedLanguage } = refreshed.document;
      const fetched = await fetchDocument(temporaryUrl, limits);
      if (fetched.kind === 'fetched') {
        const { body, length } = fetched;
        return { kind: 'document', body, length, language: languageOf(cachedLanguage, language) };
      }
      if (fetched.kind === 'refused') {
        report('a document was refused', { document: documentId, why: fetched.why });
        return { kind: 'failed' };
      }
    }
    report('a document’s fresh address was over, twice', { document: documentId });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('no address for a document', { document: documentId, reason: error.reason });
  }
  return { kind: 'failed' };
}

/** It becomes part of a file's name: only what is a language's code. */
function languageOf(cached: string, asked: Language): string {
  return /^[a-z]{2}$/.test(cached) ? cached : asked;
}
