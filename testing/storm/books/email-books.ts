import { toCents } from '@/lib/money/money';
import { isEnded } from '@/lib/shop/rules/refund';
import { isAboutEnd, judgeEmails, pageSays } from '@/testing/shop/books';
import type { Cancellation, Checkout, Email, Index, Records, Tell } from './records';

/** Each customer is told once how the purchase has ended, and of each cancellation. */
export function compareEmails(records: Records, index: Index, tell: Tell): void {
  for (const checkout of records.shop.checkouts) {
    if (!isReached(checkout)) continue;
    for (const what of judgeEnd(records, index, checkout)) tell(what, [checkout.reference]);
  }
  for (const row of records.shop.cancellations) {
    const checkout = index.checkout.get(row.checkoutId);
    if (checkout === undefined || !isReached(checkout) || !needsEmail(records, row)) continue;
    const telling = records.emails.filter((email) => namesCancellation(email, row, checkout));
    if (telling.length === 0) tell('a cancellation of which nobody was told', [checkout.reference], row);
    const subjects = telling.map(({ subject }) => subject);
    if (subjects.length > alike(records, row) + unrecorded(records, checkout))
      tell('a cancellation of which the customer was told twice', [checkout.reference], { row, subjects });
  }
}

/**
 * How many e-mails about cancellations were sent by processes that ended before they could write it down: what these tell
 * is told again, with what is new since then, because to be told twice is better than not at all.
 */
function unrecorded({ emails, shop }: Records, { id, reference }: Checkout): number {
  const sent = emails.filter(({ subject }) => isAboutCancellation(subject) && subject.includes(reference));
  const noted = shop.noted.filter(
    ({ checkoutId, what, detail }) =>
      checkoutId === id && what === 'mail_sent' && detail['kind'] === 'cancelled',
  );
  return Math.max(0, sent.length - noted.length);
}

const isAboutCancellation = (subject: string) =>
  /^(Tickets (cancelled|exchanged)|Gift card cancelled) /.test(subject);

/** A customer at the counter may have given no address. */
const isReached = ({ channel, email, customer }: Checkout) =>
  (channel === 'web' || email !== null) && customer !== null;

function judgeEnd({ emails, shop }: Records, index: Index, checkout: Checkout): string[] {
  const [end] = pageSays(checkout);
  // What staff have not settled has no end.
  if (end === undefined) return [];
  const own = emails
    .filter(({ subject }) => subject.includes(checkout.reference))
    .map(({ subject }) => subject.replace(checkout.reference, ''))
    .filter(isAboutEnd);
  // Who is moved to another session is told by the news about it.
  const isMoved = shop.changedOrders.some(({ rebookedTo }) => rebookedTo === checkout.id);
  return (isMoved || isAllCancelled(index, checkout)) && own.length === 0 ? [] : judgeEmails(own, end);
}

/** All tickets were cancelled before they could be sent: the customer is told that, and not of tickets that are void. */
function isAllCancelled({ orders, unitsOf }: Index, { reference }: Checkout): boolean {
  const own = orders.get(reference) ?? [];
  return own.length > 0 && own.map(({ id }) => unitsOf(id)).every(isEmpty);
}

const isEmpty = ({ quantity, cancelled }: ReturnType<Index['unitsOf']>) => cancelled.length === quantity;

/** The confirmation of the new booking says what was exchanged, if nothing is paid back. */
function needsEmail({ shop }: Records, { id, state, reference, rebookedTo }: Cancellation): boolean {
  const refunds = shop.refunds.filter(({ cancellationId }) => cancellationId === id);
  const isWaived = refunds.length > 0 && refunds.every((one) => one.state === 'waived');
  return (
    state === 'cancelled' &&
    !isWaived &&
    reference !== null &&
    refunds.every(isEnded) &&
    (rebookedTo === null || refunds.some(({ amount }) => toCents(amount) > 0))
  );
}

/** Without a refund there is no document: the e-mail has a row of as many tickets without one. */
function namesCancellation(
  { subject, text }: Email,
  { reference, document, tickets }: Cancellation,
  booking: Checkout,
): boolean {
  if (!isAboutCancellation(subject)) return false;
  if (document !== null) return reference !== null && text.includes(reference);
  const rows = text.match(/^\d+ tickets?\b.*(?:\n {2}.*)*/gm) ?? [];
  const without = rows
    .filter((row) => !row.includes('Confirmation of'))
    .map((row) => Number.parseInt(row, 10));
  return subject.includes(booking.reference) && without.includes(tickets.length);
}

/** How many cancellations look the same in e-mails. */
function alike({ shop }: Records, { checkoutId, document, tickets }: Cancellation): number {
  if (document !== null) return 1;
  return shop.cancellations.filter(
    (one) => one.checkoutId === checkoutId && one.document === null && one.tickets.length === tickets.length,
  ).length;
}
