import type { Transaction } from '../../../database/database';
import { compareAmounts, leastOf } from '../../../money/money';
import { deleteRebooking, findCredit, findRebooking, saveCredit } from '../../data/rebooking-store';
import type { Checkout, Holds } from '../../rules/checkout';
import { type CreditUse, creditUse, isExchange, leastTotal } from '../../rules/credit';
import { totalOf } from '../../rules/fees';

interface CreditOfCheckout extends Pick<CreditUse, 'due'> {
  /** What it must cost at least with the earlier tickets. */
  least: string;
  /** When it is ordered: what of the credit it uses. Nothing is exchanged for tickets of other sellers only. */
  settle: () => Promise<void>;
}

/** What earlier tickets pay of a locked checkout. `mayExchange`: they were to pay for it when it was read. */
export async function readCreditUse(
  transaction: Transaction,
  { checkout, holds }: { checkout: Checkout; holds: Holds },
  mayExchange: boolean,
): Promise<CreditOfCheckout> {
  const rebooking = mayExchange
    ? await findRebooking(transaction, checkout.id)
    : await findCredit(transaction, checkout);
  const paid = { checkout, holds, rebooking };
  const { worth, used, due } = creditUse(paid);
  if (rebooking === null) return { due, least: '0.00', settle: () => Promise.resolve() };
  const isFor = isExchange(holds, rebooking);
  return {
    due,
    least: isFor ? leastTotal(paid) : '0.00',
    settle: async () => {
      // What was begun goes on: the tickets can still be exchanged for others of their seller.
      if (!isFor) return deleteRebooking(transaction, checkout.id);
      // What pays for tickets of other sellers is not taken for a part of the credit later.
      const isMixed = compareAmounts(used, leastOf(worth, totalOf(holds))) < 0;
      const credit = isMixed ? used : worth;
      if (compareAmounts(checkout.credit, credit) !== 0) await saveCredit(transaction, checkout.id, credit);
    },
  };
}
