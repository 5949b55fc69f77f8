import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  listOf,
  ok,
  refundOf,
  refusal,
  startScriptedStripe,
  type ScriptedStripe,
} from '@/testing/payment/scripted-stripe';
import type { StripeAnswer } from '@/testing/fakes/stripe/stripe-server';

let stripe: ScriptedStripe;
beforeAll(async () => {
  stripe = await startScriptedStripe();
});
afterAll(() => stripe.close());
beforeEach(() => stripe.reset());

const invalid = 'StripeInvalidRequestError';
const server = 'StripeAPIError';
/** The stored answer under the key of the request. */
const replayed = (answer: Exclude<StripeAnswer, 'none'>): StripeAnswer => ({
  ...answer,
  headers: { 'idempotent-replayed': 'true' },
});

describe('an error of the provider says whether to ask again, and whether the key is used up', () => {
  it.each([
    [refusal('invalid_request_error', 'amount_too_small'), `${invalid} amount_too_small 400`, false, false],
    [refusal('invalid_request_error'), `${invalid} 400`, false, false],
    [refusal('idempotency_error'), 'StripeIdempotencyError 400', true, true],
    [refusal('idempotency_error', undefined, 409), `${server} 409`, true, false],
    [refusal('rate_limit_error', 'rate_limit', 429), 'StripeRateLimitError rate_limit 429', true, false],
    [refusal('authentication_error', undefined, 401), 'StripeAuthenticationError 401', true, false],
    [refusal('api_error', undefined, 499), `${server} 499`, true, false],
    [refusal('api_error', undefined, 500), `${server} 500`, true, false],
    [refusal('api_error', undefined, 503), `${server} 503`, true, false],
    [replayed(refusal('api_error', undefined, 500)), `${server} 500`, true, true],
    [replayed(refusal('invalid_request_error')), `${invalid} 400`, false, false],
  ] as const)('%j', async (answer, what, retry, idempotencyKeySpent) => {
    stripe.answers.push(answer);
    const error: unknown = await stripe
      .payments()
      .getRefund('re_1')
      .catch((caught: unknown) => caught);
    const code = what.split(' ').find((word) => word.includes('_')) ?? null;
    expect(error).toMatchObject({
      message: `the payment provider answered: ${what}`,
      retry,
      idempotencyKeySpent,
      code,
    });
    expect(error).toHaveProperty('cause.type', what.split(' ')[0]);
  });

  it('also without any answer', async () => {
    stripe.answers.push('none');
    const impatient = stripe.payments({ timeoutMilliseconds: 50 });
    await expect(impatient.getRefund('re_1')).rejects.toMatchObject({
      name: 'PaymentError',
      message: 'the payment provider answered: StripeConnectionError',
      retry: true,
      idempotencyKeySpent: false,
      code: null,
    });
  });
});

describe('a list', () => {
  const since = new Date('2027-05-04T12:00:00.999Z');
  const ids = async (list: AsyncIterable<{ id: string }>) => {
    const found: string[] = [];
    for await (const { id } of list) found.push(id);
    return found;
  };
  const refunds = () => ids(stripe.payments().listRefunds(since, since));

  it('is read in pages', async () => {
    stripe.answers.push(
      listOf([refundOf({ id: 're_3' }), refundOf({ id: 're_2' })], true),
      listOf([refundOf({ id: 're_1' })]),
    );
    expect(await refunds()).toEqual(['re_3', 're_2', 're_1']);
    expect(stripe.requests.map(({ sent }) => sent['starting_after'])).toEqual([undefined, 're_2']);
  });

  it('with a page that can not be read is an error of the provider', async () => {
    stripe.answers.push(listOf([refundOf()], true), refusal('api_error', undefined, 503));
    await expect(refunds()).rejects.toMatchObject({
      name: 'PaymentError',
      retry: true,
      idempotencyKeySpent: false,
    });
  });

  it('leaves out items that are not events', async () => {
    const event = { id: 'evt_1', type: 'refund.failed', created: 1809000000, data: { object: refundOf() } };
    stripe.answers.push(listOf([{ ...event, data: null }, event]));
    expect(await ids(stripe.payments().listEvents(since))).toEqual(['evt_1']);
  });
});

describe('the connection to the provider', () => {
  it('sends no telemetry about earlier requests', async () => {
    const headers = { 'request-id': 'req_1' };
    const payments = stripe.payments();
    for (const id of ['re_1', 're_2']) {
      stripe.answers.push({ status: 200, body: refundOf({ id }), headers });
      await payments.getRefund(id);
    }
    for (const request of stripe.requests)
      expect(request.headers).not.toHaveProperty('x-stripe-client-telemetry');
  });

  // No server listens on this address of the loopback network.
  it.each([
    ['http://127.8.9.10', 80],
    ['https://127.8.9.10', 443],
    ['https://127.8.9.10:8443', 8443],
  ])('goes to %s at the port %i', async (url, port) => {
    const error: unknown = await stripe
      .payments({ url: new URL(url) })
      .getRefund('re_1')
      .catch((caught: unknown) => caught);
    expect(error).toHaveProperty('cause.detail.port', port);
    expect(error).toHaveProperty('cause.detail.address', '127.8.9.10');
  });

  it('is encrypted unless the address says otherwise', async () => {
    const url = new URL(stripe.url);
    url.protocol = 'https:';
    await expect(stripe.payments({ url }).getRefund('re_1')).rejects.toMatchObject({ retry: true });
    expect(stripe.requests).toEqual([]);
  });

  it('has the given time limit', async () => {
    stripe.answers.push(ok(refundOf()));
    expect(await stripe.payments({ timeoutMilliseconds: 2_000 }).getRefund('re_1')).toEqual({
      id: 're_1',
      status: 'done',
    });
  });
});
