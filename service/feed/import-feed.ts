import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import type { ParsedFeed } from '@/lib/contract/feed';
import { addresses } from '@/lib/contract/iri';
import type { Database, Transaction } from '@/lib/database/database';
import type { ChangeCount } from '../availability/changes';
import type { SoldOut } from '../availability/sold-out';
import { lockOutHolds, setCapacities } from '../availability/set-capacities';
import { type Answer, created } from '../http/answer';
import { jsonPath } from '../http/complaints';
import { inSlices } from '../http/in-slices';
import { type Complaint, InvalidRequest } from '../http/problem';
import type { Call } from '../organization/call';
import { countEarlierUnits } from '../reservation/earlier-units';
import { checkFeed } from './check-feed';
import { type FeedCapacity, feedRows, idOf } from './feed-rows';
import { type Changes, findUnlimited, type Kind, kinds, replaceRows, upsertCatalog } from './feed-store';
import { groupWarnings } from './feed-warnings';
import { parseFeed } from './parse-feed';
import { isSchemaOrg, readSchemaOrgFeed } from './schema-org-input';
import type { Note } from './schema-org-spot';

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
 * schema.org Events beside the catalogue that they are for: `{ catalog, schemaOrg }`. 422 lists the first 100 errors
 * with their JSON paths and counts all, and nothing is written. With `dryRun=true` it only tells what it would do. A long feed is worked
 * through in slices: others are served meanwhile.
 */
export async function importFeed(
  { database, soldOut, changes }: { database: Database; soldOut: SoldOut; changes: ChangeCount },
  call: Call<unknown, z.infer<typeof feedQuery>>,
): Promise<Answer> {
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
  return created({
    '@context': '/contexts/FeedImport',
    '@id': `/.well-known/genid/${catalogId}`,
    '@type': 'FeedImport',
    catalog: addresses.catalog(catalogId),
    dryRun: trial,
    ...report,
    warningCount,
    warnings: groupWarnings(warnings),
  });
}

interface ReadFeed {
  feed: ParsedFeed;
  /** The first things that were left out or guessed. */
  warnings: readonly Note[];
  /** How many there were in all. */
  warningCount: number;
}

function* readFeed(body: unknown): Generator<undefined, ReadFeed> {
  const read = isSchemaOrg(body)
    ? yield* readSchemaOrgFeed(body)
    : { feed: body, warnings: [], warningCount: 0 };
  const feed = yield* parseFeed(read.feed);
  const complaints = yield* checkFeed(feed);
  if (complaints.length > 0) throw new InvalidRequest(complaints.kept, complaints.length);
  return { ...read, feed };
}

/** What was sold of what had no limit until now; what is held of it becomes holds. */
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
  for (const kind of kinds) report[kind] = await replaceRows(transaction, kind, catalogId, rows[kind]);
  const sold = await countUnlimited(transaction, catalogId, unlimited);
  const refused = await setLimits(transaction, catalogId, capacities, sold);
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

const limitsPerStatement = 1000;

/** Sets the limits part by part, in the order in which counters are locked everywhere: that of their ids. */
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

/** Limits in parts of about a thousand, ordered by their ids; each part is sorted when it is its turn. */
function* inOrder(capacities: readonly FeedCapacity[]): Generator<readonly FeedCapacity[]> {
  const shelves = new Map<string, FeedCapacity[]>();
  for (const capacity of capacities) {
    const begin = capacity.counterId.slice(0, 2);
    const shelf = shelves.get(begin);
    if (shelf === undefined) shelves.set(begin, [capacity]);
    else shelf.push(capacity);
  }
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
