import { toCents } from '@/lib/money/money';
import { sum } from './index-records';
import type { Index, Records, Reservation, Tell } from './records';
import { usesOf } from './stock-books';

/** Each gift card that was bought has a balance; it pays for no more than that, and for nothing once it is cancelled. */
export function compareBalances({ service }: Records, index: Index, tell: Tell, now: Date): void {
  const using = usesOf(service, now);
  const balances = new Map(
    service.vouchers.filter(({ kind }) => kind === 'balance').map((one) => [one.id, one]),
  );
  for (const ticket of service.tickets) {
    const own = index.reservation.get(orderedAs(service, ticket.orderId) ?? '');
    if (own?.giftCard !== true) continue;
    const references = referencesOf(index, ticket.orderId);
    const balance = balances.get(ticket.id);
    if (balance === undefined || toCents(balance.value) !== toCents(own.unitAmount)) {
      tell('a gift card without its balance', references, { ticket, balance });
      continue;
    }
    const uses = using.get(balance.id) ?? [];
    const about = [...references, ...uses.flatMap(({ orderId }) => referencesOf(index, orderId ?? ''))];
    const used = sum(uses.map((use) => boundBy(use, index)));
    if (used < 0 || used > toCents(balance.value))
      tell('a gift card pays for more than its balance, or less than nothing', about, { balance, used });
    const isCancelled = ticket.status === 'cancelled';
    if (isCancelled && used !== 0)
      tell('a cancelled gift card has paid for something', about, { balance, used });
    if (balance.disabled !== isCancelled)
      tell('a gift card can be used, and should not, or cannot', about, balance);
  }
  compareReturned(service, index, tell);
}

/** No more goes back to a balance than the cancelled units took from it. */
function compareReturned(service: Records['service'], index: Index, tell: Tell): void {
  for (const { orderId, units, returnedAmount, reference } of service.cancellations) {
    const own = index.reservation.get(orderedAs(service, orderId) ?? '');
    const taken = sum(units.map((unit) => toCents(own?.voucher?.discounts[unit] ?? '0.00')));
    if (toCents(returnedAmount) > taken)
      tell('more goes back to a gift card than it paid', referencesOf(index, orderId), {
        reference,
        returnedAmount,
        taken,
      });
  }
}

/** What a reservation or its order takes from a balance, without what came back, in cents. */
function boundBy({ orderId, voucher }: Reservation, { made }: Index): number {
  const returned = (made.get(orderId ?? '') ?? []).map(({ returnedAmount }) => toCents(returnedAmount));
  return sum((voucher?.discounts ?? []).map(toCents)) - sum(returned);
}

const orderedAs = ({ orders }: Records['service'], orderId: string) =>
  orders.find(({ id }) => id === orderId)?.reservationId;

const referencesOf = ({ purchase }: Index, orderId: string): string[] => {
  const found = purchase.get(orderId);
  return found === undefined ? [] : [found.reference];
};
