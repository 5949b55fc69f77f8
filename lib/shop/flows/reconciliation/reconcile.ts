import { databaseNow } from '../../../database/database-now';
import { compare, type Books } from './reconcile-compare';
import { openDays, type Reconciling } from './reconcile-days';
import { countNames, type Finding, type InHand, type Reconciliation } from '../../rules/reconcile-findings';
import { lookAgain, type Suspect } from './reconcile-suspects';

const dayMilliseconds = 24 * 60 * 60_000;

/**
 * Compares every payment and refund at the provider since that time with what is recorded here and with the
 * orders at the service, day by day: only one day and the last hours of its neighbours are in memory. Only
 * reads. Throws PaymentError or ServiceError when a side can't be asked. The signal stops it, with an error,
 * before its next day.
 */
export async function reconcile(
  context: Reconciling,
  since: Date,
  signal?: AbortSignal,
): Promise<Reconciliation> {
  const now = await databaseNow(context.database);
  const days = await openDays(context, since);
  const counts = { paid: 0, ordered: 0, free: 0, refunded: 0, voided: 0 };
  // By reference, because a purchase is found on each day on which a part of it was made.
  const inHand = new Map<string, InHand>();
  const findings = new Map<string, Finding>();
  for (let from = since; from < now; from = new Date(from.getTime() + dayMilliseconds)) {
    signal?.throwIfAborted();
    const books = await days.read({ from, until: new Date(from.getTime() + dayMilliseconds) });
    const first = compare(books);
    for (const name of countNames) counts[name] += first.counts[name];
    const suspects = suspectsOf(first.findings, books);
    // A purchase that continues between two readings looks like an error, and so does one whose other half is
    // on another day: only a mismatch that remains when the purchase is checked by itself is a finding.
    const second = await lookAgain(context, days.orders, suspects);
    for (const finding of second.findings) findings.set(`${finding.kind} ${finding.reference}`, finding);
    for (const one of [...first.inHand, ...second.inHand]) inHand.set(one.reference, one);
  }
  return { counts, inHand: [...inHand.values()], findings: [...findings.values()] };
}

function suspectsOf(findings: readonly Finding[], books: Books): Suspect[] {
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
