import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { addresses } from '@/lib/contract/iri';
import type { Database, Transaction } from '@/lib/database/database';
import type { ChangeCount } from '../availability/changes';
import type { SoldOut } from '../availability/sold-out-cache';
import { lockOutHolds, setCapacities } from '../availability/set-capacities';
import { jsonPath } from '../http/violations';
import { inSlices } from '../http/in-slices';
import { type Violation, InvalidRequest } from '../http/problem';
import type { Call } from '../http/route';
import { countEarlierUnits } from '../reservation/earlier-units';
import type { FeedImport } from './feed-import-schema';
import { type FeedCapacity, feedRows, idOf } from './feed-rows';
import { type Changes, findUnlimited, replaceRows, upsertCatalog } from './feed-store';
import { type FeedKind, feedKinds } from './feed-tables';
import { grouped } from './grouped';
import { groupWarnings, readFeed } from './read-feed';

export const feedQuery = z.object({
  dryRun: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .meta(extension('Tells what an import would do, and does nothing.')),
});
export const feedBodyLimit = 50 * 1024 * 1024;

type Report = Record<FeedKind, Changes>;

/** Thrown to roll back a dry run. */
class DryRun extends Error {
  constructor(readonly report: Report) {
    super('dry run');
  }
}

/**
 * POST /v1/ticketing/feeds: replaces the content of a catalogue with a feed, in one transaction. The body is a feed
 * in our format, or schema.org Events with the catalogue that they are for: `{ catalog, schemaOrg }`. 422 lists the
 * first 100 errors with their JSON paths and counts all, and nothing is written. With `dryRun=true` it only says
 * what it would do. A long feed is processed in slices, so that other requests are served meanwhile.
 */
export async function importFeed(
  { database, soldOut, changes }: { database: Database; soldOut: SoldOut; changes: ChangeCount },
  call: Call<never, z.infer<typeof feedQuery>>,
): Promise<FeedImport> {
  const { feed, warnings, warningCount } = await inSlices(readFeed(call.body));
  const { organization } = call.principal;
  const catalogId = idOf(organization.id, 'catalog', feed.catalog.key);
  const prepared = await inSlices(feedRows(feed, catalogId, organization.id));
  const trial = call.query.dryRun === 'true' || call.query.dryRun === '1';
  const report = await database
    .transaction(async (transaction) => {
      await upsertCatalog(transaction, catalogId, organization.id, feed);
      const done = await writeFeed(transaction, catalogId, prepared);
      if (trial) throw new DryRun(done);
      return done;
    })
    .catch((error: unknown) => {
      if (error instanceof DryRun) return error.report;
      throw error;
    });
  soldOut.forget();
  changes.note();
  return {
    '@id': `/.well-known/genid/${catalogId}`,
    '@type': 'FeedImport',
    catalog: addresses.catalog(catalogId),
    dryRun: trial,
    ...report,
    warningCount,
    warnings: groupWarnings(warnings),
  };
}

/** The sold units of counters that had no limit until now; their held units become holds. */
async function countUnlimited(transaction: Transaction, catalogId: string, counterIds: readonly string[]) {
  if (counterIds.length === 0) return new Map<string, number>();
  await lockOutHolds(transaction, catalogId);
  return countEarlierUnits(transaction, catalogId, counterIds);
}

type Prepared = ReturnType<typeof feedRows> extends Generator<unknown, infer Rows> ? Rows : never;

async function writeFeed(
  transaction: Transaction,
  catalogId: string,
  { rows, capacities }: Prepared,
): Promise<Report> {
  const limited = capacities.flatMap(({ counterId, capacity }) => (capacity === null ? [] : [counterId]));
  const unlimited = await findUnlimited(transaction, catalogId, limited);
  const report: Partial<Report> = {};
  for (const kind of feedKinds) report[kind] = await replaceRows(transaction, kind, catalogId, rows[kind]);
  const sold = await countUnlimited(transaction, catalogId, unlimited);
  const refused = await setLimits(transaction, catalogId, capacities, sold);
  if (refused.length > 0) {
    const paths = new Map(capacities.map(({ counterId, path }) => [counterId, path]));
    throw new InvalidRequest(
      refused.map(({ counterId, least }): Violation => ({
        path: jsonPath(paths.get(counterId) ?? []),
        code: 'regex',
        messageKey: 'capacityTaken',
        detail: String(least),
      })),
    );
  }
  return report as Report;
}

const limitsPerStatement = 1000;

/** Sets the limits part by part, sorted by the ids of the counters, which is the lock order everywhere. */
async function setLimits(
  transaction: Transaction,
  catalogId: string,
  capacities: readonly FeedCapacity[],
  sold: ReadonlyMap<string, number>,
) {
  const refused: Awaited<ReturnType<typeof setCapacities>> = [];
  for (const part of inOrder(capacities)) {
    const counted = new Map(
      part.flatMap(({ counterId }) => {
        const units = sold.get(counterId);
        return units === undefined ? [] : [[counterId, units] as const];
      }),
    );
    for (const one of await setCapacities(transaction, catalogId, part, counted)) refused.push(one);
  }
  return refused;
}

/** Limits in parts of about a thousand, ordered by their ids; each part is sorted only when it is processed. */
function* inOrder(capacities: readonly FeedCapacity[]): Generator<readonly FeedCapacity[]> {
  const shelves = grouped(capacities, ({ counterId }) => counterId.slice(0, 2));
  const byId = (one: FeedCapacity, other: FeedCapacity) => (one.counterId < other.counterId ? -1 : 1);
  let part: FeedCapacity[] = [];
  for (const begin of [...shelves.keys()].sort()) {
    part = [...part, ...(shelves.get(begin) ?? []).sort(byId)];
    if (part.length < limitsPerStatement) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
