import { addresses } from '../contract/iri';
import type { Violation } from '../contract/problem';
import {
  createReservationsOutputSchema,
  reservationSchema,
  type CreateReservationsInput,
  type FailedReservation,
  type Reservation,
} from '../contract/reservation';
import type { CallOptions, Found } from './result';
import { readOne } from './wire/read';
import { parseBody, problemOf, surprise, type Answer, type Send } from './wire/transport';

export interface ChangeOptions extends CallOptions {
  /** Makes a repetition harmless on servers that know it; others ignore it. */
  idempotencyKey?: string;
}

/** The service is asked too much, or the same request is still running. Nothing was changed by this call: ask again later. */
export interface Busy {
  readonly kind: 'busy';
  readonly retry: true;
  readonly retryAfterSeconds: number;
  /** The same request is still running, and may yet be carried out. */
  readonly running: boolean;
}

export type ReservationsCreated =
  | {
      readonly kind: 'created';
      readonly reservations: readonly Reservation[];
      /** The items that could not be held; the others are. */
      readonly failed: readonly FailedReservation[];
    }
  | { readonly kind: 'invalid'; readonly retry: false; readonly violations: readonly Violation[] }
  | Busy;

export type ReservationExtended =
  | { readonly kind: 'extended'; readonly reservation: Reservation }
  /** It expired, or was extended too often. */
  | { readonly kind: 'refused'; readonly violations: readonly Violation[] }
  /** Not known to this server: the reservation, or the operation. */
  | { readonly kind: 'unavailable' };

export type ReservationReleased =
  | { readonly kind: 'released' }
  /** Expired or ordered in the meantime: there is nothing left to release. */
  | { readonly kind: 'over' }
  /** Not known to this server: the reservation, or the operation. */
  | { readonly kind: 'unavailable' };

export function busyAnswer(answer: Answer): Busy | undefined {
  if (answer.status !== 409 && answer.status !== 429) return undefined;
  return {
    kind: 'busy',
    retry: true,
    retryAfterSeconds: answer.retryAfterSeconds ?? 2,
    running: answer.status === 409,
  };
}

/** The violations of a 422; a server that lists none gets its sentence as one. */
export function violationsOf(answer: Answer): readonly Violation[] {
  const { violations = [], detail = '' } = problemOf(answer);
  return violations.length > 0 ? violations : [{ propertyPath: '', message: detail }];
}

const unavailableStatuses = [400, 404, 405, 410, 501];

/** Reservations (§4.2, §4.3). Extending and releasing are additions that a server may lack. */
export function reservationCalls(send: Send) {
  return {
    createReservations: async (
      input: CreateReservationsInput,
      options: ChangeOptions,
    ): Promise<ReservationsCreated> => {
      const answer = await send({
        method: 'POST',
        path: addresses.reservationsBulk(),
        body: input,
        ...options,
      });
      if (answer.status === 200 || answer.status === 201) {
        const output = parseBody(createReservationsOutputSchema, answer);
        return { kind: 'created', reservations: output.reservations, failed: output.failedReservations };
      }
      if (answer.status === 400 || answer.status === 422) {
        return { kind: 'invalid', retry: false, violations: violationsOf(answer) };
      }
      const busy = busyAnswer(answer);
      if (busy !== undefined) return busy;
      throw surprise(answer);
    },

    getReservation: (id: string, call: CallOptions): Promise<Found<Reservation>> =>
      readOne(send, reservationSchema, addresses.reservation(id), call),

    extendReservation: async (id: string, call: CallOptions): Promise<ReservationExtended> => {
      const path = `${addresses.reservation(id)}/_extend`;
      const answer = await send({ method: 'POST', path, body: {}, ...call });
      if (answer.status === 200 || answer.status === 201) {
        return { kind: 'extended', reservation: parseBody(reservationSchema, answer) };
      }
      if (answer.status === 409 || answer.status === 422) {
        return { kind: 'refused', violations: violationsOf(answer) };
      }
      if (unavailableStatuses.includes(answer.status)) return { kind: 'unavailable' };
      throw surprise(answer);
    },

    releaseReservation: async (id: string, call: CallOptions): Promise<ReservationReleased> => {
      const path = `${addresses.reservation(id)}/_release`;
      const answer = await send({ method: 'POST', path, body: {}, ...call });
      if (answer.status >= 200 && answer.status < 300) return { kind: 'released' };
      if (answer.status === 409 || answer.status === 422) return { kind: 'over' };
      if (unavailableStatuses.includes(answer.status)) return { kind: 'unavailable' };
      throw surprise(answer);
    },
  };
}
