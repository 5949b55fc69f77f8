import { toCents } from '@/lib/money/money';
import type { Index, Order, Records, Ticket } from './records';

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

export function indexRecords({ shop, service }: Records): Index {
  const checkout = new Map(shop.checkouts.map((one) => [one.id, one]));
  const byReference = new Map(shop.checkouts.map((one) => [one.reference, one]));
  const reservation = new Map(service.reservations.map((one) => [one.id, one]));
  const tickets = groupBy(service.tickets, ({ orderId }) => orderId);
  const made = groupBy(service.cancellations, ({ orderId }) => orderId);
  const reservationOf = new Map(
    service.orders.map(({ id, reservationId }) => [id, reservation.get(reservationId)]),
  );
  const quantityOf = (orderId: string) => reservationOf.get(orderId)?.quantity ?? 1;
  const totalOf = ({ id }: Order) => {
    const own = reservationOf.get(id);
    if (own === undefined) return 0;
    return own.quantity * toCents(own.unitAmount) - sum((own.voucher?.discounts ?? []).map(toCents));
  };
  const unitOf = ({ orderId, position }: Ticket) => {
    const perUnit = (tickets.get(orderId)?.length ?? 0) / quantityOf(orderId);
    return Math.floor(position / perUnit);
  };
  return {
    checkout,
    reservation,
    tickets,
    made,
    totalOf,
    unitOf,
    orders: groupBy(service.orders, ({ externalReference }) => externalReference ?? ''),
    purchase: new Map(
      service.orders.flatMap(({ id, externalReference }) => {
        const found = byReference.get(externalReference ?? '');
        return found === undefined ? [] : [[id, found]];
      }),
    ),
    unitsOf: (orderId) => ({
      quantity: quantityOf(orderId),
      cancelled: (made.get(orderId) ?? []).flatMap(({ units }) => units),
    }),
    referencesOf: (id) => {
      const found = checkout.get(id);
      return found === undefined ? [] : [found.reference];
    },
  };
}
