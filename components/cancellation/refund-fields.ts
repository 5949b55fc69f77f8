import { compareAmounts, sumAmounts } from '@/lib/money/money';
import type { UnitView } from '@/lib/storefront/cancellation-units';

interface Words {
  readonly label: string;
  /** "At most …", of what was paid. */
  readonly most: (paid: string) => string;
}

/**
 * A field for the refund of each order; of several orders each says for which tickets it is. `isFree`: nothing was paid for
 * them, so that nothing can be refunded.
 */
export function refundFields(chosen: readonly UnitView[], { label, most }: Words) {
  const orderIds = [...new Set(chosen.map(({ orderId }) => orderId))];
  return orderIds.map((orderId) => {
    const own = chosen.filter((unit) => unit.orderId === orderId);
    const paid = sumAmounts(own.map((unit) => unit.paid));
    const limit = most(paid);
    const isFree = compareAmounts(paid, '0.00') === 0;
    if (orderIds.length === 1) return { orderId, isFree, label, hint: limit };
    const names = [...new Set(own.map(({ line }) => `${line.catalogName}, ${line.productName}`))];
    const references = own.flatMap((unit) => unit.references);
    return {
      orderId,
      isFree,
      label: `${label}: ${names.join('; ')}`,
      hint: [...references, limit].join(' · '),
    };
  });
}
