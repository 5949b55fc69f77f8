import { documentSchema, type OrderDocument } from '../contract/document';
import { addresses } from '../contract/iri';
import { itemTicketSchema } from '../contract/item-ticket';
import { createOrdersOutputSchema, orderSchema, type CreateOrdersInput, type Order } from '../contract/order';
import { violationCodes, type Violation } from '../contract/problem';
import { busyOrSurprise, parseViolations, type Busy, type ChangeOptions } from './reservations';
import type { CallOptions, Listing } from './result';
import { kindOfList, queryOf, type Query, type Reader } from './reader';
import { readRecent } from './recent';
import { parseBody, unexpectedAnswer } from './transport';

export type OrdersCreated =
  | { readonly kind: 'ordered'; readonly orders: readonly Order[] }
  /** Positions, in the request, of the reservations that expired (§7). Nothing was ordered. */
  | { readonly kind: 'expired'; readonly retry: false; readonly indexes: readonly number[] }
  | { readonly kind: 'invalid'; readonly retry: false; readonly violations: readonly Violation[] }
  | Busy;

export type DocumentRefreshed =
  | { readonly kind: 'ready'; readonly document: OrderDocument }
  | { readonly kind: 'preparing'; readonly retry: true; readonly retryAfterSeconds: number }
  | { readonly kind: 'missing' };

const list = { ...kindOfList('orders', orderSchema), path: addresses.orders() };

interface OrderFilters {
  /** The service's own reference, the client's, or the identifier or path of the reservation. */
  reference?: string;
  externalReference?: string;
  reservation?: string;
}

function matches(order: Order, { reference, externalReference, reservation }: OrderFilters): boolean {
  return (
    (reference === undefined || order.reference === reference) &&
    (externalReference === undefined || order.externalReference === externalReference) &&
    (reservation === undefined || order.reservation.endsWith(reservation))
  );
}

function findRefusal(violations: readonly Violation[]): OrdersCreated {
  const indexes = violations.flatMap(({ propertyPath, code }) => {
    const index = /^reservations\[(\d+)\]\.expired$/.exec(propertyPath)?.[1];
    const isExpired = (code ?? violationCodes.isFalse) === violationCodes.isFalse;
    return index !== undefined && isExpired ? [Number(index)] : [];
  });
  return indexes.length > 0
    ? { kind: 'expired', retry: false, indexes }
    : { kind: 'invalid', retry: false, violations };
}

/** Orders and their documents (§4.4–4.6). */
export function orderCalls(reader: Reader) {
  const { send } = reader;
  return {
    createOrders: async (input: CreateOrdersInput, options: ChangeOptions): Promise<OrdersCreated> => {
      const answer = await send({ method: 'POST', path: addresses.ordersBulk(), body: input, ...options });
      if (answer.status === 200 || answer.status === 201) {
        return { kind: 'ordered', orders: parseBody(createOrdersOutputSchema, answer).orders };
      }
      if (answer.status === 400 || answer.status === 422) return findRefusal(parseViolations(answer));
      return busyOrSurprise(answer);
    },

    getOrder: (id: string, call: CallOptions) => reader.one(orderSchema, addresses.order(id), call),

    /**
     * Orders that match. The specification has no filters here: the server applies those that it advertises; the
     * others are applied to its list, and `complete` says whether the whole list was read. With `since` (by the
     * server's clock) only orders created from then on are needed: a list that the server can't filter is read no
     * further back.
     */
    listOrders: async (filters: OrderFilters, call: CallOptions, since?: Date): Promise<Listing<Order>> => {
      const offered = await reader.filters(list, call);
      const wanted = Object.entries(queryOf({ ...filters }));
      const query: Query = Object.fromEntries(wanted.filter(([name]) => offered.has(name)));
      const isFiltered = Object.keys(query).length > 0 || since === undefined;
      const found = await (isFiltered
        ? reader.all(list, query, call)
        : readRecent(reader, list, call, since));
      if (found.kind === 'missing') return { members: [], complete: false };
      const { members, complete } = found.value;
      return { members: members.filter((order) => matches(order, filters)), complete };
    },

    findOrderOfTicket: (reference: string, call: CallOptions) =>
      findByTicket(reader, 'ticket', reference, call),

    /** Of a reference that was typed with one mistake, in groups of four. */
    findOrderOfSimilarTicket: (reference: string, call: CallOptions) =>
      findByTicket(reader, 'similarTicket', reference, call),

    /** A new signed address of a document, in the requested language if the catalogue has it (§4.6). */
    refreshDocument: async (
      orderId: string,
      documentId: string,
      call: CallOptions,
    ): Promise<DocumentRefreshed> => {
      const path = addresses.document(orderId, documentId);
      const answer = await send({ method: 'PATCH', path, body: {}, ...call });
      if (answer.status === 200) return { kind: 'ready', document: parseBody(documentSchema, answer) };
      if ([400, 404, 410].includes(answer.status)) return { kind: 'missing' };
      if (answer.status === 409 || answer.status === 202) {
        return { kind: 'preparing', retry: true, retryAfterSeconds: answer.retryAfterSeconds ?? 2 };
      }
      throw unexpectedAnswer(answer);
    },
  };
}

/**
 * The order to which the single ticket with this reference belongs: our extension. Null also if the server has no filter
 * for it: its list has only the paths of tickets. A server that names the filter and does not apply it returns other
 * orders, so the order is checked.
 */
async function findByTicket(
  reader: Reader,
  filter: 'ticket' | 'similarTicket',
  reference: string,
  call: CallOptions,
): Promise<Order | null> {
  if (!(await reader.filters(list, call)).has(filter)) return null;
  const found = await reader.page(list, { [filter]: reference }, call);
  const [order, ...others] = found.kind === 'found' ? found.value.members : [];
  if (order === undefined || others.length > 0) return null;
  const paths = order.items.flatMap(({ tickets }) => tickets ?? []);
  const tickets = await Promise.all(paths.map((path) => reader.one(itemTicketSchema, path, call)));
  // Two neighbours that are swapped differ in two places.
  const most = filter === 'ticket' ? 0 : 2;
  const isOf = tickets.some(
    (read) => read.kind === 'found' && differences(read.value.reference, reference) <= most,
  );
  return isOf ? order : null;
}

/** In how many places two texts differ. */
function differences(one: string, other: string): number {
  if (one.length !== other.length) return Infinity;
  return Array.from(one).filter((letter, i) => letter !== other[i]).length;
}
