import type { z } from 'zod';
import { addresses } from '../contract/iri';
import { orderSchema } from '../contract/order';
import type { orderCalls } from './orders';
import type { CallOptions } from './result';
import { kindOfList, type Query, type Reader } from './reader';

const listedSchema = orderSchema.pick({
  id: true,
  createdAt: true,
  reservation: true,
  externalReference: true,
  totalAmountInclTax: true,
});

export type ListedOrder = z.infer<typeof listedSchema>;

export interface OrderList {
  between(from: Date, until: Date): Promise<ListedOrder[]>;
  of(externalReference: string): Promise<ListedOrder[]>;
}

const list = { ...kindOfList('orders', listedSchema), path: addresses.orders() };
const ordersPerPage = 100;
const fromFilter = 'createdAt[after]';
const untilFilter = 'createdAt[strictly_before]';
const sortParameter = 'order[createdAt]';

/**
 * One page of the orders with tickets of a session, the oldest first: our extension. `unsupported`: the server has no such
 * filter.
 */
async function ordersOfSession(
  reader: Reader,
  sessionId: string,
  page: number,
  call: CallOptions,
): Promise<
  { kind: 'page'; orders: ListedOrder[]; total: number; isLastPage: boolean } | { kind: 'unsupported' }
> {
  if (!(await reader.filters(list, call)).has('session')) return { kind: 'unsupported' };
  const query = { session: sessionId, [sortParameter]: 'asc', itemsPerPage: String(ordersPerPage) };
  const found = await reader.page(list, query, call, page);
  if (found.kind === 'missing') return { kind: 'unsupported' };
  const { members, totalItems } = found.value;
  const isLastPage = page * ordersPerPage >= totalItems;
  return { kind: 'page', orders: members, total: totalItems, isLastPage };
}

/** How many orders have a valid ticket of a session: our extension. Null: the server has no such filter. */
async function countValidOfSession(
  reader: Reader,
  sessionId: string,
  call: CallOptions,
): Promise<number | null> {
  const offered = await reader.filters(list, call);
  if (!offered.has('session') || !offered.has('ticketStatus')) return null;
  const query = { session: sessionId, ticketStatus: 'valid', itemsPerPage: '1' };
  const found = await reader.page(list, query, call);
  return found.kind === 'missing' ? null : found.value.totalItems;
}

/** The list of orders by time (§4.4 has no filters, so those that the server advertises are used). */
export function orderListCalls(
  reader: Reader,
  { listOrders, getOrder }: Pick<ReturnType<typeof orderCalls>, 'listOrders' | 'getOrder'>,
) {
  return {
    ordersOfSession: (sessionId: string, page: number, call: CallOptions) =>
      ordersOfSession(reader, sessionId, page, call),
    countValidOfSession: (sessionId: string, call: CallOptions) =>
      countValidOfSession(reader, sessionId, call),

    /**
     * Opens the list for reading ranges that are not older than `since`. Each range is requested from a server with
     * filters. The list of a server without them is read once, and kept: back to `since` if it is sorted by time,
     * the latest first, else to its end.
     */
    openOrderList: async (since: Date, call: CallOptions): Promise<OrderList> => {
      const offered = await reader.filters(list, call);
      if (offered.has(fromFilter) && offered.has(untilFilter)) {
        const sort: Query = offered.has(sortParameter) ? { [sortParameter]: 'asc' } : {};
        return {
          between: async (from, until) => {
            const query = { ...sort, [fromFilter]: from.toISOString(), [untilFilter]: until.toISOString() };
            const orders: ListedOrder[] = [];
            for await (const order of readPages(reader, query, call)) {
              // A server that compares only whole seconds returns more than was requested.
              if (isWithin(order, from, until)) orders.push(order);
            }
            return orders;
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

/** All pages, however many; none of them is kept here. */
async function* readPages(reader: Reader, query: Query, call: CallOptions): AsyncGenerator<ListedOrder> {
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

async function readBack(reader: Reader, since: Date, call: CallOptions): Promise<ListedOrder[]> {
  const kept = new Map<string, ListedOrder>();
  let previous = Infinity;
  let first: number | null = null;
  let isLatestFirst = true;
  for await (const order of readPages(reader, {}, call)) {
    const made = Date.parse(order.createdAt);
    first ??= made;
    isLatestFirst &&= made <= previous;
    previous = made;
    if (made >= since.getTime()) kept.set(order.id, order);
    // Orders with the same time do not show in which direction the list is sorted.
    else if (isLatestFirst && made < first) break;
  }
  return [...kept.values()];
}

function isWithin({ createdAt }: ListedOrder, from: Date, until: Date): boolean {
  const made = Date.parse(createdAt);
  return made >= from.getTime() && made < until.getTime();
}
