import { timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ApiError } from './api-error';
import { operations, type Behaviour, type Call, type Outcome } from './api-operations';
import { randomId, seconds, type Moment } from './decision';
import { refusedRequest, serverError, takeAnswerFault, tooManyRequests } from './faults';
import { parseForm } from './form-params';
import { fingerprintOf, storedAnswer, type KeyedRequest } from './idempotency';
import { API_VERSION } from './payment-resource';
import type { AnswerFault } from './records';
import { expireDueSessions } from './session-rules';
import type { PaymentStore } from './store';

export interface PaymentContext {
  readonly store: PaymentStore;
  readonly moment: () => Moment;
  /** Sends the webhooks that are due. */
  readonly wake: () => void;
  /** The payment page of a session is at this address, followed by its id. */
  readonly payUrl: string;
  readonly secretKey: string;
  readonly behaviour: Behaviour;
  readonly onError: (error: Error) => void;
}

interface ApiEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string };
}

type ApiContext = Context<ApiEnv>;

/** The part of Stripe's HTTP API that the shop uses; mounted at /v1. */
export function paymentApi(context: PaymentContext): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    c.set('requestId', randomId('req_'));
    authenticate(c.req.header('authorization'), context.secretKey);
    await next();
  });
  for (const { method, path, run, faults } of operations) {
    app.on(method, path, async (c) => {
      const id = c.req.param('id') ?? '';
      const form = method === 'GET' ? new URL(c.req.url).search : await c.req.text();
      const fault = faults === undefined ? null : takeAnswerFault(context.store, faults);
      const key = method === 'GET' ? undefined : c.req.header('idempotency-key');
      const request =
        key === undefined ? null : { key, endpoint: c.req.path, fingerprint: fingerprintOf(form) };
      return await answer(c, context, { request, fault, run: () => run(callOf(context, id, form)) });
    });
  }
  app.all('*', (c) => {
    throw new ApiError(404, `Unrecognized request URL (${c.req.method}: ${c.req.path}).`);
  });
  app.onError((error, c) => {
    if (error instanceof ApiError) return respond(c, bodyOf({ ok: false, error }, c.get('requestId')));
    context.onError(error);
    return respond(c, bodyOf({ ok: false, error: serverError() }, c.get('requestId')));
  });
  return app;
}

function callOf({ store, moment, payUrl, behaviour }: PaymentContext, id: string, form: string): Call {
  const now = moment();
  expireDueSessions(store, now);
  return { id, params: parseForm(form), store, moment: now, payUrl, behaviour };
}

/** Keys are sent as a bearer token or as the user name of basic authentication. */
function authenticate(header: string | undefined, secretKey: string): void {
  const [scheme = '', value = ''] = (header ?? '').split(' ', 2);
  const key =
    scheme.toLowerCase() === 'basic'
      ? (Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? '')
      : scheme.toLowerCase() === 'bearer'
        ? value
        : '';
  if (key === '') {
    throw new ApiError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  const [given, expected] = [Buffer.from(key), Buffer.from(secretKey)];
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new ApiError(401, `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`);
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Question {
  /** Null without an idempotency key. */
  readonly request: KeyedRequest | null;
  readonly fault: AnswerFault | null;
  readonly run: () => Outcome;
}

/** No answer is sent before its data is kept, because a crash could undo it. */
async function answer(c: ApiContext, context: PaymentContext, question: Question): Promise<Response> {
  const { request, fault } = question;
  if (fault === 'busy') throw tooManyRequests();
  if (fault === 'refused') throw refusedRequest();
  const perform = () => bodyOf(outcomeOf(question), c.get('requestId'));
  const answered = request === null ? perform() : answerOnce(c, context, request, fault, perform);
  await context.store.saved();
  context.wake();
  if (fault !== 'cut_after' && fault !== 'cut_and_forgotten') return respond(c, answered);
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

function outcomeOf({ fault, run }: Question): Outcome {
  if (fault === 'error_before') return { ok: false, error: serverError() };
  const outcome = run();
  return fault === 'error_after' ? { ok: false, error: serverError() } : outcome;
}

/**
 * Carries a request out once under its key. The first answer is stored, also a server error. Between looking the key
 * up and storing the answer nothing is awaited, so that only one of two equal requests acts.
 */
function answerOnce(
  c: ApiContext,
  { store, moment }: PaymentContext,
  request: KeyedRequest,
  fault: AnswerFault | null,
  perform: () => Answer,
): Answer {
  const now = moment();
  const { key, endpoint, fingerprint } = request;
  const kept = { id: key, created: seconds(now), endpoint, fingerprint };
  if (fault === 'other_form')
    store.apply({ answers: [{ ...kept, fingerprint: '', status: 200, body: '{}' }] });
  const earlier = storedAnswer(store, request, now.now);
  const answered = earlier ?? perform();
  if (earlier !== null) c.header('idempotent-replayed', 'true');
  else if (fault !== 'cut_and_forgotten') store.apply({ answers: [{ ...kept, ...answered }] });
  c.header('idempotency-key', key);
  return answered;
}

function bodyOf(outcome: Outcome, requestId: string): Answer {
  return outcome.ok
    ? { status: 200, body: JSON.stringify(outcome.body, null, 2) }
    : { status: outcome.error.status, body: JSON.stringify(outcome.error.body(requestId), null, 2) };
}

function respond(c: ApiContext, { status, body }: Answer): Response {
  return c.body(body, status as ContentfulStatusCode, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': c.get('requestId'),
    'stripe-version': c.req.header('stripe-version') ?? API_VERSION,
    // A repetition would get the same stored error.
    ...(status === 500 ? { 'stripe-should-retry': 'false' } : {}),
  });
}
