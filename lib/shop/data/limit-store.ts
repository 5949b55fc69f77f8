import { sql } from 'drizzle-orm';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database, Transaction } from '../../database/database';
import type { Limiting } from '../../network/network-limit';
import type { CheckoutContext } from '../context';
import { hashLink } from '../tokens';

/** Counts in the database, so for all processes of the shop together. Each count is one statement. */
class SharedLimiter extends RateLimiterPostgres {
  readonly #secret: string;

  constructor(database: Database, name: string, { points, duration, secret }: SharedLimits) {
    const query = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, changed } = await database.single.send({ text, params: values, rowMode: 'object' });
      return { rows, rowCount: changed };
    };
    super({
      storeClient: { query },
      storeType: 'client',
      schemaName: 'storefront',
      tableName: 'limit_count',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration,
    });
    this.#secret = secret;
  }

  /** An address of a person, or of a network, is not stored. */
  override getKey(key: string | number): string {
    return super.getKey(hashLink(String(key), this.#secret));
  }
}

interface SharedLimits {
  points: number;
  /** Seconds. */
  duration: number;
  secret: string;
}

/** Limits that all processes of the shop share. `name`: what is limited. */
export function sharedLimiting(
  { database, linkSecret }: Pick<CheckoutContext, 'database' | 'linkSecret'>,
  name: string,
): Limiting {
  return (limit) => new SharedLimiter(database, name, { ...limit, secret: linkSecret });
}

export async function forgetLimits(transaction: Transaction): Promise<void> {
  await transaction.run(sql`delete from storefront.limit_count where expire < ${Date.now()}::bigint`);
}
