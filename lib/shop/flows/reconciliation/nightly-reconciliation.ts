import { eq } from 'drizzle-orm';
import { raiseAlert } from '../../data/alert-store';
import { databaseNow } from '../../../database/database-now';
import { checkoutTable } from '../../tables/checkout-table';
import { reconcile } from './reconcile';
import type { Finding } from '../../rules/reconcile-findings';
import type { CheckoutContext } from '../../context';

const dayMilliseconds = 24 * 60 * 60_000;

/** Compares the books of the last days, and raises one alert for each finding. */
export async function reconcileLastDays(
  context: Pick<CheckoutContext, 'database' | 'client' | 'payments' | 'report' | 'nightly'>,
  signal: AbortSignal,
): Promise<void> {
  const now = await databaseNow(context.database);
  const today = Math.floor(now.getTime() / dayMilliseconds) * dayMilliseconds;
  const since = new Date(today - context.nightly.reconcileDays * dayMilliseconds);
  const { counts, findings } = await reconcile(context, since, signal);
  for (const finding of findings) await raiseFinding(context, finding);
  context.report('info', 'the books were compared', {
    since: since.toISOString(),
    ...counts,
    findings: findings.length,
  });
}

async function raiseFinding(
  { database }: Pick<CheckoutContext, 'database'>,
  finding: Finding,
): Promise<void> {
  const { kind, reference } = finding;
  await database.transaction(async (transaction) => {
    const [checkout] = await transaction.db
      .select({ id: checkoutTable.id })
      .from(checkoutTable)
      .where(eq(checkoutTable.reference, reference));
    await raiseAlert(transaction, {
      kind: 'reconciliation_finding',
      key: `${kind} ${reference}`,
      checkoutId: checkout?.id ?? null,
      detail: { finding: kind, reference },
    });
  });
}
