import type { GiftCard, ItemTicket } from '../../contract/item-ticket';
import { compareAmounts } from '../../money/money';

/** Pure: whether something of it was used, so that it can't be given back. */
const isUsed = ({ valueInclTax, remainingInclTax }: GiftCard): boolean =>
  compareAmounts(remainingInclTax, valueInclTax) < 0;

interface Ticket {
  readonly line: { readonly productId: string };
  readonly status: ItemTicket['status'] | 'unknown';
  /** Null: it is none, or that is not known now. */
  readonly giftCard: GiftCard | null;
}

/** Pure: whether a line can be given back as far as its tickets say it: of a gift card nothing may be used. */
export function mayBeUnused(
  { giftCard, productId }: { readonly giftCard?: boolean | undefined; readonly productId: string },
  tickets: readonly Ticket[],
): boolean {
  if (giftCard !== true) return true;
  const own = tickets.filter(({ line, status }) => line.productId === productId && status !== 'cancelled');
  return own.length === 0 || own.some((ticket) => ticket.giftCard === null || !isUsed(ticket.giftCard));
}

/** Pure: whether what can be cancelled together is a gift card of which something is used: nobody can give it back. */
export const isUsedCard = ({
  obstacle,
  line,
}: {
  readonly obstacle: string | null;
  readonly line: { readonly giftCard?: boolean | undefined };
}): boolean => obstacle === 'REDEEMED' && line.giftCard === true;
