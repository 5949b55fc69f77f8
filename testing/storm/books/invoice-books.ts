import { toCents } from '@/lib/money/money';
import { groupBy, sum } from './index-records';
import { keptOfTickets } from './money-books';
import type { Index, Records, ShopRefund, Tell } from './records';

const sumOf = (refunds: readonly ShopRefund[]) => sum(refunds.map(({ amount }) => toCents(amount)));

/**
 * The numbers of invoices and credit notes have no gaps, and those of each purchase add up to what its tickets cost now, without what staff gave back. What
 * the bank has returned after a dispute is not credited.
 */
export function compareInvoices({ shop }: Records, index: Index, tell: Tell): void {
  const series = new Map(shop.series.map(({ code, year, last }) => [`${code}-${year}`, last]));
  const issued = groupBy(shop.invoices, ({ code, year }) => `${code}-${year}`);
  for (const [key, last] of series) {
    const numbers = (issued.get(key) ?? []).map(({ position }) => position).toSorted((a, b) => a - b);
    if (numbers.length !== last || numbers.some((number, i) => number !== i + 1))
      tell('the numbers of invoices have a gap', [], { key, last, numbers });
  }
  for (const key of issued.keys()) if (!series.has(key)) tell('invoices without a series', [], key);
  const byCheckout = groupBy(shop.invoices, ({ checkoutId }) => checkoutId);
  for (const checkout of shop.checkouts) {
    const own = byCheckout.get(checkout.id) ?? [];
    const about = [checkout.reference];
    const first = own.filter(({ cause }) => cause === 'purchase');
    const isDue = checkout.state === 'ordered' && toCents(checkout.total ?? '0.00') > 0;
    if (first.length !== (isDue ? 1 : 0)) {
      tell('not one invoice for a purchase', about, { isDue, first });
      continue;
    }
    if (!isDue) continue;
    const total = sum(own.map((one) => (one.kind === 'invoice' ? 1 : -1) * toCents(one.total)));
    const waived = shop.refunds.filter(
      (one) => one.checkoutId === checkout.id && one.cause !== 'goodwill' && one.state === 'waived',
    );
    const cost = keptOfTickets({ shop }, index, checkout) + sumOf(waived);
    if (total !== cost) tell('the invoices are not what the tickets cost', about, { total, cost, own });
  }
}
