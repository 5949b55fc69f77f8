import { sumAmounts } from '../money/money';
import type { ListedPayment, ListedRefund, PaymentState } from '../payment/payment';
import { isSecured } from './checkout';
import type { State } from './checkout-state';
import type { Finding, FindingKind, Reconciliation } from './reconcile-findings';
import { isWithin, type Account, type PaymentRow, type Range } from './reconcile-store';

/** An order as the service has it. */
export interface ServiceOrder {
  id: string;
  reservation: string;
  totalAmountInclTax: string;
}

/** The three sides, as they were read. */
export interface Books {
  /** Purchases begun in it are counted, and whatever is missing of them is missing. */
  day: Range;
  /** What the provider and the service were asked for; what is older or later may be there all the same. */
  listed: Range;
  /** By the database's clock. */
  now: Date;
  sessions: readonly ListedPayment[];
  refunds: readonly ListedRefund[];
  accounts: readonly Account[];
  /** By reference of the checkout. */
  orders: ReadonlyMap<string, readonly ServiceOrder[]>;
}

/** A payment with what the provider says of it. */
interface Paid {
  row: PaymentRow;
  /** Null when it was not looked up: it was made at another time. */
  there: PaymentState['status'] | 'missing' | null;
  here: boolean;
  /** What was paid; where the provider does not say, what was asked for. */
  received: string;
  asAgreed: boolean;
  /** How much the provider says it gave back. */
  givenBack: string;
  /** Whether a refund that is written down here has to be among those that were listed. */
  refundExpected: boolean;
}

const hour = 60 * 60_000;
const nothing = '0.00';
/** The worker itself gives up after a day. */
const mostHoursInProgress = 25;

/** Compares what the provider, the shop and the service know. Pure: the clock is in the books. */
export function compare(books: Books): Reconciliation {
  const sessions = new Map(books.sessions.map((listed) => [listed.session.id, listed]));
  const givenBack = givenBackOf(books);
  const judged = books.accounts.map((account) => {
    const payments = account.payments.map((row) => paidOf(row, account, { books, sessions, givenBack }));
    return { account, payments };
  });
  const inHand = judged.filter(({ account, payments }) => isInHand(account, payments, books.now));
  const busy = new Set(inHand.map(({ account }) => account.id));
  const findings = judged.flatMap(({ account, payments }) => {
    const orders = books.orders.get(account.reference) ?? [];
    const kinds = new Set([
      ...payments.flatMap((paid) => ofPayment(paid, books.now)),
      ...ofMoney(account, payments, orders),
      ...ofOrders(account, orders, books),
    ]);
    return (
      [...kinds]
        .filter((kind) => !busy.has(account.id) || isAlwaysTold(kind, account.state))
        // Somebody has said so.
        .filter((kind) => kind !== 'refund_there_only' || account.settledAs !== 'refunded')
        .map((kind) => ({ kind, reference: account.reference }))
    );
  });
  return {
    counts: countsOf(books.accounts.filter(({ createdAt }) => isWithin(books.day, createdAt))),
    inHand: inHand.map(({ account: { reference, state, reason } }) => ({ reference, state, reason })),
    findings: [...unknownPayments(books), ...findings],
  };
}

/** What is on its way does not explain it, and who looks after it might not see it. */
function isAlwaysTold(kind: FindingKind, state: State): boolean {
  return (
    kind === 'paid_twice' ||
    kind === 'order_twice' ||
    (kind === 'set_aside_too_long' && state !== 'attention')
  );
}

/** By payment intent: the amounts that the provider says it gave back. */
function givenBackOf({ refunds }: Books): Map<string, string[]> {
  const amounts = new Map<string, string[]>();
  for (const { intent, status, amount } of refunds) {
    if (intent === null || status !== 'done') continue;
    amounts.set(intent, [...(amounts.get(intent) ?? []), amount]);
  }
  return amounts;
}

/** Whether what was made then on this side has to be among what the other side listed. */
function isExpected(account: Account, { day, listed }: Pick<Books, 'day' | 'listed'>, made: Date): boolean {
  return isWithin(day, account.createdAt) || isWithin(listed, made);
}

interface Provider {
  books: Books;
  sessions: ReadonlyMap<string, ListedPayment>;
  givenBack: ReadonlyMap<string, string[]>;
}

function paidOf(row: PaymentRow, account: Account, { books, sessions, givenBack }: Provider): Paid {
  const state = sessions.get(row.sessionId ?? '')?.session.state;
  const hasMoney = state?.status === 'paid' || state?.status === 'authorized';
  const intent = row.intent ?? (hasMoney ? state.intent : null);
  return {
    row,
    there: state?.status ?? (isExpected(account, books, row.createdAt) ? 'missing' : null),
    here: isSecured(row.state),
    received: hasMoney ? state.amount : row.amount,
    asAgreed: !hasMoney || (state.amount === row.amount && state.currency === 'EUR'),
    givenBack: sumAmounts(givenBack.get(intent ?? '') ?? []),
    refundExpected: row.refundedAt !== null && isWithin(books.listed, row.refundedAt),
  };
}

/** Nobody waits longer than the worker tries; and nobody who has paid waits an hour to be seen. */
function isInHand(account: Account, payments: readonly Paid[], now: Date): boolean {
  const inState = now.getTime() - account.enteredAt.getTime();
  switch (account.state) {
    case 'attention':
      // Whoever made the order by hand made it under another reference; what went back shows at the provider.
      return account.settledAs === null || account.settledAs === 'ordered';
    case 'paid':
    case 'ordering':
    case 'capturing':
    case 'refunding':
    case 'voiding':
      return inState < mostHoursInProgress * hour;
    case 'paying':
      return inState < hour && payments.some(({ there }) => isSecured(there));
    case 'held':
    case 'ordered':
    case 'refunded':
    case 'voided':
    case 'expired':
    case 'cancelled':
      return false;
  }
}

function unknownPayments({ sessions, accounts, day }: Books): Finding[] {
  const known = new Set(accounts.flatMap(({ payments }) => payments.map(({ sessionId }) => sessionId)));
  return sessions
    .filter(
      ({ session, createdAt }) =>
        // A page without a checkout is not the shop's: somebody else uses the account too.
        session.checkoutId !== null &&
        isWithin(day, createdAt) &&
        isSecured(session.state.status) &&
        !known.has(session.id),
    )
    .map(({ session }) => ({ kind: 'paid_unknown', reference: session.id }));
}

/** What the provider and the shop say of one payment. */
function ofPayment(paid: Paid, now: Date): FindingKind[] {
  const { row, there, here, received, asAgreed, givenBack, refundExpected } = paid;
  const kinds: FindingKind[] = [];
  if (row.refundedAt === null && givenBack !== nothing) kinds.push('refund_there_only');
  const isTold = row.refundedAt !== null && (refundExpected || givenBack !== nothing);
  if (isTold && givenBack !== received)
    kinds.push(givenBack === nothing ? 'refund_here_only' : 'refund_differs');
  if (there === null) return kinds;
  const setAside = row.state === 'authorized';
  if (isSecured(there) && (!here || (setAside && there === 'paid'))) kinds.push('paid_there_only');
  if (here && (!isSecured(there) || (!setAside && there === 'authorized'))) kinds.push('paid_here_only');
  if (!asAgreed && givenBack !== received) kinds.push('amount_differs');
  const settledAt = row.settledAt ?? row.createdAt;
  if (setAside && there === 'authorized' && now.getTime() - settledAt.getTime() > hour)
    kinds.push('set_aside_too_long');
  return kinds;
}

/** What was paid, against what came of it. */
function ofMoney(
  { total, state, placed }: Account,
  payments: readonly Paid[],
  orders: readonly ServiceOrder[],
): FindingKind[] {
  const secured = payments.filter(({ here, there }) => here || isSecured(there));
  const kept = secured.filter(
    ({ row, received, givenBack }) => row.refundedAt === null && givenBack !== received,
  );
  const isOrdered = placed.length > 0 || orders.length > 0;
  const kinds: FindingKind[] = [];
  if (kept.length > 1) kinds.push('paid_twice');
  // Where the two sides disagree on whether it was paid, that is what has to be told.
  const certain = kept.some(({ here, there }) => here && (there === null || isSecured(there)));
  if (certain && !isOrdered) kinds.push('paid_for_nothing');
  if (kept.length === 1 && kept.some(({ row }) => row.amount !== total)) kinds.push('amount_differs');
  if ((isOrdered || state === 'ordered') && total !== '0.00' && secured.length === 0)
    kinds.push('ordered_unpaid');
  if (isOrdered && secured.length > 0 && kept.length === 0) kinds.push('ordered_and_refunded');
  return kinds;
}

/** What is written down of the orders, against what the service has. */
function ofOrders(
  account: Account,
  orders: readonly ServiceOrder[],
  books: Pick<Books, 'day' | 'listed'>,
): FindingKind[] {
  const { placed, total } = account;
  const there = new Set(orders.map(({ id }) => id));
  const here = new Set(placed.map(({ id }) => id));
  const reservations = new Set(orders.map(({ reservation }) => reservation));
  const extra = orders.some(({ id }) => !here.has(id));
  const kinds: FindingKind[] = [];
  const isMissing = placed.some(
    ({ id, createdAt }) => !there.has(id) && isExpected(account, books, createdAt),
  );
  if (isMissing) kinds.push('order_missing');
  if (reservations.size < orders.length || (placed.length > 0 && extra)) kinds.push('order_twice');
  else if (extra) kinds.push('order_there_only');
  else if (kinds.length === 0 && orders.length > 0 && total !== sumAmounts(orders.map(amountOf)))
    kinds.push('order_total_differs');
  return kinds;
}

const amountOf = ({ totalAmountInclTax }: ServiceOrder): string => totalAmountInclTax;

function countsOf(accounts: readonly Account[]): Reconciliation['counts'] {
  const inState = (wanted: State) => accounts.filter(({ state }) => state === wanted);
  return {
    paid: accounts.filter(({ payments }) => payments.some(({ state }) => state === 'paid')).length,
    ordered: inState('ordered').length,
    free: inState('ordered').filter(({ total }) => total === '0.00').length,
    refunded: inState('refunded').length,
    voided: inState('voided').length,
  };
}
