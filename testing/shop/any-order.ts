import type { OrderFilter } from '@/lib/shop/data/order-list-store';

/** The filter of the list of orders that leaves nothing out. */
export const anyOrder: OrderFilter = {
  boughtFrom: null,
  boughtTo: null,
  timeZone: 'Europe/Paris',
  visitDay: null,
  event: null,
  state: null,
  channel: null,
  language: null,
  priceFrom: null,
  priceTo: null,
  catalogs: 'all',
  hasTasks: false,
};
