import type { ListedPayment } from '../payment/payment';
import { databaseNow } from './checkout-store';
import { compare } from './reconcile-compare';
import { openDays, type Reconciling } from './reconcile-days';
import type { Finding, InHand, Reconciliation } from './reconcile-findings';
import { lookAgain, type Suspect } from './reconcile-suspects';
import type { Account } from './reconcile-store';

const dayMilliseconds = 24 * 60 * 60_000;

export interface ReconcileOptions {
  /** Ends the comparison before the next day of it, with an error. */
  signal?: AbortSignal;
}

/**
 * Compares every payment and refund at the provider since then with what is written down here and with the orders at
 * the service, day by day: what is in memory are one day and its neighbours' last hours. Reads only. Throws
 * PaymentError and ServiceError when one of them can't be asked.
 */
export async function reconcile(
  rooms: Reconciling,
  since: Date,
  { signal }: ReconcileOptions = {},
): Promise<Reconciliation> {
  const now = await databaseNow(rooms.database);
  const days = await openDays(rooms, since);
  const total = emptyTotal();
  for (let from = since; from < now; from = new Date(from.getTime() + dayMilliseconds)) {
    signal?.throwIfAborted();
    const books = await days.read({ from, until: new Date(from.getTime() + dayMilliseconds) });
    const first = compare(books);
    add(total, first);
    const suspects = suspectsOf(first.findings, books);
    // A purchase that goes on between two readings looks like a mistake, and so does what the other side has under
    // another day: only what stands when it is looked at by itself is a finding.
    const second = await lookAgain(rooms, days.orders, suspects);
    for (const finding of second.findings) total.findings.set(nameOf(finding), finding);
    for (const one of second.inHand) total.inHand.set(one.reference, one);
  }
  return { counts: total.counts, inHand: [...total.inHand.values()], findings: [...total.findings.values()] };
}

const nameOf = ({ kind, reference }: Finding): string => `${kind} ${reference}`;

interface Total {
  counts: Reconciliation['counts'];
  /** By reference: a purchase is seen on each day on which something of it was made. */
  inHand: Map<string, InHand>;
  findings: Map<string, Finding>;
}

function emptyTotal(): Total {
  return {
    counts: { paid: 0, ordered: 0, free: 0, refunded: 0, voided: 0 },
    inHand: new Map(),
    findings: new Map(),
  };
}

function add({ counts, inHand }: Total, day: Reconciliation): void {
  counts.paid += day.counts.paid;
  counts.ordered += day.counts.ordered;
  counts.free += day.counts.free;
  counts.refunded += day.counts.refunded;
  counts.voided += day.counts.voided;
  for (const one of day.inHand) inHand.set(one.reference, one);
}

/** What has to be looked at again: a purchase, or a payment of which nothing is known here. */
function suspectsOf(
  findings: readonly Finding[],
  books: { accounts: readonly Account[]; sessions: readonly ListedPayment[] },
): Suspect[] {
  const accounts = new Map(books.accounts.map((account) => [account.reference, account]));
  const sessions = new Map(books.sessions.map((listed) => [listed.session.id, listed]));
  const suspects = new Map<string, Suspect>();
  for (const { kind, reference } of findings) {
    const known = suspects.get(reference);
    if (known !== undefined) known.kinds.add(kind);
    else {
      const [account, listed] = [accounts.get(reference) ?? null, sessions.get(reference) ?? null];
      suspects.set(reference, { kinds: new Set([kind]), account, listed });
    }
  }
  return [...suspects.values()];
}
