import type { OrderList } from '../../../client/order-list';
import type { ListedPayment, ListedRefund } from '../../../payment/payment';
import { databaseNow } from '../../../database/database-now';
import { compare, type ServiceOrder } from './reconcile-compare';
import type { Reconciling } from './reconcile-days';
import type { Finding, FindingKind, InHand } from '../../rules/reconcile-findings';
import { readAccount, readAccounts, type Account } from '../../data/reconcile-store';

/** A mismatch found while comparing a day, which has to be checked by itself. */
export interface Suspect {
  kinds: Set<FindingKind>;
  /** Null for a payment that is unknown here; then `listed` is that payment. */
  account: Account | null;
  listed: ListedPayment | null;
}

const askedAtOnce = 4;
/** A range that contains every moment. */
const always = { from: new Date(0), until: new Date(8.64e15) };

/**
 * Checks each suspect by itself, at whatever time its payments, refunds and orders were made. A mismatch that
 * disappears was a purchase that continued between two readings, or whose other half is on another day.
 */
export async function lookAgain(
  context: Reconciling,
  orders: OrderList,
  suspects: readonly Suspect[],
): Promise<{ findings: Finding[]; inHand: InHand[] }> {
  const findings: Finding[] = [];
  const inHand: InHand[] = [];
  for (let start = 0; start < suspects.length; start += askedAtOnce) {
    const some = suspects.slice(start, start + askedAtOnce);
    const seen = await Promise.all(
      some.map(async ({ kinds, account, listed }) => {
        const found =
          account === null
            ? await lookAtPayment(context, listed)
            : await lookAtAccount(context, orders, account);
        return { ...found, findings: found.findings.filter(({ kind }) => kinds.has(kind)) };
      }),
    );
    findings.push(...seen.flatMap((one) => one.findings));
    inHand.push(...seen.flatMap((one) => one.inHand));
  }
  return { findings, inHand };
}

type Seen = { findings: readonly Finding[]; inHand: readonly InHand[] };
const nothing: Seen = { findings: [], inHand: [] };

async function lookAtAccount(context: Reconciling, orders: OrderList, before: Account): Promise<Seen> {
  const { database, payments } = context;
  const sessions: ListedPayment[] = [];
  const refunds: ListedRefund[] = [];
  for (const { sessionId, intent, createdAt } of before.payments) {
    const session = sessionId === null ? null : await payments.findPaymentSession(sessionId);
    if (session !== null) sessions.push({ session, createdAt });
    const state = session?.state;
    const paidAs = intent ?? (state !== undefined && 'intent' in state ? state.intent : null);
    if (paidAs === null) continue;
    for await (const refund of payments.listRefundsOf(paidAs)) refunds.push(refund);
  }
  // Read after the provider was asked, so that what is recorded meanwhile is known to both sides.
  const account = await readAccount(database, before.id);
  if (account === null) return nothing;
  const ordered = await readOrders(context, orders, account);
  return compare({
    day: always,
    listed: always,
    now: await databaseNow(database),
    sessions,
    refunds,
    accounts: [account],
    orders: new Map([[account.reference, ordered]]),
  });
}

/** Each recorded order is also read by its own ID: not every server shows all orders in its list. */
async function readOrders(
  { client }: Reconciling,
  orders: OrderList,
  { reference, placed, language }: Account,
): Promise<ServiceOrder[]> {
  const listed = await orders.of(reference);
  const known = new Set(listed.map(({ id }) => id));
  const unlisted = placed.filter(({ id }) => !known.has(id));
  const found = await Promise.all(unlisted.map(({ id }) => client.getOrder(id, { language })));
  return [...listed, ...found.flatMap((one) => (one.kind === 'found' ? one.value : []))];
}

async function lookAtPayment(
  { database, payments }: Reconciling,
  listed: ListedPayment | null,
): Promise<Seen> {
  if (listed === null) return nothing;
  const { session, createdAt } = listed;
  const found = await payments.findPaymentSession(session.id);
  if (found === null) return nothing;
  const never = { from: createdAt, until: createdAt };
  const named = { sessions: [session.id], intents: [], references: [] };
  const accounts = await readAccounts(database, never, named);
  const now = await databaseNow(database);
  const books = { day: always, listed: always, now, sessions: [{ session: found, createdAt }] };
  return compare({ ...books, refunds: [], accounts, orders: new Map() });
}
