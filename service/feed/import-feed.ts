import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { feedSchema, type ParsedFeed } from '@/lib/contract/feed';
import { addresses } from '@/lib/contract/iri';
import type { Database, Transaction } from '@/lib/database/database';
import type { ChangeCount } from '../availability/changes';
import type { SoldOut } from '../availability/sold-out';
import { lockOutHolds, setCapacities } from '../availability/set-capacities';
import { type Answer, created } from '../http/answer';
import { complaintsOf, jsonPath } from '../http/complaints';
import { type Complaint, InvalidRequest } from '../http/problem';
import type { Call } from '../organization/call';
import { countEarlierUnits } from '../reservation/earlier-units';
import { checkFeed } from './check-feed';
import { feedCapacities, feedRows, idOf } from './feed-rows';
import { type Changes, findUnlimited, type Kind, kinds, replaceRows, upsertCatalog } from './feed-store';
import { isSchemaOrg, readSchemaOrgFeed } from './schema-org-input';

export const feedQuery = z.object({
  dryRun: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .meta(extension('Tells what an import would do, and does nothing.')),
});
export const feedBodyLimit = 50 * 1024 * 1024;

type Report = Record<Kind, Changes>;

/** Thrown to undo a trial. */
class DryRun extends Error {
  constructor(readonly report: Report) {
    super('dry run');
  }
}

/**
 * POST /v1/ticketing/feeds: makes a catalogue what the feed says, in one transaction. A feed in our format, or
 * schema.org Events beside the catalogue that they are for: `{ catalog, schemaOrg }`. 422 lists every error with
 * its JSON path, and nothing is written. With `dryRun=true` it only tells what it would do.
 */
export async function importFeed(
  { database, soldOut, changes }: { database: Database; soldOut: SoldOut; changes: ChangeCount },
  call: Call<unknown, z.infer<typeof feedQuery>>,
): Promise<Answer> {
  const feed = readFeed(call.body);
  const { organization } = call.principal;
  const catalogId = idOf(organization.id, 'catalog', feed.catalog.key);
  const trial = call.query.dryRun === 'true' || call.query.dryRun === '1';
  const report = await database
    .transaction(async (transaction) => {
      const done = await writeFeed(transaction, feed, catalogId, organization.id);
      if (trial) throw new DryRun(done);
      return done;
    })
    .catch((error: unknown) => {
      if (error instanceof DryRun) return error.report;
      throw error;
    });
  soldOut.forget();
  changes.note();
  return created({
    '@context': '/contexts/FeedImport',
    '@id': `/.well-known/genid/${catalogId}`,
    '@type': 'FeedImport',
    catalog: addresses.catalog(catalogId),
    dryRun: trial,
    ...report,
  });
}

function readFeed(body: unknown): ParsedFeed {
  const parsed = feedSchema.safeParse(isSchemaOrg(body) ? readSchemaOrgFeed(body) : body);
  if (!parsed.success) throw new InvalidRequest(complaintsOf(parsed.error, jsonPath));
  const complaints = checkFeed(parsed.data);
  if (complaints.length > 0) throw new InvalidRequest(complaints);
  return parsed.data;
}

/** What was sold of what had no limit until now; what is held of it becomes holds. */
async function countUnlimited(transaction: Transaction, catalogId: string, counterIds: readonly string[]) {
  if (counterIds.length === 0) return new Map<string, number>();
  await lockOutHolds(transaction, catalogId);
  return countEarlierUnits(transaction, catalogId, counterIds);
}

async function writeFeed(
  transaction: Transaction,
  feed: ParsedFeed,
  catalogId: string,
  organizationId: string,
): Promise<Report> {
  await upsertCatalog(transaction, catalogId, organizationId, feed);
  const rows = feedRows(feed, catalogId, organizationId);
  const capacities = feedCapacities(feed, catalogId);
  const limited = capacities.flatMap(({ counterId, capacity }) => (capacity === null ? [] : [counterId]));
  const unlimited = await findUnlimited(transaction, catalogId, limited);
  const report: Partial<Report> = {};
  for (const kind of kinds) report[kind] = await replaceRows(transaction, kind, catalogId, rows[kind]);
  const sold = await countUnlimited(transaction, catalogId, unlimited);
  const refused = await setCapacities(transaction, catalogId, capacities, sold);
  if (refused.length > 0) {
    const paths = new Map(capacities.map(({ counterId, path }) => [counterId, path]));
    throw new InvalidRequest(
      refused.map(({ counterId, least }): Complaint => ({
        path: jsonPath(paths.get(counterId) ?? []),
        code: 'regex',
        saying: 'capacityTaken',
        detail: String(least),
      })),
    );
  }
  return report as Report;
}
