import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payments } from './payment';
import { stripePayments, type StripeOptions } from './stripe-payments';

/** A request as it came. `sent`: the parameters of its query or of its form. */
export interface StripeRequest {
  method: string;
  path: string;
  sent: Record<string, string>;
  headers: IncomingMessage['headers'];
}

/** `none`: the connection stays open, and nothing is answered. */
export type StripeAnswer = { status: number; body: object; headers?: Record<string, string> } | 'none';

/** A server on loopback that answers exactly what a test says, in the order in which it says it. */
export interface StripeServer {
  url: URL;
  requests: StripeRequest[];
  /** What the next requests are answered. A request without an answer of its own gets a 501. */
  answers: StripeAnswer[];
  /** The module under test, which asks this server. */
  payments: (options?: Partial<StripeOptions>) => Payments;
  reset: () => void;
  close: () => Promise<void>;
}

export const webhookSecret = 'whsec_test';

export async function startStripe(): Promise<StripeServer> {
  const requests: StripeRequest[] = [];
  const answers: StripeAnswer[] = [];
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(await readRequest(incoming));
    const answer = answers.shift() ?? refusal('api_error', 'not_scripted', 501);
    if (answer === 'none') return;
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  };
  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    url,
    requests,
    answers,
    payments: (options = {}) =>
      stripePayments({
        ...{ secretKey: 'sk_test_1', webhookSecret, url, requestsPerSecond: 10_000, repetitions: 0 },
        ...options,
      }),
    reset: () => {
      requests.length = 0;
      answers.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<StripeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  const { method = 'GET', headers } = incoming;
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  return { method, path: pathname, sent: Object.fromEntries([...searchParams, ...form]), headers };
}

export const ok = (body: object): StripeAnswer => ({ status: 200, body });

export const listOf = (data: readonly object[], hasMore = false): StripeAnswer =>
  ok({ object: 'list', data, has_more: hasMore });

/** An error in Stripe's words (https://docs.stripe.com/api/errors). */
export function refusal(type: string, code?: string, status = 400): StripeAnswer {
  return { status, body: { error: { type, message: 'no', ...(code === undefined ? {} : { code }) } } };
}

/** A payment page in Stripe's words: paid, unless the test says otherwise. */
export const sessionOf = (differences: object = {}): object => ({
  id: 'cs_1',
  object: 'checkout.session',
  mode: 'payment',
  created: 1809000000,
  status: 'complete',
  client_reference_id: 'c-1',
  customer_email: 'ada@example.org',
  locale: 'fr',
  url: null,
  payment_intent: intentOf(),
  ...differences,
});

export const intentOf = (differences: object = {}): object => ({
  id: 'pi_1',
  object: 'payment_intent',
  currency: 'eur',
  status: 'succeeded',
  amount: 3600,
  amount_capturable: 0,
  amount_received: 3600,
  ...differences,
});

export const refundOf = (differences: object = {}): object => ({
  id: 're_1',
  object: 'refund',
  created: 1809000000,
  payment_intent: 'pi_1',
  amount: 3600,
  currency: 'eur',
  status: 'succeeded',
  ...differences,
});
