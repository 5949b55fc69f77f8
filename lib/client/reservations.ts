import { addresses } from '../contract/iri';
import type { Violation } from '../contract/problem';
import {
  createReservationsOutputSchema,
  reservationSchema,
  type CreateReservationsInput,
  type FailedReservation,
  type Reservation,
} from '../contract/reservation';
import type { CallOptions } from './result';
import type { Reader } from './reader';
import { parseBody, parseProblem, unexpectedAnswer, type Answer } from './transport';

export interface ChangeOptions extends CallOptions {
  /** Makes a repetition harmless on servers that know this key; others ignore it. */
  idempotencyKey?: string;
}

/** This call changed nothing: ask again later. */
export interface Busy {
  readonly kind: 'busy';
  readonly retry: true;
  readonly retryAfterSeconds: number;
  /** The same request is still running, and may still succeed. */
  readonly running: boolean;
}

export type ReservationsCreated =
  | {
      readonly kind: 'created';
      readonly reservations: readonly Reservation[];
      readonly failed: readonly FailedReservation[];
    }
  | { readonly kind: 'invalid'; readonly retry: false; readonly violations: readonly Violation[] }
  /** The token may not sell as a counter (`counter`). Nothing is held. */
  | { readonly kind: 'not_counter' }
  | Busy;

export type ReservationExtended =
  | { readonly kind: 'extended'; readonly reservation: Reservation }
  /** It has expired, or was extended too often. */
  | { readonly kind: 'refused'; readonly violations: readonly Violation[] }
  /** This server does not know the reservation or the operation. */
  | { readonly kind: 'unavailable' };

export type ReservationReleased =
  | { readonly kind: 'released' }
  /** Expired or ordered in the meantime: there is nothing left to release. */
  | { readonly kind: 'already_ended' }
  /** This server does not know the reservation or the operation. */
  | { readonly kind: 'unavailable' };

/** Throws a ServiceError for an answer that is not about a busy service. */
export function busyOrSurprise(answer: Answer): Busy {
  if (answer.status !== 409 && answer.status !== 429) throw unexpectedAnswer(answer);
  return {
    kind: 'busy',
    retry: true,
    retryAfterSeconds: answer.retryAfterSeconds ?? 2,
    running: answer.status === 409,
  };
}

/** The violations of a 422; if a server lists none, its message becomes one. */
export function parseViolations(answer: Answer): readonly Violation[] {
  const { violations = [], detail = '' } = parseProblem(answer);
  return violations.length > 0 ? violations : [{ propertyPath: '', message: detail }];
}

/** The statuses of a server that does not know a resource or an operation. */
export const unavailableStatuses = [400, 404, 405, 410, 501];

/** Reservations (§4.2, §4.3). Extending and releasing are additions that a server may not have. */
export function reservationCalls(reader: Reader) {
  const { send } = reader;
  const act = (id: string, action: '_extend' | '_release', call: ChangeOptions) =>
    send({ method: 'POST', path: `${addresses.reservation(id)}/${action}`, body: {}, ...call });
  return {
    createReservations: async (
      input: CreateReservationsInput,
      options: ChangeOptions,
    ): Promise<ReservationsCreated> => {
      const path = addresses.reservationsBulk();
      const answer = await send({ method: 'POST', path, body: input, ...options });
      if (answer.status === 200 || answer.status === 201) {
        const output = parseBody(createReservationsOutputSchema, answer);
        return { kind: 'created', reservations: output.reservations, failed: output.failedReservations };
      }
      if (answer.status === 400 || answer.status === 422) {
        return { kind: 'invalid', retry: false, violations: parseViolations(answer) };
      }
      if (answer.status === 403 && input.counter === true) return { kind: 'not_counter' };
      return busyOrSurprise(answer);
    },

    getReservation: (id: string, call: CallOptions) =>
      reader.one(reservationSchema, addresses.reservation(id), call),

    extendReservation: async (id: string, call: ChangeOptions): Promise<ReservationExtended> => {
      const answer = await act(id, '_extend', call);
      if (answer.status === 200 || answer.status === 201) {
        return { kind: 'extended', reservation: parseBody(reservationSchema, answer) };
      }
      if (answer.status === 409 || answer.status === 422) {
        return { kind: 'refused', violations: parseViolations(answer) };
      }
      if (unavailableStatuses.includes(answer.status)) return { kind: 'unavailable' };
      throw unexpectedAnswer(answer);
    },

    releaseReservation: async (id: string, call: CallOptions): Promise<ReservationReleased> => {
      const answer = await act(id, '_release', call);
      if (answer.status >= 200 && answer.status < 300) return { kind: 'released' };
      if (answer.status === 409 || answer.status === 422) return { kind: 'already_ended' };
      if (unavailableStatuses.includes(answer.status)) return { kind: 'unavailable' };
      throw unexpectedAnswer(answer);
    },
  };
}
