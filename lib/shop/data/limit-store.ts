import { type RateLimiterAbstract, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { CheckoutContext } from '../context';
import { hashLink } from '../tokens';

interface Limit {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

/** Counts in the database, so for all processes of the shop together. Each count is one statement. */
class SharedLimiter extends RateLimiterPostgres {
  readonly #secret: string;

  constructor({ database, linkSecret }: Shared, keyPrefix: string, limit: Limit) {
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
      keyPrefix,
      points: limit.points,
      duration: limit.duration,
    });
    this.#secret = linkSecret;
  }

  /** An address of a person, or of a network, is not stored. */
  override getKey(key: string | number): string {
    return super.getKey(hashLink(String(key), this.#secret));
  }
}

type Shared = Pick<CheckoutContext, 'database' | 'linkSecret'>;

/** Limits that all processes of the shop share. `name`: what is limited. */
export function sharedLimiting(shared: Shared, name: string): (limit: Limit) => RateLimiterAbstract {
  return (limit) => new SharedLimiter(shared, name, limit);
}
