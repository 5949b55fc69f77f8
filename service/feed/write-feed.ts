import { type FeedDifference, type FeedImport, type FeedKind, feedKinds } from '@/lib/contract/feed-import';
import type { ParsedFeed } from '@/lib/contract/feed';
import type { Transaction } from '@/lib/database/database';
import { negotiateLanguage } from '@/lib/locale/negotiate';
import { saveFeedCapacities, readSetCapacities } from '../catalog/override-store';
import { type Violation, InvalidRequest } from '../http/problem';
import { jsonPath } from '../http/violations';
import { insertSeatPlans, type StoredSeatPlan } from '../seat/seat-plan-store';
import { countUnlimited, findUnlimited, setLimits } from '../reservation/limits';
import { type NotedSession, openDifference } from './difference';
import { changedCapacities, readDifference } from './difference-store';
import { type FeedCapacity, feedLanguages, type FeedRows } from './feed-rows';
import { replaceRows } from './feed-store';
import { checkReseated } from './reseated-sessions';

/** A feed as rows, with its limits. */
export interface PreparedFeed {
  feed: ParsedFeed;
  rows: FeedRows;
  capacities: readonly FeedCapacity[];
  seatPlans: readonly StoredSeatPlan[];
}

export interface WrittenFeed {
  counts: Pick<FeedImport, FeedKind>;
  difference: FeedDifference;
  /** All sessions that it retired, moved, cancelled, postponed or restored. */
  sessions: readonly NotedSession[];
}

/** Makes the content of a catalogue what a feed says, except what staff have set. Its catalogue row is locked. */
export async function writeFeed(
  transaction: Transaction,
  catalogId: string,
  { feed, rows, capacities: ofFeed, seatPlans }: PreparedFeed,
  acceptLanguage: string | null,
): Promise<WrittenFeed> {
  const capacities = await capacitiesInForce(transaction, catalogId, ofFeed);
  const limited = capacities.flatMap(({ counterId, capacity }) => (capacity === null ? [] : [counterId]));
  const unlimited = await findUnlimited(transaction, catalogId, limited);
  const changed = await changedCapacities(transaction, catalogId, capacities);
  const difference = openDifference();
  await insertSeatPlans(transaction, seatPlans);
  const reseated: string[] = [];
  const counts: Partial<WrittenFeed['counts']> = {};
  for (const kind of feedKinds) {
    const ofKind = { catalogId, rows: rows[kind] };
    counts[kind] = await replaceRows(transaction, kind, ofKind, (row) => {
      difference.note(kind, row);
      if (row.members.includes('seat_plan_id')) reseated.push(row.id);
    });
  }
  const sold = await countUnlimited(transaction, catalogId, unlimited);
  const refused = await setLimits(transaction, catalogId, capacities, sold);
  if (refused.length > 0) {
    const paths = new Map(capacities.map(({ counterId, path }) => [counterId, path]));
    throw new InvalidRequest(
      refused.map(({ counterId, sold: units, held }): Violation => ({
        path: jsonPath(paths.get(counterId) ?? []),
        code: 'regex',
        messageKey: 'capacityTaken',
        detail: String(units + held),
      })),
    );
  }
  await checkReseated(transaction, catalogId, { reseated, rows: rows.session, seatPlans, capacities });
  const own = feed.catalog.language;
  const language = negotiateLanguage(acceptLanguage, feedLanguages(feed), own);
  const noted = difference.noted();
  return {
    sessions: noted.sessions,
    counts: counts as WrittenFeed['counts'],
    difference: await readDifference(
      transaction,
      catalogId,
      { noted, capacities: changed },
      { language, own },
    ),
  };
}

/** The capacities of a feed, except those that staff have set; what the feed says about these is kept beside them. */
async function capacitiesInForce(
  transaction: Transaction,
  catalogId: string,
  ofFeed: readonly FeedCapacity[],
): Promise<readonly FeedCapacity[]> {
  const set = await readSetCapacities(transaction, catalogId);
  if (set.size === 0) return ofFeed;
  const replaced = ofFeed.filter(({ counterId }) => set.has(counterId));
  await saveFeedCapacities(
    transaction,
    catalogId,
    replaced.map(({ counterId, capacity, saleLimit }) => ({ subjectId: counterId, capacity, saleLimit })),
  );
  return ofFeed.map((one) => {
    const capacity = set.get(one.counterId);
    return capacity === undefined ? one : { ...one, capacity, saleLimit: null };
  });
}
