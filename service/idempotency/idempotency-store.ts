import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ViolationCode, violationCodes } from '@/lib/contract/problem';
import { type Database, json, type Transaction } from '@/lib/database/database';
import { sayings } from '../http/violation-messages';

const hours = 72;
// Longer than any request lives; whoever claimed the key that long ago and told no outcome is dead.
const leaseSeconds = 60;

const complaintSchema = z.object({
  path: z.string(),
  code: z.enum(Object.keys(violationCodes) as [ViolationCode, ...ViolationCode[]]),
  saying: z.enum(sayings).exactOptional(),
  detail: z.string().exactOptional(),
});

const outcomeSchema = z.union([
  z.object({
    answer: z.object({
      status: z.union([z.literal(200), z.literal(201)]),
      body: z.looseObject({}),
      language: z.string().exactOptional(),
    }),
  }),
  z.object({ complaints: z.array(complaintSchema), count: z.int().optional() }),
]);
export type Outcome =
  | { answer: { status: 200 | 201; body: object; language?: string } }
  | {
      complaints: z.infer<typeof complaintSchema>[];
      /** How many violations there were, listed or not. */
      count?: number | undefined;
    };

/** A request under a key. `run` tells two of them apart. */
export interface Claim {
  organizationId: string;
  operation: string;
  key: string;
  bodyHash: string;
  run: string;
}

const rowSchema = z.object({ bodyHash: z.string(), outcome: outcomeSchema.nullable() });

/**
 * Claims the key; resolves to null when it is ours now, else to what was there.
 * Race promise: of any number of simultaneous claims one gets null; the insert's unique key decides.
 */
export async function claimKey(
  database: Database,
  { organizationId, operation, key, bodyHash, run }: Claim,
): Promise<z.infer<typeof rowSchema> | null> {
  return database.transaction(async (transaction) => {
    const claimed = await transaction.run(
      sql`insert into ticketing.idempotency_key as known
            (organization_id, operation, key, body_hash, run, started_at)
          values (${organizationId}, ${operation}, ${key}, ${bodyHash}, ${run}, clock_timestamp())
          on conflict (organization_id, operation, key) do update
            set body_hash = excluded.body_hash, run = excluded.run, started_at = excluded.started_at,
              outcome = null
            where known.started_at < clock_timestamp() - make_interval(hours => ${hours})
              or known.outcome is null
                and known.started_at < clock_timestamp() - make_interval(secs => ${leaseSeconds})`,
    );
    if (claimed > 0) return null;
    const [known] = await transaction.rows(
      rowSchema,
      sql`select body_hash as "bodyHash", outcome from ticketing.idempotency_key
          where organization_id = ${organizationId} and operation = ${operation} and key = ${key}`,
    );
    // Its run failed and was forgotten in between: the next try claims it.
    return known ?? { bodyHash, outcome: null };
  });
}

/** Keeps what was answered, unless the key went to another run meanwhile. */
export async function keepOutcome(database: Database, claim: Claim, outcome: Outcome): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(sql`update ticketing.idempotency_key set outcome = ${json(outcome)} where ${own(claim)}`),
  );
}

/** Lets the key go, so that a repeat runs. */
export async function forgetRun(database: Database, claim: Claim): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(sql`delete from ticketing.idempotency_key where ${own(claim)}`),
  );
}

function own({ organizationId, operation, key, run }: Claim) {
  return sql`organization_id = ${organizationId} and operation = ${operation} and key = ${key} and run = ${run}`;
}

/** Deletes at most `most` keys that are older than they are kept; resolves to how many. */
export async function forgetOldKeys(transaction: Transaction, most: number): Promise<number> {
  return transaction.run(
    sql`delete from ticketing.idempotency_key
        where (organization_id, operation, key) in (
          select organization_id, operation, key from ticketing.idempotency_key
          where started_at < clock_timestamp() - make_interval(hours => ${hours})
          order by started_at limit ${most} for update skip locked)`,
  );
}
