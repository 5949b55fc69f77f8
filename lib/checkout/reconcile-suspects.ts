import type { OrderList } from '../client/order-list';
import type { ListedPayment, ListedRefund } from '../payment/payment';
import { databaseNow } from './checkout-store';
import { compare, type ServiceOrder } from './reconcile-compare';
import type { Reconciling } from './reconcile-days';
import type { Finding, FindingKind, InHand } from './reconcile-findings';
import { readAccount, readAccounts, type Account } from './reconcile-store';

/** What did not match when a day was compared, and has to be looked at by itself. */
export interface Suspect {
  kinds: Set<FindingKind>;
  /** Null for a payment of which nothing is known here; then `listed` is that payment. */
  account: Account | null;
  listed: ListedPayment | null;
}

const askedAtOnce = 4;
/** Whatever was made at any time counts. */
const always = { from: new Date(0), until: new Date(8.64e15) };

/**
 * Looks at each suspect by itself, wherever in time its payments, refunds and orders are. What does not stand then was
 * a purchase that went on between two readings, or had its other half on another day.
 */
export async function lookAgain(
  rooms: Reconciling,
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
          account === null ? await lookAtPayment(rooms, listed) : await lookAtAccount(rooms, orders, account);
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

async function lookAtAccount(rooms: Reconciling, orders: OrderList, before: Account): Promise<Seen> {
  const { database, payments } = rooms;
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
  // After the provider was asked: what is written down meanwhile is known to both.
  const account = await readAccount(database, before.id);
  if (account === null) return nothing;
  const ordered = await readOrders(rooms, orders, account);
  return compare({
    ...{ day: always, listed: always, now: await databaseNow(database) },
    ...{ sessions, refunds, accounts: [account], orders: new Map([[account.reference, ordered]]) },
  });
}

/** By our reference, and each one that is written down by its own name: not every server shows all in its list. */
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
  const accounts = await readAccounts(database, never, {
    sessions: [session.id],
    intents: [],
    references: [],
  });
  const now = await databaseNow(database);
  const books = { day: always, listed: always, now, sessions: [{ session: found, createdAt }] };
  return compare({ ...books, refunds: [], accounts, orders: new Map() });
}
