import type { ReplacedTickets } from '../../../mail/confirmation-email';
import type { Attachment } from '../../../mail/mailer';
import { compareAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import { readCancellations } from '../../data/cancellation-store';
import { findCheckout } from '../../data/checkout-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { creditNoteOf } from '../../rules/cancellation';
import { isSameAddress } from '../../rules/same-address';
import { attachedCreditNotes } from './attached-invoices';

interface Replaced {
  text: ReplacedTickets | 'earlier' | null;
  /** Of tickets whose whole price has paid for the purchase: no other e-mail is sent about them. */
  creditNotes: readonly Attachment[];
}

/** The tickets that were exchanged for a purchase, or that were sent before it was made again. */
export async function replacedBy(
  context: CheckoutContext,
  { checkout: { id, reason, customer }, rebooking }: Pick<WholeCheckout, 'checkout' | 'rebooking'>,
): Promise<Replaced> {
  if (rebooking === null) return { text: reason === 'restored' ? 'earlier' : null, creditNotes: [] };
  const { earlierId, tickets } = rebooking;
  const earlier = await findCheckout(context.database, earlierId);
  if (earlier === null) throw new Error(`no purchase ${earlierId}`);
  const exchanged = (await readCancellations(context.database, earlierId)).filter(
    ({ rebookedTo }) => rebookedTo === id,
  );
  const credited = exchanged.filter(({ amount }) => compareAmounts(amount, '0.00') === 0);
  // It names who bought the earlier tickets, which can be another person.
  const isOwn = isSameAddress(earlier.customer?.email, customer?.email);
  return {
    text: {
      reference: earlier.reference,
      tickets: tickets.length,
      creditNotes: exchanged.flatMap((one) => creditNoteOf(one) ?? []),
    },
    creditNotes:
      isOwn && credited.length > 0
        ? await attachedCreditNotes(
            context,
            earlierId,
            credited.map((one) => one.id),
          )
        : [],
  };
}
