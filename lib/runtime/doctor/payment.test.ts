import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '@/lib/doctor/check';
import { handledTypes } from '@/lib/payment/stripe-event';
import { manualClock } from '@/testing/fakes/clock';
import { secretKey, startStripe, type StripeServer } from '@/testing/fakes/stripe/stripe-server';
import { basket, stripeClient } from '@/testing/fakes/stripe/test-stripe';
import { listenHttp } from '@/testing/listen-http';
import { selfSigned } from '@/testing/self-signed';
import { lookAtPayment } from './payment';

const storefrontUrl = 'https://tickets.example';
const address = `${storefrontUrl}/api/webhooks/payment`;
let stripe: StripeServer;

beforeAll(async () => {
  stripe = await startStripe();
  stripe.webhookEndpoints = [{ url: address, status: 'enabled', events: ['*'] }];
});
afterAll(() => stripe.close());

const look = (differently: { secretKey?: string; url?: string } = {}) => {
  const payment = { secretKey, url: stripe.url, ...differently };
  return lookAtPayment({ payment, storefrontUrl });
};

const found = (state: Finding['state']) => (sentence: RegExp) => ({
  state,
  sentence: expect.stringMatching(sentence) as string,
});
const [ok, warning, wrong] = [found('ok'), found('warning'), found('wrong')];

describe('the payment provider', () => {
  it('has what the shop needs', async () => {
    expect(await look()).toEqual([
      warning(/accepted, and it is a test key: nobody is charged\. Replace it/),
      ok(/^Webhooks come to .*\/api\/webhooks\/payment\.$/),
      ok(/^The clock of/),
    ]);
  });

  const rest = handledTypes.slice(1);

  it.each([
    ['none', [], /has no webhook endpoint with the address .*PAYMENT_WEBHOOK_SECRET/],
    [
      'another',
      [{ url: 'https://other.example/', status: 'enabled', events: ['*'] }],
      /has no webhook endpoint/,
    ],
    ['a disabled one', [{ url: null, status: 'disabled', events: ['*'] }], /is disabled: enable it/],
    [
      'one without an event',
      [{ url: null, status: 'enabled', events: rest }],
      /add checkout\.session\.completed\.$/,
    ],
  ] as const)('has %s of the webhook endpoints', async (_name, endpoints, sentence) => {
    const before = stripe.webhookEndpoints;
    stripe.webhookEndpoints = endpoints.map((one) => ({ ...one, url: one.url ?? address }));
    expect(await look()).toContainEqual(wrong(sentence));
    stripe.webhookEndpoints = before;
  });

  it('has webhooks that the shop refused for their signature', async () => {
    const clock = manualClock(Date.now() - 600_000);
    // As the shop answers with another PAYMENT_WEBHOOK_SECRET.
    const shop = await listenHttp((_request, response) => response.writeHead(400).end());
    const other = await startStripe({ clock, webhookUrl: shop.url });
    other.webhookEndpoints = [{ url: address, status: 'enabled', events: ['*'] }];
    const client = stripeClient(Number(new URL(other.url).port));
    const buy = async () => other.pay((await client.checkout.sessions.create(basket)).id);
    await buy();
    await buy();
    const refused = warning(/^2 of the webhooks since 2\S+Z were not accepted: PAYMENT_WEBHOOK_SECRET/);
    expect(await look({ url: other.url })).toContainEqual(refused);
    // Those of the last minute may be on their way.
    clock.advance(600_000);
    await buy();
    expect(await look({ url: other.url })).toContainEqual(refused);
    await other.close();
    await shop.close();
  });

  it('refuses the key, which is not repeated', async () => {
    const all = await look({ secretKey: 'sk_live_another_key' });
    expect(all).toContainEqual(wrong(/refuses PAYMENT_SECRET_KEY/));
    expect(JSON.stringify(all)).not.toContain('another_key');
  });

  it('lets the key not read its webhook endpoints and events', async () => {
    const refusal = { status: 403, body: { error: { type: 'invalid_request_error', message: 'rights' } } };
    const list = { status: 200, body: { object: 'list', data: [], has_more: false, url: '/v1' } };
    stripe.answers.push(list, refusal, refusal);
    const all = await look();
    expect(all).toContainEqual(warning(/may not read webhook endpoints: see yourself/));
    expect(all).toContainEqual(warning(/may not read events: let it/));
  });

  it('is away, or has a wrong clock', async () => {
    stripe.unavailable = true;
    const away = await look();
    stripe.unavailable = false;
    const other = await listenHttp((_request, response) => response.writeHead(404).end('Not found'));
    expect(away).toContainEqual(wrong(/\(PAYMENT_URL\) broke the connection/));
    expect(await look({ url: other.url })).toContainEqual(wrong(/does not answer as a payment provider/));
    await other.close();
    const server = await listenHttp((_request, response) => response.end(), await selfSigned());
    const untrusted = await look({ url: server.url });
    await server.close();
    expect(untrusted).toEqual([wrong(/\(PAYMENT_URL\) has a certificate that is not trusted here/)]);
    const headers = { date: new Date(Date.now() + 600_000).toUTCString() };
    const body = { object: 'list', data: [], has_more: false, url: '/v1' };
    stripe.answers.push({ status: 200, body, headers });
    expect(await look()).toContainEqual(wrong(/seconds ahead of/));
  });
});
