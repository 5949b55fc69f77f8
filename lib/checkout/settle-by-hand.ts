import { sql } from 'drizzle-orm';
import type { Settlement } from './checkout';
import type { Rooms } from './rooms';
import { note } from './timeline-store';

/**
 * Somebody has settled what no machine could, and says how: nobody waits for it any more. The state stays what the shop
 * itself knows. Race promise: one conditional UPDATE, so of two who say so at once one is written down; false for the
 * other, and for what does not wait for a person.
 */
export function settleByHand(
  { database }: Pick<Rooms, 'database'>,
  checkoutId: string,
  { as, staff }: { as: Settlement; staff: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const settled = await transaction.run(
      sql`update storefront.checkout set settled_as = ${as}
          where id = ${checkoutId} and state = 'attention' and settled_as is null`,
    );
    if (settled === 1) await note(transaction, checkoutId, 'settled_by_hand', { as, by: 'staff', staff });
    return settled === 1;
  });
}
