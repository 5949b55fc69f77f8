import { timingSafeEqual } from 'node:crypto';
import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ApiError } from './api-error';
import { operations, type Call, type Outcome } from './api-operations';
import { randomId, seconds, type Moment } from './decision';
import { parseForm } from './form-params';
import { fingerprintOf, storedAnswer } from './idempotency';
import { API_VERSION } from './payment-resource';
import type { PaymentStore } from './payment-store';
import { expireDueSessions, type WebhookAgenda } from './webhook-agenda';

export interface PaymentContext {
  readonly store: PaymentStore;
  readonly agenda: WebhookAgenda;
  readonly moment: () => Moment;
  readonly demoUrl: string;
  readonly secretKey: string;
  readonly onError: (error: Error) => void;
}

interface ApiEnv {
  Variables: { requestId: string };
}

/** The part of Stripe's HTTP API that a shop with hosted checkout uses; mounted at /v1. */
export function paymentApi(context: PaymentContext): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    c.set('requestId', randomId('req_'));
    authenticate(c.req.header('authorization'), context.secretKey);
    await next();
  });
  for (const [method, path, operation] of operations) {
    app.on(method, path, async (c) => {
      const id = c.req.param('id') ?? '';
      const form = method === 'GET' ? new URL(c.req.url).search : await c.req.text();
      const run = (): Outcome => operation(callOf(context, id, form));
      const key = c.req.header('idempotency-key');
      return method === 'GET' || key === undefined
        ? await answer(c, context, run)
        : await answerOnce(c, context, { key, endpoint: c.req.path, fingerprint: fingerprintOf(form) }, run);
    });
  }
  app.all('*', (c) => {
    throw new ApiError(404, `Unrecognized request URL (${c.req.method}: ${c.req.path}).`);
  });
  app.onError((error, c) => {
    const requestId = c.get('requestId');
    if (error instanceof ApiError) return respond(c, error.status, JSON.stringify(error.body(requestId)));
    context.onError(error);
    return respond(
      c,
      500,
      JSON.stringify({ error: { type: 'api_error', message: 'An unknown error occurred' } }),
    );
  });
  return app;
}

function callOf({ store, moment, demoUrl }: PaymentContext, id: string, form: string): Call {
  const now = moment();
  expireDueSessions(store, now);
  return { id, params: parseForm(form), store, moment: now, demoUrl };
}

/** Keys come as a bearer token or as the user name of basic authentication. */
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

type ApiContext = Context<ApiEnv>;

function bodyOf(outcome: Outcome, requestId: string): { status: number; body: string } {
  return outcome.ok
    ? { status: 200, body: JSON.stringify(outcome.body, null, 2) }
    : { status: outcome.error.status, body: JSON.stringify(outcome.error.body(requestId), null, 2) };
}

async function answer(c: ApiContext, context: PaymentContext, run: () => Outcome): Promise<Response> {
  const { status, body } = bodyOf(run(), c.get('requestId'));
  await settle(context);
  return respond(c, status, body);
}

/** From looking the key up to keeping the answer nothing is awaited, so that of two equal requests one acts. */
async function answerOnce(
  c: ApiContext,
  context: PaymentContext,
  request: { key: string; endpoint: string; fingerprint: string },
  run: () => Outcome,
): Promise<Response> {
  const now = context.moment();
  const earlier = storedAnswer(context.store, request, now.now);
  const { status, body } = earlier ?? bodyOf(run(), c.get('requestId'));
  if (earlier === null) {
    const { key, endpoint, fingerprint } = request;
    context.store.apply({
      answers: [{ id: key, created: seconds(now), endpoint, fingerprint, status, body }],
    });
  } else {
    c.header('idempotent-replayed', 'true');
  }
  c.header('idempotency-key', request.key);
  await settle(context);
  return respond(c, status, body);
}

/** Nothing is told that a crash could undo. */
async function settle({ store, agenda }: PaymentContext): Promise<void> {
  await store.saved();
  agenda.wake();
}

function respond(c: ApiContext, status: number, body: string): Response {
  return c.body(body, status as ContentfulStatusCode, {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': c.get('requestId'),
    'stripe-version': c.req.header('stripe-version') ?? API_VERSION,
  });
}
