import { addresses } from '../contract/iri';
import { orderSchema, type Order } from '../contract/order';
import type { orderCalls } from './orders';
import type { CallOptions } from './result';
import type { ListReader, Query } from './wire/pages';

const listedSchema = orderSchema.pick({
  id: true,
  createdAt: true,
  reservation: true,
  externalReference: true,
  totalAmountInclTax: true,
});

/** What a list tells of an order, as far as books are compared by it. */
export type ListedOrder = Pick<
  Order,
  'id' | 'createdAt' | 'reservation' | 'externalReference' | 'totalAmountInclTax'
>;

/** The service's list of orders, read by the time at which they were made. */
export interface OrderList {
  /** The orders that were made from one moment on and before another. */
  between(from: Date, until: Date): Promise<ListedOrder[]>;
  /** The orders of one external reference, as the service has them now. */
  of(externalReference: string): Promise<ListedOrder[]>;
}

const list = { kind: 'orders', shape: listedSchema, path: addresses.orders() };
const [fromFilter, untilFilter, sortParameter] = [
  'createdAt[after]',
  'createdAt[strictly_before]',
  'order[createdAt]',
];

/** The list of orders by time (§4.4 shows no filters: those that the server advertises are used). */
export function orderListCalls(
  reader: ListReader,
  { listOrders, getOrder }: Pick<ReturnType<typeof orderCalls>, 'listOrders' | 'getOrder'>,
) {
  return {
    /**
     * Opens the list for reading ranges that are not older than `since`. A server with filters is asked for each
     * range. Of a server without them the list is read once, and kept: back to `since` where it is sorted by time,
     * the latest first, else to its end.
     */
    openOrderList: async (since: Date, call: CallOptions): Promise<OrderList> => {
      const offered = await reader.filters(list, call);
      if (offered.has(fromFilter) && offered.has(untilFilter)) {
        const sort: Query = offered.has(sortParameter) ? { [sortParameter]: 'asc' } : {};
        return {
          between: async (from, until) => {
            const query = { ...sort, [fromFilter]: iso(from), [untilFilter]: iso(until) };
            const orders = await readAll(pagesOf(reader, query, call));
            // A server that compares only the seconds gives more than was asked for.
            return orders.filter((order) => isWithin(order, from, until));
          },
          of: async (externalReference) => [...(await listOrders({ externalReference }, call)).members],
        };
      }
      const kept = await readBack(reader, since, call);
      return {
        between: (from, until) => Promise.resolve(kept.filter((order) => isWithin(order, from, until))),
        of: async (externalReference) => {
          const known = kept.filter((order) => order.externalReference === externalReference);
          const found = await Promise.all(known.map(({ id }) => getOrder(id, call)));
          return found.flatMap((one) => (one.kind === 'found' ? one.value : []));
        },
      };
    },
  };
}

const iso = (moment: Date): string => moment.toISOString();

/** Page after page, however many: nothing of them is kept here. */
async function* pagesOf(reader: ListReader, query: Query, call: CallOptions): AsyncGenerator<ListedOrder> {
  let read = 0;
  for (let number = 1; ; number += 1) {
    const page = await reader.page(list, query, call, number);
    if (page.kind === 'missing') return;
    const { members, totalItems } = page.value;
    yield* members;
    read += members.length;
    if (members.length === 0 || read >= totalItems) return;
  }
}

async function readAll(orders: AsyncIterable<ListedOrder>): Promise<ListedOrder[]> {
  const all: ListedOrder[] = [];
  for await (const order of orders) all.push(order);
  return all;
}

/** The orders since a moment, of a server that sorts and filters nothing that we know of. */
async function readBack(reader: ListReader, since: Date, call: CallOptions): Promise<ListedOrder[]> {
  const kept = new Map<string, ListedOrder>();
  let previous = Infinity;
  let first: number | null = null;
  let isLatestFirst = true;
  for await (const order of pagesOf(reader, {}, call)) {
    const made = Date.parse(order.createdAt);
    first ??= made;
    isLatestFirst &&= made <= previous;
    previous = made;
    if (made >= since.getTime()) kept.set(order.id, order);
    // Orders of one moment do not show in which direction the list goes.
    else if (isLatestFirst && made < first) break;
  }
  return [...kept.values()];
}

function isWithin({ createdAt }: ListedOrder, from: Date, until: Date): boolean {
  const made = Date.parse(createdAt);
  return made >= from.getTime() && made < until.getTime();
}
