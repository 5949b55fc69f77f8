import { toCents } from '@/lib/money/money';
import type { State } from '@/lib/shop/values/checkout-state';
import { sum } from './index-records';
import type { Index, Records, Tell } from './records';

/** Purchases that end without an order, or have none yet. */
const withoutOrder: readonly State[] = ['held', 'paying', 'expired', 'cancelled', 'refunded', 'voided'];
/** Purchases that a program still has to finish. */
const unfinished: readonly State[] = ['paid', 'ordering', 'capturing', 'refunding', 'voiding'];

/** The shop and the service have the same orders, at the same price. */
export function compareOrders({ shop, service }: Records, index: Index, tell: Tell): void {
  const placed = new Map(shop.placed.map((one) => [one.id, one.checkoutId]));
  const made = new Set(service.orders.map(({ id }) => id));
  for (const { id, externalReference } of service.orders) {
    const purchase = index.purchase.get(id);
    const references = [externalReference ?? ''];
    if (purchase === undefined) tell('an order without a purchase', references, { id });
    else if (!placed.has(id)) {
      if (purchase.state !== 'attention') tell('an order that the shop does not know', references, { id });
    } else if (placed.get(id) !== purchase.id) tell('an order of another purchase', references, { id });
  }
  for (const [id, checkoutId] of placed)
    if (!made.has(id))
      tell('an order that the service does not know', index.referencesOf(checkoutId), { id });
  for (const checkout of shop.checkouts) {
    const own = index.orders.get(checkout.reference) ?? [];
    const total = sum(own.map(index.totalOf));
    const about = [checkout.reference];
    if (checkout.state === 'attention' && checkout.settledAs === null)
      tell('a purchase that no program could finish', about, checkout.reason);
    if (unfinished.includes(checkout.state)) tell('a purchase that does not end', about, checkout.state);
    if (withoutOrder.includes(checkout.state) && own.length > 0)
      tell('an order of a purchase that has none', about, { state: checkout.state, own });
    if (checkout.state !== 'ordered') continue;
    if (own.length === 0) tell('paid, and no order', about);
    else if (total !== toCents(checkout.total ?? '0.00'))
      tell('the order costs something else than the purchase', about, { total, agreed: checkout.total });
    if (new Set(own.map(({ reservationId }) => reservationId)).size < own.length)
      tell('ordered twice', about, own);
  }
}

/** A ticket is void exactly when its unit was cancelled, and no unit was cancelled twice. */
export function compareTickets({ shop, service }: Records, index: Index, tell: Tell): void {
  const blocked = new Set(shop.blocks.map(({ checkoutId }) => checkoutId));
  for (const { id, externalReference, reservationId } of service.orders) {
    const references = [externalReference ?? ''];
    const { cancelled } = index.unitsOf(id);
    if (new Set(cancelled).size < cancelled.length)
      tell('a unit was cancelled twice', references, { id, cancelled });
    const counted = index.reservation.get(reservationId)?.cancelledUnits;
    if (counted !== cancelled.length)
      tell('cancelled units are counted wrong', references, { id, counted, cancelled });
    const isBlocked = blocked.has(index.purchase.get(id)?.id ?? '');
    for (const ticket of index.tickets.get(id) ?? []) {
      const isVoid = cancelled.includes(index.unitOf(ticket));
      if (isVoid !== (ticket.status === 'cancelled') && !(isBlocked && !isVoid))
        tell('a ticket is void, or valid, and should not be', references, ticket);
    }
  }
}
