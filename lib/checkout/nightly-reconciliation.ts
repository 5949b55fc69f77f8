import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { raiseAlert } from './alert-store';
import { databaseNow } from './checkout-store';
import type { NightlyJob } from './nightly';
import { reconcile } from './reconcile';
import type { Finding } from './reconcile-findings';
import type { Rooms } from './rooms';

const dayMilliseconds = 24 * 60 * 60_000;

/** Compares the books of the last days each night, and raises an alert for each finding, once. */
export function reconciliationJob(
  rooms: Pick<Rooms, 'database' | 'client' | 'payments' | 'report'>,
  days: number,
): NightlyJob {
  return {
    name: 'reconciliation',
    run: async (signal) => {
      const now = await databaseNow(rooms.database);
      const today = Math.floor(now.getTime() / dayMilliseconds) * dayMilliseconds;
      const since = new Date(today - days * dayMilliseconds);
      const { counts, findings } = await reconcile(rooms, since, { signal });
      for (const finding of findings) await raiseFinding(rooms, finding);
      rooms.report('info', 'the books were compared', {
        since: since.toISOString(),
        ...counts,
        findings: findings.length,
      });
    },
  };
}

async function raiseFinding({ database }: Pick<Rooms, 'database'>, finding: Finding): Promise<void> {
  const { kind, reference } = finding;
  await database.transaction(async (transaction) => {
    const [checkout] = await transaction.rows(
      z.object({ id: z.string() }),
      sql`select id from storefront.checkout where reference = ${reference}`,
    );
    await raiseAlert(transaction, {
      kind: 'reconciliation_finding',
      key: `${kind} ${reference}`,
      checkoutId: checkout?.id ?? null,
      detail: { finding: kind, reference },
    });
  });
}
