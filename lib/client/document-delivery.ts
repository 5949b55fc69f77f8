import type { Client } from './client';
import { ServiceError } from './service-error';
import type { Language } from '../locale/languages';
import { fetchDocument, type FetchLimits } from './document-fetch';

export type Delivered =
  /** `length`: in bytes, if known. `language`: of the file; it may differ from the requested one. */
  | { kind: 'document'; body: ReadableStream<Uint8Array>; length: number | null; language: string }
  /** The service has no such document. */
  | { kind: 'denied' }
  /** The service is still making it. */
  | { kind: 'preparing'; retryAfterSeconds: number }
  /** The service or the storage failed; trying again may help. */
  | { kind: 'failed' };

export interface DeliveryContext {
  client: Pick<Client, 'refreshDocument'>;
  limits: FetchLimits;
  /** Tells the operator. The context never contains the URL, because it is signed. */
  report: (message: string, context: Record<string, unknown>) => void;
}

/** `prices` false: a file that says nothing of prices. */
export interface WantedDocument {
  orderId: string;
  documentId: string;
  language: Language;
  prices?: boolean;
}

/**
 * Asks the service for a fresh URL and fetches it. If the URL has expired already, or the connection breaks
 * before the first byte, it asks once for another URL. If the download breaks off later, the browser has to
 * request it again.
 */
export async function deliverDocument(
  { client, limits, report }: DeliveryContext,
  wanted: WantedDocument,
): Promise<Delivered> {
  const { orderId, documentId, language, prices = true } = wanted;
  try {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refreshed = await client.refreshDocument(orderId, documentId, { language, prices });
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

/** The language becomes part of the file's name, so only a language code is accepted. */
function languageOf(cached: string, asked: Language): string {
  return /^[a-z]{2}$/.test(cached) ? cached : asked;
}

/** The whole file of a document; null: it can't be had now, or has more bytes. */
export async function readDocument(
  context: DeliveryContext,
  wanted: WantedDocument,
  mostBytes: number,
): Promise<Uint8Array | null> {
  const limits = { ...context.limits, maximumBytes: Math.min(mostBytes, context.limits.maximumBytes) };
  const answer = await deliverDocument({ ...context, limits }, wanted);
  if (answer.kind !== 'document') return null;
  try {
    return new Uint8Array(await new Response(answer.body).arrayBuffer());
  } catch (error) {
    context.report('a document broke off', {
      document: wanted.documentId,
      why: error instanceof Error ? error.name : 'not read',
    });
    return null;
  }
}
