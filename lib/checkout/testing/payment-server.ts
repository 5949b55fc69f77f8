import { createHmac, randomUUID } from 'node:crypto';
import { listen, type WireAnswer, type WireRequest, type WireServer } from './wire';

interface Session {
  id: string;
  status: 'open' | 'complete' | 'expired';
  amount: number;
  currency: string;
  email: string | null;
  locale: string | null;
  reference: string | null;
  expiresAt: number;
}

/** A stand-in for the part of Stripe's protocol that the shop uses, with its idempotency keys. */
export interface PaymentServer extends WireServer {
  sessions: Map<string, Session>;
  /** By payment intent: how much was given back. */
  refunded: Map<string, number>;
  /** Nobody answers. */
  away: boolean;
  /** How the next refund calls go. */
  refundFaults: ('cut_after' | 'pending' | 'failed')[];
  /** The customer pays; a cent more, or in another currency, when the test says so. */
  pay: (sessionId: string, differently?: { amount?: number; currency?: string }) => void;
  /** The body and the header of the webhook that tells of a session. */
  webhook: (sessionId: string) => { body: string; signature: string };
}

export const webhookSecret = 'whsec_testing_testing';

export async function startPaymentServer(): Promise<PaymentServer> {
  const answers = new Map<string, { form: string; answer: WireAnswer }>();
  const wire = await listen((request) => {
    if (server.away) return 'cut';
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || request.method !== 'POST') return route(server, request);
    const earlier = answers.get(key);
    if (earlier !== undefined) {
      return earlier.form === request.body
        ? earlier.answer
        : refusal('idempotency_error', 'idempotency_key_in_use', 'another body under the same key');
    }
    const answer = route(server, request);
    // A cut connection: carried out, and the answer lost.
    if (answer !== 'cut') answers.set(key, { form: request.body, answer });
    return answer;
  });
  const server: PaymentServer = {
    ...wire,
    sessions: new Map(),
    refunded: new Map(),
    away: false,
    refundFaults: [],
    pay: (sessionId, differently = {}) => {
      const session = server.sessions.get(sessionId);
      if (session?.status !== 'open') throw new Error('this page can not be paid on');
      Object.assign(session, { status: 'complete', ...differently });
    },
    webhook: (sessionId) => signed(server, sessionId),
  };
  return server;
}

function route(server: PaymentServer, request: WireRequest): WireAnswer {
  const { method, path } = request;
  const form = new URLSearchParams(request.body);
  const [, , kind, ...rest] = path.split('/');
  if (kind === 'checkout') {
    const id = rest[1];
    if (id === undefined) return create(server, form);
    const session = server.sessions.get(id);
    if (session === undefined)
      return refusal('invalid_request_error', 'resource_missing', 'no such session', 404);
    if (method === 'GET') return { status: 200, body: resource(session) };
    if (session.status !== 'open') return refusal('invalid_request_error', undefined, 'not open');
    session.status = 'expired';
    return { status: 200, body: resource(session) };
  }
  if (kind === 'refunds')
    return method === 'POST' ? refund(server, form) : refundAnswer(rest[0] ?? '', 'succeeded');
  return { status: 404, body: {} };
}

function create(server: PaymentServer, form: URLSearchParams): WireAnswer {
  let amount = 0;
  for (let line = 0; form.has(`line_items[${line}][quantity]`); line += 1) {
    amount +=
      Number(form.get(`line_items[${line}][quantity]`)) *
      Number(form.get(`line_items[${line}][price_data][unit_amount]`));
  }
  const expiresAt = Number(form.get('expires_at'));
  if (expiresAt < Date.now() / 1000 + 30 * 60) {
    return refusal('invalid_request_error', undefined, 'expires_at is too early');
  }
  const session: Session = {
    id: `cs_${randomUUID()}`,
    status: 'open',
    amount,
    currency: form.get('line_items[0][price_data][currency]') ?? '',
    email: form.get('customer_email'),
    locale: form.get('locale'),
    reference: form.get('client_reference_id'),
    expiresAt,
  };
  server.sessions.set(session.id, session);
  return { status: 200, body: resource(session) };
}

function resource(session: Session): object {
  return {
    id: session.id,
    object: 'checkout.session',
    status: session.status,
    payment_status: session.status === 'complete' ? 'paid' : 'unpaid',
    amount_total: session.amount,
    currency: session.currency,
    client_reference_id: session.reference,
    customer_email: session.email,
    locale: session.locale,
    payment_intent: session.status === 'complete' ? `pi_${session.id}` : null,
    url: session.status === 'open' ? `https://pay.example/${session.id}` : null,
  };
}

function refund(server: PaymentServer, form: URLSearchParams): WireAnswer {
  const intent = form.get('payment_intent') ?? '';
  const fault = server.refundFaults.shift();
  if (fault === 'failed') return refundAnswer(`re_${intent}`, 'failed');
  if (server.refunded.has(intent)) {
    return refusal('invalid_request_error', 'charge_already_refunded', 'already refunded');
  }
  server.refunded.set(intent, Number(form.get('amount')));
  if (fault === 'cut_after') return 'cut';
  return refundAnswer(`re_${intent}`, fault === 'pending' ? 'pending' : 'succeeded');
}

function refundAnswer(id: string, status: string): WireAnswer {
  return { status: 200, body: { id, object: 'refund', status } };
}

function refusal(type: string, code: string | undefined, message: string, status = 400): WireAnswer {
  return { status, body: { error: { type, message, ...(code === undefined ? {} : { code }) } } };
}

function signed(server: PaymentServer, sessionId: string): { body: string; signature: string } {
  const session = server.sessions.get(sessionId);
  if (session === undefined) throw new Error('no such session');
  const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'checkout.session.completed' };
  const body = JSON.stringify({ ...event, data: { object: resource(session) } });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex');
  return { body, signature: `t=${time},v1=${signature}` };
}
