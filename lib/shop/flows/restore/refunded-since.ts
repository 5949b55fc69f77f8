import { idSchema } from '../../../contract/iri';
import { databaseNow } from '../../../database/database-now';
import { sumAmounts } from '../../../money/money';
import type { ListedRefund } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { findCheckout } from '../../data/checkout-store';
import { readIncidents } from '../../data/incident-store';
import { findByIntent } from '../../data/payment-store';
import { findRefund } from '../../data/refund-store';
import type { Payment } from '../../rules/checkout';
import { hasOrder } from '../../rules/incident';
import type { RefundedPurchase } from '../../rules/restore-report';
import { listRefunds } from '../payment/ask-refund';
import { applyRefunds } from '../payment/incidents';
import { marginMilliseconds } from './unsettled-pages';

/** The refunds of a payment that this database has not asked for, those that failed left out; newest first. */
export async function unknownRefunds(context: CheckoutContext, intent: string): Promise<ListedRefund[]> {
  const unknown: ListedRefund[] = [];
  for (const refund of await listRefunds(context, intent))
    if (refund.status !== 'failed' && !(await isKnown(context, refund))) unknown.push(refund);
  return unknown;
}

async function isKnown(
  { database }: Pick<CheckoutContext, 'database'>,
  { requestId }: Pick<ListedRefund, 'requestId'>,
): Promise<boolean> {
  return idSchema.safeParse(requestId).success && (await findRefund(database, requestId ?? '')) !== null;
}

/** The payments at the provider that were refunded since then without a request that is known here. */
export async function readRefunded(context: CheckoutContext, from: Date): Promise<string[]> {
  const until = new Date((await databaseNow(context.database)).getTime() + marginMilliseconds);
  const intents = new Set<string>();
  for await (const refund of context.payments.listRefunds(from, until)) {
    const { intent, status } = refund;
    if (intent === null || status === 'failed' || intents.has(intent)) continue;
    if (!(await isKnown(context, refund))) intents.add(intent);
  }
  return [...intents];
}

/**
 * If the payment is here and its purchase has an order: staff get a task for what was refunded and is not known, because the
 * tickets are valid (again). A refund of a payment without an order is written down. Null: there is nothing to tell.
 */
export async function learnRefunded(
  context: CheckoutContext,
  intent: string,
  dryRun: boolean,
): Promise<RefundedPurchase | null> {
  const { database } = context;
  const payment = await findByIntent(database, intent);
  if (payment === null || payment.refundedAt !== null) return null;
  const checkout = await findCheckout(database, payment.checkoutId);
  if (checkout === null) return null;
  const askedAt = await databaseNow(database);
  const unknown = await withoutIncident(context, payment, intent);
  if (!dryRun) await applyRefunds(context, { ...payment, intent }, askedAt);
  const isReturned = (await findByIntent(database, intent))?.refundedAt !== null;
  if (unknown.length === 0 || isReturned || !hasOrder(checkout)) return null;
  const { reference } = checkout;
  const amount = sumAmounts(unknown.map((one) => one.amount));
  return {
    reference,
    amount,
    paid: payment.amount,
    isPending: unknown.some(({ status }) => status === 'pending'),
  };
}

async function withoutIncident(
  context: CheckoutContext,
  { checkoutId }: Payment,
  intent: string,
): Promise<ListedRefund[]> {
  const known = new Set((await readIncidents(context.database, checkoutId)).map(({ id }) => id));
  return (await unknownRefunds(context, intent)).filter(({ id }) => !known.has(id));
}
