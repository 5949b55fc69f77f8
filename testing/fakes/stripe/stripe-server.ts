import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { systemClock, type Clock } from '../clock';
import type { WebhookEndpoint } from './api-operations';
import { paymentApi } from './api-routes';
import { refundedBy } from './api-views';
import { randomId, type DeliveryPlan, type Moment } from './decision';
import { newEvent, signEvent, webhookSecret, type Notice } from './events';
import { planOf } from './faults';
import { incidentsOf, type Incidents } from './incidents';
import type {
  CheckoutSession,
  EventObject,
  Fault,
  PaymentIntent,
  Payout,
  ProviderEvent,
  Refund,
} from './records';
import { payOutAll } from './payout-rules';
import { checkoutSessionResource } from './session-resource';
import { failPayment, pay, type Checkout } from './session-rules';
import { emptyMaps, memoryStore, type PaymentMaps } from './store';
import { createWebhookAgenda } from './webhook-agenda';

/** The secret key that a test's provider accepts. */
export const secretKey = 'sk_test_of_the_fake';

/** A request as it was received. `sent`: the parameters of its query or of its form. */
export interface StripeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  sent: Record<string, string>;
  headers: IncomingMessage['headers'];
}

/** An answer that a test gives instead of the provider. `none`: the connection stays open without an answer. */
export type StripeAnswer = { status: number; body: object; headers?: Record<string, string> } | 'none';

/** A test may change what the provider keeps: every other part only reads it. */
type Writable<Item> = { -readonly [Member in keyof Item]: Item[Member] };

/**
 * Stripe on loopback, as far as the shop uses it, with its idempotency keys, and with every fault that a test wants.
 * Amounts are in cents, times in seconds since 1970.
 */
export interface StripeServer {
  url: string;
  sessions: Map<string, Writable<CheckoutSession>>;
  /** What was authorized, captured or voided. */
  intents: Map<string, Writable<PaymentIntent>>;
  refunds: Map<string, Writable<Refund>>;
  payouts: Map<string, Writable<Payout>>;
  /** Everything that is in no payout yet is paid out, and arrives today (UTC); a test may change the payout. */
  payOut: () => Writable<Payout>;
  /** By payment intent: how much was refunded. */
  readonly refunded: ReadonlyMap<string, number>;
  events: {
    /** Every event, whether a webhook reported it or not, oldest first. */
    readonly all: Writable<ProviderEvent>[];
    tell: (type: string, object: EventObject) => ProviderEvent;
  };
  /** Creates incidents of a payment after the purchase. */
  incidents: Incidents;
  /** While true the server is unreachable. */
  unavailable: boolean;
  /** The delay of every response in milliseconds. */
  slowMilliseconds: number;
  /** Every request. */
  requests: StripeRequest[];
  /** The answers to the next requests, which the provider does not get then. */
  answers: StripeAnswer[];
  /** The faults of the next calls that open a page, refund, capture, and void; null: no fault. */
  readonly openFaults: (Fault | null)[];
  readonly refundFaults: (Fault | null)[];
  readonly captureFaults: (Fault | null)[];
  readonly voidFaults: (Fault | null)[];
  /** While true a pending refund stays pending. */
  pendingForever: boolean;
  /** While true disputes and warnings can't be read: 500. */
  unreadableIncidents: boolean;
  paysOutDaily: boolean;
  /** Where its webhooks go, as it tells; the first one is `webhookUrl`. */
  webhookEndpoints: WebhookEndpoint[];
  /** Runs while a request is on its way. */
  meanwhile: ((request: StripeRequest) => Promise<void>) | null;
  /** The maximum length of a page of a list. */
  mostPerPage: number;
  /** The customer pays; another amount or currency, or another time of the webhook, if the test says so. */
  pay: (
    sessionId: string,
    differently?: { amount?: number; currency?: string; webhook?: DeliveryPlan },
  ) => void;
  /** The bank declines the card. */
  decline: (sessionId: string) => void;
  /** The payment intent of a session that the customer has tried to pay. */
  intentOf: (sessionId: string) => string;
  /**
   * The webhook of the event that the session is paid, if it was not requested yet; otherwise of a new event. Before
   * the payment it is a false one.
   */
  webhook: (sessionId: string) => Notice;
  close: () => Promise<void>;
}

export interface StripeServerOptions {
  clock?: Clock;
  /** Where webhooks are sent. Without it the test delivers them. */
  webhookUrl?: string;
}

/** Starts a provider without payments. */
export async function startStripe(options: StripeServerOptions = {}): Promise<StripeServer> {
  const { clock = systemClock, webhookUrl } = options;
  const maps = emptyMaps();
  const store = memoryStore(maps);
  const moment = () => ({ now: clock.now(), newId: randomId });
  const agenda =
    webhookUrl === undefined
      ? null
      : createWebhookAgenda({ store, clock, moment, url: webhookUrl, secret: webhookSecret, onError });
  const wake = () => agenda?.wake();
  const apply: Apply = (decision) => {
    if (!decision.ok) throw decision.error;
    store.apply(decision.change);
    wake();
    return { value: decision.value, events: decision.change.events ?? [] };
  };
  const http = await listen((incoming, outgoing) => answer(server, app.fetch, incoming, outgoing));
  const server: StripeServer = {
    ...customerOf(maps, moment, apply),
    url: http.url,
    sessions: maps.sessions,
    intents: maps.intents,
    refunds: maps.refunds,
    payouts: maps.payouts,
    payOut: () => payOutAll(store, moment()),
    get refunded() {
      return refundedBy(maps);
    },
    events: {
      get all() {
        return [...maps.events.values()];
      },
      tell: (type, object) => tell(maps, type, object),
    },
    incidents: incidentsOf(store, moment, apply),
    unavailable: false,
    pendingForever: false,
    unreadableIncidents: false,
    paysOutDaily: false,
    webhookEndpoints: webhookUrl === undefined ? [] : [{ url: webhookUrl, status: 'enabled', events: ['*'] }],
    slowMilliseconds: 0,
    mostPerPage: 100,
    requests: [],
    answers: [],
    meanwhile: null,
    openFaults: planOf(maps, 'open'),
    refundFaults: planOf(maps, 'refund'),
    captureFaults: planOf(maps, 'capture'),
    voidFaults: planOf(maps, 'cancel'),
    close: async () => {
      await agenda?.stop();
      await http.close();
    },
  };
  const context = { store, moment, wake, secretKey, onError };
  const api = paymentApi({ ...context, payUrl: 'https://pay.example', behaviour: server });
  const app = new Hono().route('/v1', api);
  return server;
}

function onError(error: Error): never {
  throw error;
}

type Apply = Parameters<typeof incidentsOf>[2];

function customerOf(
  maps: PaymentMaps,
  moment: () => Moment,
  apply: Apply,
): Pick<StripeServer, 'pay' | 'decline' | 'intentOf' | 'webhook'> {
  const sent = new Set<string>();
  return {
    pay: (sessionId, { amount, currency, webhook = 'normal' } = {}) => {
      const { session, intent } = checkoutOf(maps, sessionId);
      const charged = { amountTotal: amount ?? session.amountTotal, currency: currency ?? session.currency };
      apply(pay({ session: { ...session, ...charged }, intent }, webhook, moment()));
    },
    decline: (sessionId) => {
      apply(failPayment(checkoutOf(maps, sessionId), 'card_declined', moment()));
    },
    intentOf: (sessionId) => {
      const { intent } = checkoutOf(maps, sessionId);
      if (intent === null) throw new Error('The customer has not tried to pay.');
      return intent.id;
    },
    webhook: (sessionId) => {
      const checkout = checkoutOf(maps, sessionId);
      const type = 'checkout.session.completed';
      const object = checkoutSessionResource(checkout);
      if (checkout.session.status !== 'complete') return signEvent(newEvent(type, object));
      const event =
        [...maps.events.values()].find(
          (one) => one.type === type && one.object.id === sessionId && !sent.has(one.id),
        ) ?? tell(maps, type, object);
      sent.add(event.id);
      return signEvent(event);
    },
  };
}

function checkoutOf({ sessions, intents }: PaymentMaps, sessionId: string): Checkout {
  const session = sessions.get(sessionId);
  if (session === undefined) throw new Error('There is no such session.');
  return { session, intent: intents.get(session.intentId ?? '') ?? null };
}

function tell({ events }: PaymentMaps, type: string, object: EventObject): ProviderEvent {
  const event = newEvent(type, object);
  events.set(event.id, event);
  return event;
}

async function answer(
  server: StripeServer,
  fetch: Hono['fetch'],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers } = incoming;
  const url = new URL(incoming.url ?? '/', server.url);
  const body = await text(incoming);
  const sent = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]);
  const request = {
    method,
    path: url.pathname,
    query: url.searchParams,
    sent,
    headers,
  };
  server.requests.push(request);
  if (server.slowMilliseconds > 0) await new Promise((later) => setTimeout(later, server.slowMilliseconds));
  if (server.unavailable) {
    incoming.socket.destroy();
    return;
  }
  await server.meanwhile?.(request);
  const given = server.answers.shift();
  if (given === 'none') return;
  if (given !== undefined) {
    outgoing.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
    outgoing.end(JSON.stringify(given.body));
    return;
  }
  const asked = new Request(url, {
    method,
    headers: headersOf(incoming),
    body: method === 'GET' ? null : body,
  });
  const response = await fetch(asked, { incoming, outgoing });
  if (incoming.socket.destroyed) return;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

async function listen(
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      outgoing.writeHead(500).end(String(error));
    });
  });
  // The client ends idle connections. If the server did, too, a request could be lost on a slow machine.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
