import type { z } from 'zod';
import type { FeedImport, feedQuery } from '@/lib/contract/feed-import';
import { addresses } from '@/lib/contract/iri';
import { preferredLanguage } from '@/lib/locale/negotiate';
import { recordChange } from '../catalog/change-store';
import { catalogIdOf } from '../ids/catalog-id';
import { isCatalogOf } from '../catalog/catalog-store';
import { inSlices } from '../http/in-slices';
import { InvalidRequest, violationsBody } from '../http/problem';
import type { Call } from '../http/route';
import { type ApplyContext, applyFeed } from './apply-feed';
import { recordImport } from './import-store';
import { groupWarnings, readFeed } from './read-feed';

export const feedBodyLimit = 50 * 1024 * 1024;

type ImportCall = Call<never, z.infer<typeof feedQuery>>;

/** Who imports a feed, from where, and its hash: what the history tells of it. */
type Origin = Pick<Parameters<typeof recordImport>[1], 'actor' | 'source' | 'hash'>;

/**
 * POST /v1/ticketing/feeds: replaces the content of a catalogue with a feed, in one transaction. The body is a feed
 * in our format, or schema.org Events with the catalogue that they are for: `{ catalog, schemaOrg }`. 422 lists the
 * first 100 errors with their JSON paths and counts all, and nothing is written but a line in the history of the
 * catalogue. With `dryRun=true` it only says what it would do. A long feed is processed in slices, so that other
 * requests are served meanwhile.
 */
export async function importFeed(context: ApplyContext, call: ImportCall): Promise<FeedImport> {
  const { query, principal, bodyHash } = call;
  if (bodyHash === null) throw new Error('the hash of a feed is needed');
  if (query.sha256 !== undefined && query.sha256 !== bodyHash)
    throw new InvalidRequest([{ path: 'sha256', code: 'regex', messageKey: 'otherFeed' }]);
  const origin = {
    actor: query.actor ?? principal.organization.name.slice(0, 100),
    source: query.source ?? null,
    hash: bodyHash,
  };
  const isTrial = query.dryRun === 'true' || query.dryRun === '1';
  if (isTrial) return importAs(context, call, origin, isTrial);
  return importAs(context, call, origin, isTrial).catch(async (error: unknown) => {
    if (error instanceof InvalidRequest) await recordRefusal(context, call, origin, error);
    throw error;
  });
}

async function importAs(
  context: ApplyContext,
  call: ImportCall,
  origin: Origin,
  isTrial: boolean,
): Promise<FeedImport> {
  const { feed, warnings, warningCount } = await inSlices(readFeed(call.body));
  const { organization } = call.principal;
  const catalogId = catalogIdOf(organization.id, feed.catalog.key);
  if (call.query.catalog !== undefined && call.query.catalog !== catalogId)
    throw new InvalidRequest([{ path: 'catalog', code: 'regex', messageKey: 'otherFeed' }]);
  const noted = { warningCount, warnings: groupWarnings(warnings) };
  const { newId } = context;
  const { counts, difference } = await applyFeed(context, {
    feed,
    catalogId,
    organizationId: organization.id,
    maintainer: 'feed',
    acceptLanguage: call.acceptLanguage,
    isTrial,
    record: async (transaction, written) => {
      const record = { ...origin, ...noted, counts: written.counts, accepted: true };
      await recordImport(transaction, { id: newId(), catalogId, ...record });
      await recordChange(transaction, {
        id: newId(),
        catalogId,
        actor: origin.actor,
        action: 'import',
        subject: addresses.catalog(catalogId),
        before: null,
        after: written.counts,
        reason: null,
      });
    },
  });
  return {
    '@id': `/.well-known/genid/${catalogId}`,
    '@type': 'FeedImport',
    catalog: addresses.catalog(catalogId),
    dryRun: isTrial,
    hash: origin.hash,
    ...counts,
    difference,
    ...noted,
  };
}

/** Adds a refused feed to the history of its catalogue, if that can be told and exists already. */
async function recordRefusal(
  { database, newId }: ApplyContext,
  { body, principal, acceptLanguage }: ImportCall,
  origin: Origin,
  { violations, count }: InvalidRequest,
): Promise<void> {
  const key = catalogKey(body);
  if (key === null) return;
  const organizationId = principal.organization.id;
  const catalogId = catalogIdOf(organizationId, key);
  if (!(await isCatalogOf(database, organizationId, { id: catalogId, key }))) return;
  const { violations: errors } = violationsBody(violations, preferredLanguage(acceptLanguage), count);
  await database.transaction((transaction) =>
    recordImport(transaction, {
      id: newId(),
      catalogId,
      ...origin,
      accepted: false,
      errorCount: count,
      errors: errors.map(({ propertyPath, message }) => ({ propertyPath, message })),
    }),
  );
}

function catalogKey(body: unknown): string | null {
  const memberOf = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)[name]
      : undefined;
  const key = memberOf(memberOf(body, 'catalog'), 'key');
  return typeof key === 'string' ? key : null;
}
