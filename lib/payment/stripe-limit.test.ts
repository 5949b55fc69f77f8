import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitedHttpClient } from './stripe-limit';
import {
  ok,
  refundOf,
  refusal,
  startScriptedStripe,
  type ScriptedStripe,
} from '@/testing/payment/scripted-stripe';

/** The times in milliseconds at which requests were sent. Fake time: it passes only when a test says so. */
let sent: number[];
/** The responses to the next requests; 200 if there is none. */
let responses: { status: number; headers?: Record<string, string> }[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  [sent, responses] = [[], []];
});
afterEach(() => vi.useRealTimers());

function limited(requestsPerSecond: number): () => Promise<number> {
  const began = performance.now();
  const fetched = (): Promise<Response> => {
    sent.push(performance.now() - began);
    const { status, headers } = responses.shift() ?? { status: 200 };
    return Promise.resolve(new Response('{}', { status, ...(headers && { headers }) }));
  };
  const client = limitedHttpClient(Stripe.createFetchHttpClient(fetched), requestsPerSecond);
  return async () => {
    const response = await client.makeRequest(
      'stripe.example',
      '443',
      '/v1/refunds',
      'GET',
      {},
      '',
      'https',
      1_000,
    );
    return response.getStatusCode();
  };
}

describe('the requests of a second', () => {
  it('are at most the allowed number, and the others follow in the next seconds', async () => {
    const request = limited(2);
    const asked = Promise.all(Array.from({ length: 5 }, request));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent.map((moment) => Math.floor(moment / 1000))).toEqual([0, 0, 1, 1, 2]);
    expect(await asked).toEqual([200, 200, 200, 200, 200]);
  });

  it('wait for up to four seconds; a further one fails at once', async () => {
    const request = limited(2);
    const asked = Array.from({ length: 2 + 4 * 2 }, request);
    await expect(request()).rejects.toThrow('maximum 8');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await Promise.all(asked)).toHaveLength(10);
    expect(sent).toHaveLength(10);
  });
});

describe('after a 429', () => {
  const tooMany = (retryAfter?: string) => ({
    status: 429,
    ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }),
  });

  it.each([
    ['that does not say how long', undefined, 1_000],
    ['that says no number', 'soon', 1_000],
    ['that says no time', '0', 1_000],
    ['that says a time before now', '-5', 1_000],
    ['that says half a second', '0.5', 500],
    ['that says 4 seconds', '4', 4_000],
  ])('%s', async (_, retryAfter, pause) => {
    const request = limited(100);
    responses.push(tooMany(retryAfter));
    expect(await request()).toBe(429);
    const next = request();
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await next).toBe(200);
    expect(sent).toEqual([0, pause]);
    // The pause has ended for all later requests.
    expect(await request()).toBe(200);
    expect(sent).toEqual([0, pause, pause]);
  });

  it.each([
    ['that says 7 seconds', '7', 7_000],
    ['that says 30 seconds', '30', 30_000],
    ['that says more', '31', 30_000],
  ])('%s: a request fails at once until four of them are left', async (_, retryAfter, pause) => {
    const request = limited(100);
    responses.push(tooMany(retryAfter));
    await request();
    await expect(request()).rejects.toThrow('asked for a pause');
    await vi.advanceTimersByTimeAsync(pause - 4_001);
    await expect(request()).rejects.toThrow('asked for a pause');
    await vi.advanceTimersByTimeAsync(1);
    const next = request();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await next).toBe(200);
    expect(sent).toEqual([0, pause]);
  });

  it('that is shorter than the previous pause does not shorten it', async () => {
    const request = limited(100);
    responses.push(tooMany('3'), tooMany());
    await Promise.all([request(), request()]);
    const next = request();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(await next).toBe(200);
  });

  it('waiting requests wait for the new pause if the first of them gets another 429', async () => {
    const request = limited(1);
    responses.push(tooMany('2'), tooMany('4'));
    await request();
    const others = [request(), request()];
    await vi.advanceTimersByTimeAsync(5_999);
    expect(sent).toEqual([0, 2_000]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await Promise.all(others)).toEqual([429, 200]);
    expect(sent[2]).toBeGreaterThanOrEqual(6_000);
  });

  it('the time since the answer counts', async () => {
    const request = limited(100);
    responses.push(tooMany('7'));
    await request();
    await vi.advanceTimersByTimeAsync(6_000);
    const next = request();
    await vi.advanceTimersByTimeAsync(1_000);
    await next;
    expect(sent).toEqual([0, 7_000]);
  });

  it.each([200, 400, 500, 503])('is the only reason to pause: nothing waits after a %i', async (status) => {
    const request = limited(100);
    responses.push({ status, headers: { 'retry-after': '7' } });
    await request();
    await request();
    expect(sent).toEqual([0, 0]);
  });
});

describe('the payments', () => {
  let stripe: ScriptedStripe;
  beforeAll(async () => {
    stripe = await startScriptedStripe();
  });
  afterAll(() => stripe.close());
  beforeEach(() => stripe.reset());

  /** Lets fake time pass until an answer has come over the real network. */
  async function timePasses<Answer>(answer: Promise<Answer>): Promise<PromiseSettledResult<Answer>> {
    let settled: PromiseSettledResult<Answer> | undefined;
    void Promise.allSettled([answer]).then(([result]) => {
      settled = result;
    });
    while (settled === undefined) {
      await new Promise((turn) => setImmediate(turn));
      await vi.advanceTimersByTimeAsync(100);
    }
    return settled;
  }

  it('send no more requests in a second than they are allowed', async () => {
    const payments = stripe.payments({ requestsPerSecond: 2 });
    stripe.answers.push(ok(refundOf()), ok(refundOf()), ok(refundOf()));
    const asked = ['re_1', 're_2', 're_3'].map((id) => payments.getRefund(id));
    await Promise.all(asked.slice(0, 2));
    // Time stands still while another request goes to the server and back.
    stripe.answers.push(ok(refundOf()));
    await stripe.payments().getRefund('re_other');
    expect(stripe.requests.map(({ path }) => path).sort()).toEqual([
      '/v1/refunds/re_1',
      '/v1/refunds/re_2',
      '/v1/refunds/re_other',
    ]);
    await timePasses(Promise.all(asked));
    expect(stripe.requests.at(-1)?.path).toBe('/v1/refunds/re_3');
  });

  it.each([0, 1, 3])('repeat a request that got an error %i times', async (repetitions) => {
    stripe.answers.push(...Array.from({ length: 6 }, () => refusal('api_error', undefined, 503)));
    const payments = stripe.payments({ repetitions });
    expect(await timePasses(payments.getRefund('re_1'))).toMatchObject({ status: 'rejected' });
    expect(stripe.requests).toHaveLength(1 + repetitions);
  });
});
