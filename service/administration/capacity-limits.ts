import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '@/lib/database/database';
import type { Capacity } from '../availability/set-capacities';
import { InvalidRequest } from '../http/problem';
import { countUnlimited, findUnlimited, setLimits } from '../reservation/limits';

const limitsRow = z.object({ capacity: z.int().nullable(), saleLimit: z.int().nullable() });

/** The limits of a session or offer; null means none. */
export type Limits = z.infer<typeof limitsRow>;

/** The limits in force. They change only under the lock of the catalogue's row. */
export async function currentLimits(reader: Reader, catalogId: string, counterId: string): Promise<Limits> {
  const [found] = await reader.rows(
    limitsRow,
    sql`select capacity, sale_limit as "saleLimit" from ticketing.counter
        where catalog_id = ${catalogId} and id = ${counterId}`,
  );
  return found ?? { capacity: null, saleLimit: null };
}

/**
 * Sets the limits of one session or offer, also of one that was unlimited. Throws 422 with what is sold and held if
 * that is more. Concurrency guarantee: see `setCapacities`.
 */
export async function applyLimits(
  transaction: Transaction,
  catalogId: string,
  limits: Capacity,
): Promise<void> {
  const limited = limits.capacity === null ? [] : [limits.counterId];
  const unlimited = await findUnlimited(transaction, catalogId, limited);
  const sold = await countUnlimited(transaction, catalogId, unlimited);
  const [refused] = await setLimits(transaction, catalogId, [limits], sold);
  if (refused === undefined) return;
  const detail = String(refused.sold + refused.held);
  throw new InvalidRequest([{ path: 'capacity', code: 'regex', messageKey: 'capacityUsed', detail }]);
}
