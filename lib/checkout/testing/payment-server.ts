import { randomUUID } from 'node:crypto';
import { listed, missing, ok, refusal } from './payment-answers';
import {
  answerOnce,
  takeAnswerFault,
  takeIntentFault,
  type AnswerFault,
  type IntentFault,
  type StoredAnswers,
} from './payment-faults';
import { eventLog, newEvent, nowInSeconds, signEvent, type EventLog, type Notice } from './payment-events';
import { startIncidents, type Incidents } from './payment-incidents';
import {
  intentOf,
  intentResource,
  pageOf,
  refundResource,
  sessionResource,
  type Intent,
  type Resource,
  type Session,
  type StoredRefund,
} from './payment-resources';
import { listen, type WireAnswer, type WireRequest, type WireServer } from './wire';

/** A stand-in for the part of Stripe's protocol that the shop uses, with its idempotency keys. */
export interface PaymentServer extends WireServer {
  sessions: Map<string, Session>;
  /** By payment intent: what was set aside, taken or let go. */
  intents: Map<string, Intent>;
  /** By payment intent: how much was given back. */
  refunded: Map<string, number>;
  refunds: Map<string, StoredRefund>;
  /** Everything that happened, whether a webhook told of it or not, the oldest first. */
  events: EventLog;
  /** What happens to a payment after the purchase. */
  incidents: Incidents;
  /** Nobody answers. */
  away: boolean;
  /** So many milliseconds pass before every answer. */
  slowMilliseconds: number;
  /** Every request that came, with the moment (performance.now()). */
  requests: { method: string; path: string; at: number }[];
  /** How the next calls go that open a page. */
  openFaults: (AnswerFault | null)[];
  /** How the next refund calls go. */
  refundFaults: (AnswerFault | 'cut_after' | 'pending' | 'failed' | null)[];
  /** What is pending stays so. */
  pendingForever: boolean;
  /** How the next calls go that take what was set aside, and that let it go. */
  captureFaults: IntentFault[];
  voidFaults: IntentFault[];
  /** What else happens while a request is on its way. */
  meanwhile: ((request: WireRequest) => Promise<void>) | null;
  /** The longest page of a list. */
  mostPerPage: number;
  /** The customer pays; a cent more, or in another currency, when the test says so. */
  pay: (sessionId: string, differently?: { amount?: number; currency?: string }) => void;
  /** The webhook that tells of a session. Asked for again, it tells the same in an event of its own. */
  webhook: (sessionId: string) => Notice;
}

export async function startPaymentServer(): Promise<PaymentServer> {
  const answers: StoredAnswers = new Map();
  const events = eventLog();
  const intents: PaymentServer['intents'] = new Map();
  const refunds: PaymentServer['refunds'] = new Map();
  const refunded: PaymentServer['refunded'] = new Map();
  const wire = await listen(async (request) => {
    server.requests.push({ method: request.method, path: request.path, at: performance.now() });
    if (server.slowMilliseconds > 0) await new Promise((later) => setTimeout(later, server.slowMilliseconds));
    if (server.away) return 'cut';
    await server.meanwhile?.(request);
    const fault = takeIntentFault(server, request);
    const answer = answerOnce(answers, request, takeAnswerFault(server, request), () =>
      route(server, request, fault),
    );
    return fault === 'cut_after' ? 'cut' : answer;
  });
  const server: PaymentServer = {
    ...wire,
    sessions: new Map(),
    intents,
    refunded,
    refunds,
    events,
    incidents: startIncidents({ events, intents, refunds, refunded }),
    away: false,
    slowMilliseconds: 0,
    requests: [],
    openFaults: [],
    refundFaults: [],
    pendingForever: false,
    captureFaults: [],
    voidFaults: [],
    meanwhile: null,
    mostPerPage: 100,
    pay: (sessionId, differently = {}) => pay(server, sessionId, differently),
    webhook: (sessionId) => webhookOf(server, sessionId),
  };
  return server;
}

function route(server: PaymentServer, request: WireRequest, fault: IntentFault | undefined): WireAnswer {
  const { method, path, query } = request;
  const form = new URLSearchParams(request.body);
  const [, , kind, ...rest] = path.split('/');
  const [id, change] = rest;
  switch (kind ?? '') {
    case 'checkout':
      return sessionRoute(server, request, form);
    case 'payment_intents': {
      const intent = server.intents.get(id ?? '');
      if (intent === undefined) return missing('payment_intent');
      return method === 'POST' ? changeIntent(intent, change ?? '', form, fault) : ok(intentResource(intent));
    }
    case 'refunds':
      if (method === 'POST') return refund(server, form);
      return id === undefined ? listRefunds(server, query) : readRefund(server, id);
    case 'disputes':
    case 'radar':
      return server.incidents.read(rest.at(-1) ?? '');
    case 'events':
      return server.events.list(query, server.mostPerPage) ?? missing('event');
    default:
      return { status: 404, body: {} };
  }
}

function sessionRoute(server: PaymentServer, request: WireRequest, form: URLSearchParams): WireAnswer {
  const { method, path, query } = request;
  const id = path.split('/')[4];
  const asked = [...(method === 'GET' ? query : form)]
    .filter(([name]) => name.startsWith('expand'))
    .map(([, value]) => value);
  const view = (session: Session) => {
    const expand = asked.includes(id === undefined && method === 'GET' ? inList : expandable);
    return sessionResource(session, server.intents.get(intentOf(session.id)), expand);
  };
  if (id === undefined) {
    return method === 'POST'
      ? create(server, form, view)
      : listed(pageOf(server.sessions.values(), query, server.mostPerPage), view);
  }
  const session = server.sessions.get(id);
  if (session === undefined) return missing('checkout.session');
  if (method === 'GET') return ok(view(session));
  if (session.status !== 'open') return refusal('invalid_request_error', undefined, 'not open');
  session.status = 'expired';
  server.events.tell('checkout.session.expired', told(server, session));
  return ok(view(session));
}

/** What Stripe charges at least in EUR. */
const smallestCents = 50;
const expandable = 'payment_intent';
const inList = `data.${expandable}`;

function create(
  server: PaymentServer,
  form: URLSearchParams,
  view: (session: Session) => object,
): WireAnswer {
  let amount = 0;
  const names: string[] = [];
  for (let line = 0; form.has(`line_items[${line}][quantity]`); line += 1) {
    amount +=
      Number(form.get(`line_items[${line}][quantity]`)) *
      Number(form.get(`line_items[${line}][price_data][unit_amount]`));
    names.push(form.get(`line_items[${line}][price_data][product_data][name]`) ?? '');
  }
  const expiresAt = Number(form.get('expires_at'));
  if (expiresAt < Date.now() / 1000 + 30 * 60) {
    return refusal('invalid_request_error', undefined, 'expires_at is too early');
  }
  if (amount < smallestCents) return refusal('invalid_request_error', 'amount_too_small', 'too small');
  if (form.get('customer_email')?.endsWith('@refused.example') === true)
    return refusal('invalid_request_error', 'email_invalid', 'not an e-mail address');
  const session: Session = {
    id: `cs_${randomUUID()}`,
    created: nowInSeconds(),
    status: 'open',
    amount,
    currency: form.get('line_items[0][price_data][currency]') ?? '',
    email: form.get('customer_email'),
    locale: form.get('locale'),
    reference: form.get('client_reference_id'),
    expiresAt,
    capture: form.get('payment_intent_data[capture_method]') === 'manual' ? 'manual' : 'automatic',
    names,
  };
  server.sessions.set(session.id, session);
  return ok(view(session));
}

function pay(
  server: PaymentServer,
  sessionId: string,
  differently: { amount?: number; currency?: string },
): void {
  const session = server.sessions.get(sessionId);
  if (session?.status !== 'open') throw new Error('this page can not be paid on');
  Object.assign(session, { status: 'complete', ...differently });
  const { amount, currency, capture } = session;
  const taken = capture === 'automatic';
  server.intents.set(intentOf(sessionId), {
    id: intentOf(sessionId),
    created: nowInSeconds(),
    amount,
    currency,
    received: taken ? amount : 0,
    status: taken ? 'succeeded' : 'requires_capture',
  });
  server.events.tell('checkout.session.completed', told(server, session));
}

/** The session as events carry it: nothing is expanded. */
const told = (server: PaymentServer, session: Session): Resource =>
  sessionResource(session, server.intents.get(intentOf(session.id)), false);

/** Takes what was set aside, or lets it go; both only once, and only one of both. */
function changeIntent(
  intent: Intent,
  change: string,
  form: URLSearchParams,
  fault: IntentFault | undefined,
): WireAnswer {
  if (intent.status !== 'requires_capture') {
    return refusal('invalid_request_error', 'payment_intent_unexpected_state', `it is ${intent.status}`);
  }
  if (fault === 'failed') {
    const code = 'capture_charge_authorization_expired';
    return refusal('invalid_request_error', code, 'the bank says no');
  }
  if (change === 'cancel') {
    intent.status = 'canceled';
    return ok(intentResource(intent));
  }
  const amount = Number(form.get('amount_to_capture') ?? intent.amount);
  if (amount > intent.amount) return refusal('invalid_request_error', 'amount_too_large', 'too much');
  Object.assign(intent, { status: 'succeeded', received: amount });
  return ok(intentResource(intent));
}

function refund(server: PaymentServer, form: URLSearchParams): WireAnswer {
  const intent = server.intents.get(form.get('payment_intent') ?? '');
  if (intent === undefined) return missing('payment_intent');
  if (intent.status !== 'succeeded') {
    return refusal('invalid_request_error', undefined, 'it has no successful charge to refund');
  }
  const fault = server.refundFaults.shift();
  const amount = Number(form.get('amount'));
  const { id, currency } = intent;
  const stored = { id: `re_${randomUUID()}`, created: nowInSeconds(), intent: id, amount, currency };
  if (fault === 'failed') return keep(server, { ...stored, status: 'failed' });
  const before = server.refunded.get(id) ?? 0;
  if (before >= intent.received) {
    return refusal('invalid_request_error', 'charge_already_refunded', 'already refunded');
  }
  if (before + amount > intent.received) {
    return refusal('invalid_request_error', undefined, 'more than the unrefunded amount');
  }
  server.refunded.set(id, before + amount);
  const answer = keep(server, { ...stored, status: fault === 'pending' ? 'pending' : 'succeeded' });
  return fault === 'cut_after' ? 'cut' : answer;
}

function keep(server: PaymentServer, stored: StoredRefund): WireAnswer {
  server.refunds.set(stored.id, stored);
  server.incidents.tellOfRefund(stored, 'created');
  return ok(refundResource(stored));
}

function listRefunds(server: PaymentServer, query: URLSearchParams): WireAnswer {
  const intent = query.get('payment_intent');
  const wanted = [...server.refunds.values()].filter((one) => intent === null || one.intent === intent);
  return listed(pageOf(wanted, query, server.mostPerPage), refundResource);
}

/** What is pending is done by the time that somebody asks again. */
function readRefund(server: PaymentServer, id: string): WireAnswer {
  const found = server.refunds.get(id);
  if (found === undefined) return missing('refund');
  if (found.status === 'pending' && !server.pendingForever) {
    found.status = 'succeeded';
    server.incidents.tellOfRefund(found, 'updated');
  }
  return ok(refundResource(found));
}

function webhookOf(server: PaymentServer, sessionId: string): Notice {
  const session = server.sessions.get(sessionId);
  if (session === undefined) throw new Error('no such session');
  const type = 'checkout.session.completed';
  const object = told(server, session);
  // Of a page that was not paid there is no event: this webhook says what is not true.
  return session.status === 'complete'
    ? server.events.nextWebhook(type, object)
    : signEvent(newEvent(type, object));
}
