import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Feed } from '@/lib/contract/feed';
import { feedImportSchema } from '@/lib/contract/feed-import';
import { lastSegment } from '@/lib/contract/iri';
import { problemSchema, type Violation, violationCodes } from '@/lib/contract/problem';
import { riverKey } from './catalogs/river/river-feed';
import { demoFeeds } from './catalogs/demo-feeds';
import { readIfThere, writeAtomically } from './common/files';
import { fetchToken } from './identity/fetch-token';
import { request } from './common/request';

export interface ImportOptions {
  readonly demoUrl: string;
  readonly serviceUrl: string;
  /** PEM of the certificate authority of the service. */
  readonly ca: string;
  readonly issuerSecret: string;
  /** YYYY-MM-DD: the first day of the programme. */
  readonly today: string;
  readonly signal?: AbortSignal;
  /** Called if there is something to import. */
  readonly onImport: () => void;
  /** The file that says what is imported: it is beside the service's own database, and goes with it. Null: a server keeps that database. */
  readonly doneFile: string | null;
}

const IMPORT_MS = 120_000;

/** A code for the boats and the museum, to try: README.md names it. */
const voucher = {
  catalog: riverKey,
  body: {
    code: 'RIVER-10',
    kind: 'percentage',
    value: '10.00',
    actor: 'demonstration',
    reason: 'To try vouchers',
  },
} as const;

/**
 * Posts the demonstration's catalogues to the service, as `npm run catalog:import` does with a file, unless these
 * feeds were imported before by this build. The programme begins today. Throws an Error that names the catalogue which
 * the service refused.
 */
export async function importCatalogs(options: ImportOptions): Promise<void> {
  const { demoUrl, issuerSecret: clientSecret, today, doneFile } = options;
  const feeds = demoFeeds({ today, demoUrl });
  const built = await stat('dist/service/main.mjs');
  const done = createHash('sha256').update(JSON.stringify(feeds)).update(String(built.mtimeMs)).digest('hex');
  if (doneFile !== null && (await readIfThere(doneFile)) === done) return;
  options.onImport();
  const token = await fetchToken({ demoUrl, clientId: 'demo-issuer', clientSecret });
  for (const feed of feeds) await importFeed(feed, { ...options, token });
  if (doneFile !== null) await writeAtomically(doneFile, done);
}

type Connection = Pick<ImportOptions, 'serviceUrl' | 'ca' | 'signal'> & { readonly token: string };

/** Imports one feed. A catalogue that people have taken over in Setup stays as they left it. */
export async function importFeed(feed: Feed, connection: Connection): Promise<void> {
  const { status, text } = await post('/v1/ticketing/feeds', feed, connection);
  if (status === 422 && hasViolation(text, ({ propertyPath }) => propertyPath === '$.catalog.key')) return;
  if (status < 200 || status >= 300) {
    throw new Error(
      `The service refused the catalogue "${catalogKey(feed)}" (${status}): ${text.slice(0, 1000)}`,
    );
  }
  if (catalogKey(feed) !== voucher.catalog) return;
  const { catalog } = feedImportSchema.parse(JSON.parse(text));
  const path = `/v1/ticketing/catalogs/${lastSegment(catalog)}/vouchers`;
  const made = await post(path, voucher.body, connection);
  // From the second start on, the code exists already.
  const isTaken =
    made.status === 422 && hasViolation(made.text, ({ code }) => code === violationCodes.unique);
  if (made.status === 201 || isTaken) return;
  throw new Error(`The service refused the voucher (${made.status}): ${made.text.slice(0, 1000)}`);
}

function hasViolation(text: string, isOne: (violation: Violation) => boolean): boolean {
  const { violations = [] } = problemSchema.parse(JSON.parse(text));
  return violations.some(isOne);
}

function post(path: string, body: object, { serviceUrl, token, ca, signal }: Connection) {
  return request(`${serviceUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/ld+json',
    },
    body: JSON.stringify(body),
    ca,
    timeoutMs: IMPORT_MS,
    ...(signal === undefined ? {} : { signal }),
  });
}

function catalogKey({ catalog }: Feed): string {
  return catalog.key;
}

/** Today for the demonstration's issuers, who are all in France. */
export function demoToday(now: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(now);
}
