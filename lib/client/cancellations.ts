import {
  type Cancellation,
  cancellationSchema,
  type CancellationTerms,
  cancellationTermsSchema,
  type CancelOrderInput,
} from '../contract/cancellation';
import { addresses } from '../contract/iri';
import { orderSchema } from '../contract/order';
import type { Violation } from '../contract/problem';
import { busyOrSurprise, type Busy, type ChangeOptions, parseViolations } from './reservations';
import type { CallOptions } from './result';
import { kindOfList, type Reader } from './reader';
import { parseBody } from './transport';

/** This server has no cancellations, which are our extension; or it has no such order. */
export interface NoCancellations {
  readonly kind: 'unsupported' | 'missing';
}

export type OrderCancelled =
  | { readonly kind: 'cancelled'; readonly cancellation: Cancellation }
  /** The tickets can't be cancelled. Nothing was changed. */
  | { readonly kind: 'refused'; readonly retry: false; readonly violations: readonly Violation[] }
  /** Our token lacks the scope for `override`. */
  | { readonly kind: 'forbidden' }
  | NoCancellations
  | Busy;

export type TermsRead = { readonly kind: 'found'; readonly terms: CancellationTerms } | NoCancellations;

export type CancellationsRead =
  { readonly kind: 'found'; readonly cancellations: readonly Cancellation[] } | NoCancellations;

/** Statuses of a server that has no such address, or no such method at it. */
const unknownStatuses = [404, 405, 410, 501];

/** Cancelling orders: our extension, which a server may not have. */
export function cancellationCalls(reader: Reader) {
  /** The order tells a server without the extension from an order that does not exist. */
  const noCancellations = async (orderId: string, call: CallOptions): Promise<NoCancellations> => {
    const order = await reader.one(orderSchema, addresses.order(orderId), call);
    return { kind: order.kind === 'found' ? 'unsupported' : 'missing' };
  };
  return {
    /**
     * Cancels tickets of an order. After a broken connection or a 5xx, call it again with the same input: the answer
     * is then the cancellation that was made, if one was.
     */
    cancelOrder: async (
      orderId: string,
      input: CancelOrderInput,
      options: ChangeOptions,
    ): Promise<OrderCancelled> => {
      const path = addresses.cancelOrder(orderId);
      const answer = await reader.send({ method: 'POST', path, body: input, ...options });
      if (answer.status === 200 || answer.status === 201) {
        return { kind: 'cancelled', cancellation: parseBody(cancellationSchema, answer) };
      }
      if (answer.status === 400 || answer.status === 422) {
        return { kind: 'refused', retry: false, violations: parseViolations(answer) };
      }
      if (answer.status === 403) return { kind: 'forbidden' };
      if (unknownStatuses.includes(answer.status)) return noCancellations(orderId, options);
      return busyOrSurprise(answer);
    },

    /** What can be cancelled now, until when, and how much is refunded. */
    getCancellationTerms: async (orderId: string, call: CallOptions): Promise<TermsRead> => {
      const path = addresses.cancellationTerms(orderId);
      const found = await reader.one(cancellationTermsSchema, path, call);
      return found.kind === 'found' ? { kind: 'found', terms: found.value } : noCancellations(orderId, call);
    },

    /** The cancellations of an order, the first one first. */
    listCancellations: async (orderId: string, call: CallOptions): Promise<CancellationsRead> => {
      const list = { ...kindOfCancellations, path: addresses.cancellations(orderId) };
      const found = await reader.all(list, {}, call);
      return found.kind === 'found'
        ? { kind: 'found', cancellations: found.value.members }
        : noCancellations(orderId, call);
    },
  };
}

const kindOfCancellations = kindOfList('cancellations', cancellationSchema);
