import type { Order } from '@/lib/contract/order';
import type { ItemTickets } from './item-tickets';

/** The filters that the list of orders of our own service advertises (§2.1). */
export const orderFilters = [
  'externalReference',
  'ticket',
  'similarTicket',
  'session',
  'ticketStatus',
  'createdAt[after]',
  'createdAt[before]',
  'createdAt[strictly_after]',
  'createdAt[strictly_before]',
  'order[createdAt]',
];

/** Orders filtered and sorted like our own service does: latest first unless the request says otherwise. */
export function filteredOrders(
  orders: readonly Order[],
  tickets: ItemTickets['all'],
  query: URLSearchParams,
): Order[] {
  const made = ({ createdAt }: Order) => Date.parse(createdAt);
  const bound = (name: string, otherwise: number) => {
    const value = query.get(`createdAt[${name}]`);
    return value === null ? otherwise : Date.parse(value);
  };
  const reference = query.get('externalReference');
  const ticket = query.get('ticket');
  const hasTicket = ({ items }: Order) =>
    items.some((item) => item.tickets?.some((path) => tickets.get(path)?.reference === ticket));
  const similar = query.get('similarTicket');
  const isSimilar = (reference = '') =>
    reference.length === similar?.length &&
    Array.from(reference).filter((letter, i) => letter !== similar[i]).length <= 1;
  const hasSimilar = ({ items }: Order) =>
    items.some((item) => item.tickets?.some((path) => isSimilar(tickets.get(path)?.reference)));
  const session = query.get('session');
  const hasSession = ({ items }: Order) =>
    items.some((item) => item.offerTickets.some((one) => one.session?.endsWith(`/${session}`)));
  const status = query.get('ticketStatus');
  const hasStatus = ({ items }: Order) =>
    items.some((item) => item.tickets?.some((path) => tickets.get(path)?.status === status));
  const direction = query.get('order[createdAt]') === 'asc' ? 1 : -1;
  return orders
    .filter(
      (order) =>
        (reference === null || order.externalReference === reference) &&
        (ticket === null || hasTicket(order)) &&
        (similar === null || hasSimilar(order)) &&
        (session === null || hasSession(order)) &&
        (status === null || hasStatus(order)) &&
        made(order) >= bound('after', -Infinity) &&
        made(order) > bound('strictly_after', -Infinity) &&
        made(order) <= bound('before', Infinity) &&
        made(order) < bound('strictly_before', Infinity),
    )
    .toSorted((one, other) => direction * (made(one) - made(other)));
}
