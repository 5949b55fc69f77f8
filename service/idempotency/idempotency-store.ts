import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, json, type Transaction } from '@/lib/database/database';
import { rowColumns } from '@/lib/database/row-columns';
import { idempotencyTable, type Outcome } from './idempotency-table';

const hours = 72;
// Longer than any request takes. If a run claimed the key that long ago and stored no outcome, its process has
// crashed.
const leaseSeconds = 60;

const { bodyHash: hash, outcome } = idempotencyTable;
const earlierRun = rowColumns({ bodyHash: hash, outcome });

/** A request under a key. `run` distinguishes two runs of it. */
export interface Claim {
  organizationId: string;
  operation: string;
  key: string;
  bodyHash: string;
  run: string;
}

/**
 * Claims the key; resolves to null if the claim succeeded, else to the existing row. Concurrency guarantee: of any
 * number of simultaneous claims exactly one gets null; the unique key of the insert decides.
 */
export async function claimKey(
  database: Database,
  { organizationId, operation, key, bodyHash, run }: Claim,
): Promise<{ bodyHash: string; outcome: Outcome | null } | null> {
  const claimed = await database.single.run(
    sql`insert into ticketing.idempotency_key as known
          (organization_id, operation, key, body_hash, run, started_at)
        values (${organizationId}, ${operation}, ${key}, ${bodyHash}, ${run}, statement_timestamp())
        on conflict (organization_id, operation, key) do update
          set body_hash = excluded.body_hash, run = excluded.run, started_at = excluded.started_at,
            outcome = null
          where excluded.started_at - known.started_at > make_interval(hours => ${hours})
            or known.outcome is null
              and excluded.started_at - known.started_at > make_interval(secs => ${leaseSeconds})`,
  );
  if (claimed > 0) return null;
  const [known] = await database.read(
    earlierRun,
    sql`from ticketing.idempotency_key
        where organization_id = ${organizationId} and operation = ${operation} and key = ${key}`,
  );
  // Another run failed and its row was deleted in between, so the next attempt claims the key.
  return known ?? { bodyHash, outcome: null };
}

/** Stores the answer, unless another run has claimed the key meanwhile. */
export async function keepOutcome(database: Database, claim: Claim, outcome: Outcome): Promise<void> {
  await database.single.run(
    sql`update ticketing.idempotency_key set outcome = ${json(outcome)} where ${own(claim)}`,
  );
}

/** Releases the key, so that a repetition runs. */
export async function forgetRun(database: Database, claim: Claim): Promise<void> {
  await database.single.run(sql`delete from ticketing.idempotency_key where ${own(claim)}`);
}

function own({ organizationId, operation, key, run }: Claim) {
  return sql`organization_id = ${organizationId} and operation = ${operation} and key = ${key} and run = ${run}`;
}

const limitRow = z.object({ until: z.string().nullable() });

/** Deletes about `most` keys whose retention time is over, the oldest first; resolves to how many. */
export async function forgetOldKeys(transaction: Transaction, most: number): Promise<number> {
  const [limit] = await transaction.rows(
    limitRow,
    sql`select max(started_at)::text as until from (
          select started_at from ticketing.idempotency_key
          where started_at < statement_timestamp() - make_interval(hours => ${hours})
          order by started_at limit ${most}) oldest`,
  );
  const until = limit?.until ?? null;
  if (until === null) return 0;
  return transaction.run(
    sql`delete from ticketing.idempotency_key where started_at <= ${until}::timestamptz`,
  );
}
