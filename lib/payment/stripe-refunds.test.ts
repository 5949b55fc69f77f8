import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ok,
  refundOf,
  refusal,
  startScriptedStripe,
  type ScriptedStripe,
} from '@/testing/payment/scripted-stripe';

let stripe: ScriptedStripe;
beforeAll(async () => {
  stripe = await startScriptedStripe();
});
afterAll(() => stripe.close());
beforeEach(() => stripe.reset());

const request = { id: 'p-1', checkoutId: 'c-1', intent: 'pi_1', amount: '36.05' };
const creating = {
  method: 'POST',
  path: '/v1/refunds',
  sent: { payment_intent: 'pi_1', amount: '3605', 'metadata[checkout]': 'c-1', 'metadata[request]': 'p-1' },
};
const keys = () => stripe.requests.map(({ headers }) => headers['idempotency-key']);

describe('the status of a refund', () => {
  it.each([
    ['succeeded', 'done'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    [null, 'pending'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('%s is %s', async (status, expected) => {
    stripe.answers.push(ok(refundOf({ status })));
    expect(await stripe.payments().getRefund('re_1')).toEqual({ id: 're_1', status: expected });
    expect(stripe.requests).toMatchObject([{ method: 'GET', path: '/v1/refunds/re_1' }]);
  });
});

describe('a refund', () => {
  it.each([[{}], [{ attempt: 0 }]])('is requested once under its own key: %o', async (attempt) => {
    stripe.answers.push(ok(refundOf({ id: 're_9' })));
    expect(await stripe.payments().refund({ ...request, ...attempt })).toEqual({
      id: 're_9',
      status: 'done',
    });
    expect(stripe.requests).toMatchObject([creating]);
    expect(keys()).toEqual(['refund-p-1']);
  });

  it('of a payment that was refunded before is done', async () => {
    stripe.answers.push(refusal('invalid_request_error', 'charge_already_refunded'));
    expect(await stripe.payments().refund(request)).toEqual({ id: null, status: 'done' });
  });

  it('of a part, of which others have refunded everything, is not done', async () => {
    stripe.answers.push(refusal('invalid_request_error', 'charge_already_refunded'));
    await expect(stripe.payments().refund({ ...request, isPart: true })).rejects.toMatchObject({
      retry: false,
    });
  });

  it.each([
    ['another reason', refusal('invalid_request_error', 'charge_disputed'), false],
    ['an error of the server', refusal('api_error', 'charge_already_refunded', 500), true],
  ])('that fails for %s fails', async (_, answer, retry) => {
    stripe.answers.push(answer);
    await expect(stripe.payments().refund(request)).rejects.toMatchObject({ retry });
  });
});

it.each([1, 2])('a refund is requested under a key of its attempt %i', async (attempt) => {
  stripe.answers.push(ok(refundOf({ id: 're_2' })));
  expect(await stripe.payments().refund({ ...request, attempt })).toEqual({ id: 're_2', status: 'done' });
  expect(stripe.requests).toMatchObject([creating]);
  expect(keys()).toEqual([`refund-p-1-${attempt}`]);
});
