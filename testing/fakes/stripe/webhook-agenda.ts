import type { Clock } from '../clock';
import type { Moment } from './decision';
import { eventResource } from './payment-resource';

import type { Delivery } from './records';
import { expireDueSessions } from './session-rules';
import { signatureHeader } from './signature';
import type { PaymentStore } from './store';

export interface WebhookAgenda {
  /** Does what is due, and sets the timer for the next item. */
  wake(): void;
  stop(): Promise<void>;
}

export interface WebhookAgendaOptions {
  readonly store: PaymentStore;
  readonly clock: Clock;
  readonly moment: () => Moment;
  readonly url: string;
  readonly secret: string;
  /** Called if a state could not be stored. */
  readonly onError: (error: Error) => void;
}

const RETRY_SECONDS = [1, 2, 5, 10, 30, 60, 120, 300];
const ANSWER_MS = 20_000;

const retryMs = (attempts: number) => (RETRY_SECONDS[attempts - 1] ?? 300) * 1000;

/** Expires sessions, and sends each event until the shop answers with 2xx. */
export function createWebhookAgenda(options: WebhookAgendaOptions): WebhookAgenda {
  const { store, clock, moment, onError } = options;
  const stopping = new AbortController();
  const underway = new Map<string, Promise<void>>();
  let cancelAlarm: () => void = () => undefined;

  const attempt = async (delivery: Delivery): Promise<void> => {
    try {
      // No webhook is sent before its data is on disk, because a crash could undo it.
      await store.saved();
      const outcome = await send(delivery, options, stopping.signal);
      if (stopping.signal.aborted) return;
      store.apply({ deliveries: [{ ...delivery, ...outcome }] });
      await store.saved();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      store.apply({ deliveries: [{ ...delivery, ...again(delivery, clock, 'could not be written down') }] });
    }
  };

  const wake = (): void => {
    cancelAlarm();
    if (stopping.signal.aborted) return;
    expireDueSessions(store, moment());
    const now = clock.now();
    for (const delivery of store.state.deliveries.values()) {
      if (delivery.state !== 'pending' || delivery.dueAt > now || underway.has(delivery.id)) continue;
      const sending = attempt(delivery).finally(() => {
        underway.delete(delivery.id);
        wake();
      });
      underway.set(delivery.id, sending);
    }
    const next = nextDue(store, underway);
    if (next !== null) cancelAlarm = clock.after(Math.max(0, next - clock.now()), wake);
  };

  return {
    wake,
    stop: async () => {
      stopping.abort();
      cancelAlarm();
      await Promise.all(underway.values());
    },
  };
}

function nextDue(store: PaymentStore, underway: ReadonlyMap<string, unknown>): number | null {
  let next: number | null = null;
  const consider = (time: number) => {
    next = next === null ? time : Math.min(next, time);
  };
  for (const { status, expiresAt } of store.state.sessions.values()) {
    if (status === 'open') consider(expiresAt * 1000);
  }
  for (const { id, state, dueAt } of store.state.deliveries.values()) {
    if (state === 'pending' && !underway.has(id)) consider(dueAt);
  }
  return next;
}

type Outcome = Pick<Delivery, 'state' | 'attempts' | 'dueAt' | 'lastResult'>;

async function send(
  delivery: Delivery,
  { store, clock, url, secret }: WebhookAgendaOptions,
  stopping: AbortSignal,
): Promise<Outcome> {
  const event = store.state.events.get(delivery.eventId);
  if (event === undefined) throw new Error(`Delivery ${delivery.id} has lost its event.`);
  const body = JSON.stringify(eventResource(event), null, 2);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureHeader(body, secret, Math.floor(clock.now() / 1000)),
      },
      // Stripe treats a redirect as a failure.
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)]),
    });
    await response.body?.cancel();
    if (!response.ok) return again(delivery, clock, `answered ${response.status}`);
    return {
      state: 'delivered',
      attempts: delivery.attempts + 1,
      dueAt: delivery.dueAt,
      lastResult: `answered ${response.status}`,
    };
  } catch (error) {
    return again(delivery, clock, `no answer (${causeOf(error)})`);
  }
}

function again(delivery: Delivery, clock: Clock, lastResult: string): Outcome {
  const attempts = delivery.attempts + 1;
  return { state: 'pending', attempts, dueAt: clock.now() + retryMs(attempts), lastResult };
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
