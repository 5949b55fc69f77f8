import { documentSchema, type OrderDocument } from '../contract/document';
import { addresses } from '../contract/iri';
import { createOrdersOutputSchema, orderSchema, type CreateOrdersInput, type Order } from '../contract/order';
import { violationCodes, type Violation } from '../contract/problem';
import { busyAnswer, violationsOf, type Busy, type ChangeOptions } from './reservations';
import type { CallOptions, Found, Listing } from './result';
import type { ListReader, Query } from './wire/pages';
import { readOne } from './wire/read';
import { readRecent } from './wire/recent';
import { parseBody, surprise } from './wire/transport';

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

export interface OrderFilters {
  /** The service's own reference, the client's, or the identifier or path of the reservation. */
  reference?: string;
  externalReference?: string;
  reservation?: string;
}

function expiredIndexes(violations: readonly Violation[]): number[] {
  return violations.flatMap(({ propertyPath, code }) => {
    const index = /^reservations\[(\d+)\]\.expired$/.exec(propertyPath)?.[1];
    return index !== undefined && (code ?? violationCodes.isFalse) === violationCodes.isFalse
      ? [Number(index)]
      : [];
  });
}

function matches(order: Order, filters: OrderFilters): boolean {
  const { reference, externalReference, reservation } = filters;
  return (
    (reference === undefined || order.reference === reference) &&
    (externalReference === undefined || order.externalReference === externalReference) &&
    (reservation === undefined || order.reservation.endsWith(reservation))
  );
}

function refusalOf(violations: readonly Violation[]): OrdersCreated {
  const indexes = expiredIndexes(violations);
  return indexes.length > 0
    ? { kind: 'expired', retry: false, indexes }
    : { kind: 'invalid', retry: false, violations };
}

/** Orders and their documents (§4.4–4.6). */
export function orderCalls(reader: ListReader) {
  const { send } = reader;
  return {
    createOrders: async (input: CreateOrdersInput, options: ChangeOptions): Promise<OrdersCreated> => {
      const answer = await send({ method: 'POST', path: addresses.ordersBulk(), body: input, ...options });
      if (answer.status === 200 || answer.status === 201) {
        return { kind: 'ordered', orders: parseBody(createOrdersOutputSchema, answer).orders };
      }
      if (answer.status === 400 || answer.status === 422) {
        return refusalOf(violationsOf(answer));
      }
      const busy = busyAnswer(answer);
      if (busy !== undefined) return busy;
      throw surprise(answer);
    },

    getOrder: (id: string, call: CallOptions): Promise<Found<Order>> =>
      readOne(send, orderSchema, addresses.order(id), call),

    /**
     * Orders that match. The specification shows no filters here: those that the server advertises are left to it,
     * the others are applied to the list, and `complete` tells whether all of it was seen. With `since` (by the
     * server's clock) only orders created from then on are of interest: a list that the server can't filter is read no
     * further back.
     */
    listOrders: async (filters: OrderFilters, call: CallOptions, since?: Date): Promise<Listing<Order>> => {
      const list = { kind: 'orders', shape: orderSchema, path: addresses.orders() };
      const offered = await reader.filters(list, call);
      const wanted = Object.entries(filters).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      const query: Query = Object.fromEntries(wanted.filter(([name]) => offered.has(name)));
      const isFiltered = Object.keys(query).length > 0 || since === undefined;
      const found = await (isFiltered
        ? reader.all(list, query, call)
        : readRecent(reader, list, call, since));
      if (found.kind === 'missing') return { members: [], complete: false };
      const { members, complete } = found.value;
      return { members: members.filter((order) => matches(order, filters)), complete };
    },

    /** A fresh signed address of a document, in the language asked for where the catalogue has it (§4.6). */
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
      throw surprise(answer);
    },
  };
}
