import type { ChangedBooking } from '../../../mail/confirmation-email';
import { sumAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { hasCancelled, refundsOf, ticketEnd } from '../../rules/ticket-end';
import { readChanges } from '../lookup/read-checkout';

/** What became of tickets of a booking, and of their price, for the e-mail about the others; null: nothing. */
export async function changedBooking(
  context: CheckoutContext,
  whole: WholeCheckout,
): Promise<ChangedBooking | null> {
  const all = await readChanges(context, whole);
  const own = all.filter(({ state, wholeAt }) => state !== 'refused' && wholeAt === null);
  if (own.length === 0) return null;
  const { refunded, open, undelivered } = refundsOf(own);
  const over = own.filter(hasCancelled);
  return {
    end: ticketEnd(own),
    refunded: sumAmounts([refunded, ...over.map(({ givenBefore }) => givenBefore)]),
    open,
    undelivered,
    returned: sumAmounts(over.map(({ returned }) => returned ?? '0.00')),
    exchanges: own.flatMap(({ tickets, rebookedReference: reference, credited }) =>
      reference === null ? [] : { tickets: tickets.length, reference, credited: credited ?? '0.00' },
    ),
  };
}
