import { randomInt } from 'node:crypto';
import type { ApiError } from './api-error';
import type { Change, Delivery, EventObject, EventType, ProviderEvent } from './records';

/** The dependencies of a rule: the time in milliseconds, and new unique names. */
export interface Moment {
  readonly now: number;
  newId(prefix: string): string;
}

/** The decision of a rule: what changes, or why nothing changes. */
export type Decision<Value> =
  | { readonly ok: true; readonly value: Value; readonly change: Change }
  | { readonly ok: false; readonly error: ApiError };

export const seconds = (moment: Moment): number => Math.floor(moment.now / 1000);

/** How the webhook of a payment is delivered. The customer chooses on the payment page. */
export type DeliveryPlan = 'normal' | 'late' | 'twice' | 'never';

export const LATE_MS = 30_000;

/** An event with its deliveries. */
export function notice(
  moment: Moment,
  type: EventType,
  object: EventObject,
  plan: DeliveryPlan = 'normal',
): { event: ProviderEvent; deliveries: Delivery[] } {
  const event = { id: moment.newId('evt_'), created: seconds(moment), type, object };
  const delivery: Delivery = {
    id: moment.newId('whd_'),
    eventId: event.id,
    state: plan === 'never' ? 'withheld' : 'pending',
    dueAt: plan === 'late' ? moment.now + LATE_MS : moment.now,
    attempts: 0,
    lastResult: null,
  };
  const deliveries = plan === 'twice' ? [delivery, { ...delivery, id: moment.newId('whd_') }] : [delivery];
  return { event, deliveries };
}

/** Several events about one object, in their order. */
export function notices(
  moment: Moment,
  types: readonly EventType[],
  object: EventObject,
): { events: ProviderEvent[]; deliveries: Delivery[] } {
  const all = types.map((type) => notice(moment, type, object));
  return {
    events: all.map(({ event }) => event),
    deliveries: all.flatMap(({ deliveries }) => deliveries),
  };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTHS: Readonly<Record<string, number>> = { cs_test_: 58, req_: 14 };

/** A random name in Stripe's form: a prefix for the kind, then letters and digits. */
export function randomId(prefix: string): string {
  const length = LENGTHS[prefix] ?? 24;
  return prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
