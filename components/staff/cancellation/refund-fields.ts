import { compareAmounts, sumAmounts } from '@/lib/money/money';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';

interface Words {
  readonly label: string;
  /** "At most …", of what was paid. */
  readonly most: (paid: string) => string;
  /** "At most …", of what is left of the payment. */
  readonly mostLeft: (left: string) => string;
}

/**
 * A field for the refund of each order; of several orders each says for which tickets it is. `isFree`: nothing was paid for
 * them, or nothing is left of the payment, so that nothing can be refunded. `start`: what is left of the payment, if that is less than what was paid for them.
 */
export function refundFields(
  chosen: readonly UnitView[],
  left: string | null,
  { label, most, mostLeft }: Words,
) {
  const orderIds = [...new Set(chosen.map(({ orderId }) => orderId))];
  return orderIds.map((orderId) => {
    const own = chosen.filter((unit) => unit.orderId === orderId);
    const paid = sumAmounts(own.map((unit) => unit.paid));
    const start = left === null || compareAmounts(left, paid) >= 0 ? '' : left;
    const limit = start === '' ? most(paid) : mostLeft(start);
    const isFree = [paid, left ?? paid].some((amount) => compareAmounts(amount, '0.00') === 0);
    if (orderIds.length === 1) return { orderId, isFree, start, label, hint: limit };
    const names = [...new Set(own.map(({ line }) => `${line.catalogName}, ${line.productName}`))];
    const references = own.flatMap((unit) => unit.references);
    return {
      orderId,
      isFree,
      start,
      label: `${label}: ${names.join('; ')}`,
      hint: [...references, limit].join(' · '),
    };
  });
}
