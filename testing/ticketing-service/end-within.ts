import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundRows } from '@/lib/database/bound-rows';
import { databaseNow } from '@/lib/database/database-now';
import type { TestService } from './test-service';

const heldRow = z.object({ catalogId: z.string(), id: z.string() });

/** Sets the end of all holds and their reservations to random moments within so many milliseconds. */
export async function endWithin({ database }: TestService, milliseconds: number): Promise<void> {
  await database.transaction(async (transaction) => {
    const held = await transaction.rows(
      heldRow,
      sql`select catalog_id as "catalogId", id from ticketing.reservation`,
    );
    const now = await databaseNow(transaction);
    const rows = held.map((one) => ({
      ...one,
      at: new Date(now.getTime() + Math.random() * milliseconds).toISOString(),
    }));
    const ends = boundRows(rows, 'one ("catalogId" uuid, id uuid, at timestamptz)');
    await transaction.run(
      sql`update ticketing.reservation set expires_at = one.at from ${ends}
          where catalog_id = one."catalogId" and reservation.id = one.id`,
    );
    await transaction.run(
      sql`update ticketing.hold set expires_at = one.at from ${ends}
          where catalog_id = one."catalogId" and hold_id = one.id`,
    );
  });
}
