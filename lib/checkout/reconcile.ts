import type { Client } from '../client/client';
import type { Order } from '../contract/order';
import { isSecured } from './checkout';
import { isPlaced } from './checkout-state';
import { databaseNow } from './checkout-store';
import { compare, type Books, type ServiceOrder } from './reconcile-compare';
import type { Finding, Reconciliation } from './reconcile-findings';
import { readAccounts, type Account } from './reconcile-store';
import type { Rooms } from './rooms';

type Reconciling = Pick<Rooms, 'database' | 'client' | 'payments'>;

const askedAtOnce = 4;
/** More than any two clocks differ, and longer than any page can be paid on. */
const marginMilliseconds = 24 * 60 * 60_000;

/**
 * Compares every payment and refund at the provider since then with what is written down here and with the orders at
 * the service. Reads only. Throws PaymentError and ServiceError when one of them can't be asked.
 */
export async function reconcile(rooms: Reconciling, since: Date): Promise<Reconciliation> {
  const first = compare(await readBooks(rooms, since));
  if (first.findings.length === 0) return first;
  // A purchase that goes on between two readings looks like a mistake: only what stands a second time is one.
  const second = compare(await readBooks(rooms, since));
  const before = new Set(first.findings.map(nameOf));
  return { ...second, findings: second.findings.filter((finding) => before.has(nameOf(finding))) };
}

const nameOf = ({ kind, reference }: Finding): string => `${kind} ${reference}`;

async function readBooks({ database, client, payments }: Reconciling, since: Date): Promise<Books> {
  const from = new Date(since.getTime() - marginMilliseconds);
  const sessions = await collect(payments.listPayments(from));
  const refunds = await collect(payments.listRefunds(from));
  const accounts = await readAccounts(database, since, {
    sessions: sessions.filter(({ createdAt }) => createdAt >= since).map(({ session }) => session.id),
    intents: refunds
      .filter(({ createdAt }) => createdAt >= since)
      .flatMap(({ intent }) => (intent === null ? [] : intent)),
  });
  const known = new Map(sessions.map(({ session }) => [session.id, session.state.status]));
  const orders = new Map<string, ServiceOrder[]>();
  const toAsk = accounts.filter((account) => mayBeOrdered(account, known));
  for (let start = 0; start < toAsk.length; start += askedAtOnce) {
    const some = toAsk.slice(start, start + askedAtOnce);
    const read = await Promise.all(some.map((account) => readOrders(client, account)));
    for (const [index, account] of some.entries()) orders.set(account.reference, read[index] ?? []);
  }
  return { since, now: await databaseNow(database), sessions, refunds, accounts, orders };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Whoever left before paying ordered nothing: the service is not asked about them. */
function mayBeOrdered(
  { state, total, payments, placed }: Account,
  known: ReadonlyMap<string, string>,
): boolean {
  if (isPlaced(state) || placed.length > 0 || total === '0.00') return true;
  return payments.some(
    (payment) => isSecured(payment.state) || isSecured(known.get(payment.sessionId ?? '')),
  );
}

/** By our reference, and each one that is written down by its own name: not every server shows all in its list. */
async function readOrders(client: Client, account: Account): Promise<ServiceOrder[]> {
  const call = { language: account.language };
  const { members } = await client.listOrders({ externalReference: account.reference }, call);
  const listed = new Set(members.map(({ id }) => id));
  const unlisted = account.placed.filter(({ id }) => !listed.has(id));
  const found = await Promise.all(unlisted.map(({ id }) => client.getOrder(id, call)));
  const orders: Order[] = [...members, ...found.flatMap((one) => (one.kind === 'found' ? one.value : []))];
  return orders.map(({ id, reservation, totalAmountInclTax }) => ({ id, reservation, totalAmountInclTax }));
}
