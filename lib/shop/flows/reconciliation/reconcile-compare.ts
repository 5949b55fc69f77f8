import type { Order } from '../../../contract/order';
import { amountAbove, sumAmounts } from '../../../money/money';
import type { ListedPayment, ListedRefund, PaymentState } from '../../../payment/payment';
import { isSecured, type Payment } from '../../rules/checkout';
import { isOfPart } from '../../rules/refund';
import { isInProgress, stateRules, type Result, type State } from '../../values/checkout-state';
import type { Finding, FindingKind, Reconciliation } from '../../rules/reconcile-findings';
import { grouped, isWithin, type Account, type Range } from '../../data/reconcile-store';

export type ServiceOrder = Pick<Order, 'id' | 'reservation' | 'totalAmountInclTax'>;

export interface Books {
  /** Purchases begun in it are counted, and all their payments and orders must exist on both sides. */
  day: Range;
  /** What the provider and the service listed; older and later data may exist although it is not listed. */
  listed: Range;
  /** By the database's clock. */
  now: Date;
  sessions: readonly ListedPayment[];
  refunds: readonly ListedRefund[];
  accounts: readonly Account[];
  /** By the checkout's reference. */
  orders: ReadonlyMap<string, readonly ServiceOrder[]>;
}

interface Paid {
  row: Payment;
  /** Null when the provider did not list it, because it was made at another time. */
  there: PaymentState['status'] | 'missing' | null;
  here: boolean;
  /** The amount that was paid; the requested amount if the provider does not say. */
  received: string;
  asAgreed: boolean;
  /** The amount that the provider says it refunded, without what staff have dealt with. */
  refunded: string;
  /** Whether a refund recorded here must be among the listed ones. */
  refundExpected: boolean;
  /** Staff have given the money back in another way, perhaps because the refund recorded here failed later. */
  isReplaced: boolean;
}

const hour = 60 * 60_000;
const nothing = '0.00';
/** The worker itself gives up after a day. */
const mostHoursInProgress = 25;

/** Compares the data of the provider, the shop and the service. Pure: the time is part of the books. */
export function compare(books: Books): Reconciliation {
  const sessions = new Map(books.sessions.map((listed) => [listed.session.id, listed]));
  const done = books.refunds.filter(({ intent, status }) => intent !== null && status === 'done');
  const refunded = grouped(done, ({ intent }) => intent ?? '');
  const judged = books.accounts.map((account) => {
    const payments = account.payments.map((row) => paidOf(row, account, { books, sessions, refunded }));
    return { account, payments };
  });
  const inHand = judged.filter(({ account, payments }) => isInHand(account, payments, books.now));
  const busy = new Set(inHand.map(({ account }) => account.id));
  const findings = judged.flatMap(({ account, payments }) => {
    const orders = books.orders.get(account.reference) ?? [];
    const kinds = new Set([
      ...payments.flatMap((paid) => ofPayment(paid, books.now)),
      ...ofMoney(account, payments, orders),
      ...ofParts(account, done, books.listed),
      ...ofOrders(account, orders, books),
    ]);
    return (
      [...kinds]
        .filter((kind) => !busy.has(account.id) || isAlwaysTold(kind, account.state))
        // Staff have said that they refunded it.
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

/** A purchase in progress does not explain these findings, and the worker or staff might not notice them. */
function isAlwaysTold(kind: FindingKind, state: State): boolean {
  return (
    kind === 'paid_twice' ||
    kind === 'order_twice' ||
    (kind === 'authorized_too_long' && state !== 'attention')
  );
}

/** Whether something made at this time on one side must be among what the other side listed. */
function isExpected(account: Account, { day, listed }: Pick<Books, 'day' | 'listed'>, made: Date): boolean {
  return isWithin(day, account.createdAt) || isWithin(listed, made);
}

interface Provider {
  books: Books;
  sessions: ReadonlyMap<string, ListedPayment>;
  refunded: ReadonlyMap<string, readonly ListedRefund[]>;
}

function paidOf(row: Payment, account: Account, { books, sessions, refunded }: Provider): Paid {
  if (row.method !== 'provider') return paidAtCounter(row);
  const state = sessions.get(row.sessionId ?? '')?.session.state;
  const hasMoney = state?.status === 'paid' || state?.status === 'authorized';
  const intent = row.intent ?? (hasMoney ? state.intent : null);
  const parts = new Set(account.refunds.filter(isOfPart).map(({ id }) => id));
  // Refunds of a part are compared one by one.
  const others = (refunded.get(intent ?? '') ?? []).filter(
    ({ id, requestId }) =>
      !account.acknowledgedRefunds.includes(id) && (requestId === null || !parts.has(requestId)),
  );
  return {
    row,
    there: state?.status ?? (isExpected(account, books, row.createdAt) ? 'missing' : null),
    here: isSecured(row.state),
    received: hasMoney ? state.amount : row.amount,
    asAgreed: !hasMoney || (state.amount === row.amount && state.currency === 'EUR'),
    refunded: sumAmounts(others.map(({ amount }) => amount)),
    refundExpected: row.refundedAt !== null && isWithin(books.listed, row.refundedAt),
    isReplaced:
      account.replacedRefunds.includes(row.refundId ?? '') || (row.paidBack ?? 'provider') !== 'provider',
  };
}

/** The provider knows nothing of what was paid at the counter, and cannot contradict it. */
function paidAtCounter(row: Payment): Paid {
  const here = isSecured(row.state);
  return {
    row,
    here,
    there: null,
    received: row.amount,
    asAgreed: true,
    refunded: nothing,
    refundExpected: false,
    isReplaced: false,
  };
}

/**
 * Whether a worker or staff still process the purchase. A worker tries for a day; a purchase in `paying` that was
 * paid counts for an hour only, because the payment should be seen by then.
 */
function isInHand(account: Account, payments: readonly Paid[], now: Date): boolean {
  const inState = now.getTime() - account.enteredAt.getTime();
  // Staff make an order manually under another reference, so the books never match; a refund shows at the provider.
  if (account.state === 'attention') return account.settledAs === null || account.settledAs === 'ordered';
  if (account.state === 'paying') return inState < hour && payments.some(({ there }) => isSecured(there));
  return isInProgress(account.state) && inState < mostHoursInProgress * hour;
}

function unknownPayments({ sessions, accounts, day }: Books): Finding[] {
  const known = new Set(accounts.flatMap(({ payments }) => payments.map(({ sessionId }) => sessionId)));
  return sessions
    .filter(
      ({ session, createdAt }) =>
        // A page without a checkout's ID was made by another program at the same account.
        session.checkoutId !== null &&
        isWithin(day, createdAt) &&
        isSecured(session.state.status) &&
        !known.has(session.id),
    )
    .map(({ session }) => ({ kind: 'paid_unknown', reference: session.id }));
}

function ofPayment(paid: Paid, now: Date): FindingKind[] {
  const { row, there, here, received, asAgreed, refunded, refundExpected, isReplaced } = paid;
  const kinds: FindingKind[] = [];
  if (row.refundedAt === null && refunded !== nothing) kinds.push('refund_there_only');
  const isTold = row.refundedAt !== null && (refundExpected || refunded !== nothing);
  // What staff have given back in another way must not be refunded at the provider, too.
  const expected = isReplaced ? nothing : received;
  if (isTold && refunded !== expected)
    kinds.push(refunded === nothing ? 'refund_here_only' : 'refund_differs');
  if (there === null) return kinds;
  const isAuthorized = row.state === 'authorized';
  if (isSecured(there) && (!here || (isAuthorized && there === 'paid'))) kinds.push('paid_there_only');
  if (here && (!isSecured(there) || (!isAuthorized && there === 'authorized'))) kinds.push('paid_here_only');
  if (!asAgreed && refunded !== received) kinds.push('amount_differs');
  const settledAt = row.settledAt ?? row.createdAt;
  if (isAuthorized && there === 'authorized' && now.getTime() - settledAt.getTime() > hour)
    kinds.push('authorized_too_long');
  return kinds;
}

function ofMoney(
  { total, credit, state, placed }: Account,
  payments: readonly Paid[],
  orders: readonly ServiceOrder[],
): FindingKind[] {
  const secured = payments.filter(({ here, there }) => here || isSecured(there));
  const kept = secured.filter(
    ({ row, received, refunded }) => row.refundedAt === null && refunded !== received,
  );
  const isOrdered = placed.length > 0 || orders.length > 0;
  const kinds: FindingKind[] = [];
  if (kept.length > 1) kinds.push('paid_twice');
  // When the two sides disagree on whether it was paid, that is reported instead.
  const certain = kept.some(({ here, there }) => here && (there === null || isSecured(there)));
  if (certain && !isOrdered) kinds.push('paid_for_nothing');
  const due = total === null ? null : amountAbove(total, credit);
  if (kept.length === 1 && kept.some(({ row }) => row.amount !== due)) kinds.push('amount_differs');
  if ((isOrdered || state === 'ordered') && due !== '0.00' && secured.length === 0)
    kinds.push('ordered_unpaid');
  if (isOrdered && secured.length > 0 && kept.length === 0) kinds.push('ordered_and_refunded');
  return kinds;
}

/** Each part that was refunded here was refunded at the provider, with the same amount. */
function ofParts(
  { refunds, replacedRefunds }: Account,
  made: readonly ListedRefund[],
  listed: Range,
): FindingKind[] {
  return refunds.filter(isOfPart).flatMap(({ id, amount, state, refundId, enteredAt }): FindingKind[] => {
    const there = made.find(({ requestId }) => requestId === id);
    const isReplaced = replacedRefunds.includes(refundId ?? '');
    if (there !== undefined) return there.amount === amount && !isReplaced ? [] : ['refund_differs'];
    const isExpectedHere = state === 'done' && !isReplaced;
    return isExpectedHere && isWithin(listed, enteredAt) ? ['refund_here_only'] : [];
  });
}

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
  else if (
    kinds.length === 0 &&
    orders.length > 0 &&
    total !== sumAmounts(orders.map((order) => order.totalAmountInclTax))
  )
    kinds.push('order_total_differs');
  return kinds;
}

function countsOf(accounts: readonly Account[]): Reconciliation['counts'] {
  const withResult = (result: Result) => accounts.filter(({ state }) => stateRules[state].result === result);
  return {
    paid: accounts.filter(({ payments }) => payments.some(({ state }) => state === 'paid')).length,
    ordered: withResult('ordered').length,
    free: withResult('ordered').filter(({ total }) => total === '0.00').length,
    refunded: withResult('refunded').length,
    voided: withResult('voided').length,
  };
}
