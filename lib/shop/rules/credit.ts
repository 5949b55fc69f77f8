import { amountAbove, leastOf, subtractAmounts, sumAmounts } from '../../money/money';
import type { Rebooking } from '../tables/rebooking-table';
import type { Checkout, Hold } from './checkout';
import { totalOf } from './fees';

/** A checkout, and how it is paid. */
interface Paid {
  checkout: Pick<Checkout, 'credit'>;
  holds: readonly Pick<Hold, 'catalogId' | 'reservation'>[];
  rebooking: Pick<Rebooking, 'catalogId' | 'amount' | 'refundable'> | null;
}

/** What earlier tickets pay of a checkout. */
export interface CreditUse {
  /** What was paid for them. */
  worth: string;
  /** What of it pays for tickets of their own seller. */
  used: string;
  /** What is left to pay, and what remains of the credit. */
  due: string;
  back: string;
}

/** Pure: earlier tickets pay for what is held of their own seller, and never for anything of others. */
export function creditUse({ checkout: { credit }, holds, rebooking }: Paid): CreditUse {
  const worth = rebooking?.amount ?? credit;
  const used = leastOf(worth, totalOf(ofSeller(holds, rebooking)));
  return {
    worth,
    used,
    due: subtractAmounts(totalOf(holds), used),
    back: subtractAmounts(worth, used),
  };
}

/** Pure: what is held of the seller of the earlier tickets. */
export function ofSeller<Held extends { catalogId: string }>(
  holds: readonly Held[],
  rebooking: Pick<Rebooking, 'catalogId'> | null,
): Held[] {
  const catalogId = rebooking?.catalogId ?? null;
  return holds.filter((hold) => catalogId === null || hold.catalogId === catalogId);
}

/** Pure: whether earlier tickets are exchanged for something: of another seller everything is paid. */
export const isExchange = (
  holds: readonly Pick<Hold, 'catalogId'>[],
  rebooking: Pick<Rebooking, 'catalogId'> | null,
): boolean => rebooking !== null && ofSeller(holds, rebooking).length > 0;

/** Pure: what a checkout must cost at least, so that no more of the credit is paid back than the rule allows. */
export function leastTotal({ checkout, holds, rebooking }: Paid): string {
  if (rebooking === null || rebooking.refundable === null) return '0.00';
  const { worth } = creditUse({ checkout, holds, rebooking });
  const least = amountAbove(worth, rebooking.refundable);
  if (least === '0.00') return least;
  const own = new Set(ofSeller(holds, rebooking));
  return sumAmounts([least, totalOf(holds.filter((hold) => !own.has(hold)))]);
}
