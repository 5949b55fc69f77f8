import type { Feed } from '@/lib/contract/feed';
import { demoFeeds } from './catalogs/demo-feeds';
import { fetchToken } from './identity/fetch-token';
import { request } from './request';

export interface ImportOptions {
  readonly demoUrl: string;
  readonly serviceUrl: string;
  /** PEM of the certificate authority of the service. */
  readonly ca: string;
  readonly issuerSecret: string;
  /** YYYY-MM-DD: the first day of the programme. */
  readonly today: string;
  readonly signal?: AbortSignal;
}

const IMPORT_MS = 120_000;

/**
 * Posts the demonstration's catalogues to the service, as `npm run catalog:import` does with a file. Importing the
 * same feeds again changes nothing, so this is done at every start: the programme begins today. Throws an Error
 * that names the catalogue which the service refused.
 */
export async function importCatalogs(options: ImportOptions): Promise<void> {
  const { demoUrl, issuerSecret: clientSecret, today } = options;
  const token = await fetchToken({ demoUrl, clientId: 'demo-issuer', clientSecret });
  for (const feed of demoFeeds({ today, demoUrl })) await importCatalog(feed, token, options);
}

async function importCatalog(feed: Feed, token: string, options: ImportOptions): Promise<void> {
  const { status, text } = await request(`${options.serviceUrl}/v1/ticketing/feeds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/ld+json',
    },
    body: JSON.stringify(feed),
    ca: options.ca,
    timeoutMs: IMPORT_MS,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  if (status >= 200 && status < 300) return;
  throw new Error(
    `The service refused the catalogue "${catalogKey(feed)}" (${status}): ${text.slice(0, 1000)}`,
  );
}

function catalogKey({ catalog }: Feed): string {
  return catalog.key;
}

/** Today for the demonstration's issuers, who are all in France. */
export function demoToday(now: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(now);
}
