import type { Order } from '../../contract/order';

const filters = [
  'externalReference',
  'createdAt[after]',
  'createdAt[before]',
  'createdAt[strictly_after]',
  'createdAt[strictly_before]',
  'order[createdAt]',
];

/** How a list advertises its filters (§2.1). */
export function orderSearch(path: string): object {
  return {
    '@type': 'IriTemplate',
    template: `${path}{?${filters.join(',')}}`,
    variableRepresentation: 'BasicRepresentation',
    mapping: filters.map((variable) => ({
      '@type': 'IriTemplateMapping',
      variable,
      property: null,
      required: false,
    })),
  };
}

/** Orders as our own service filters and sorts them: the latest first unless asked otherwise. */
export function filteredOrders(orders: readonly Order[], query: URLSearchParams): Order[] {
  const made = ({ createdAt }: Order) => Date.parse(createdAt);
  const bound = (name: string, otherwise: number) => {
    const value = query.get(`createdAt[${name}]`);
    return value === null ? otherwise : Date.parse(value);
  };
  const reference = query.get('externalReference');
  const direction = query.get('order[createdAt]') === 'asc' ? 1 : -1;
  return orders
    .filter(
      (order) =>
        (reference === null || order.externalReference === reference) &&
        made(order) >= bound('after', -Infinity) &&
        made(order) > bound('strictly_after', -Infinity) &&
        made(order) <= bound('before', Infinity) &&
        made(order) < bound('strictly_before', Infinity),
    )
    .toSorted((one, other) => direction * (made(one) - made(other)));
}
