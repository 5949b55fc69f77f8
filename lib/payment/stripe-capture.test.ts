import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Payments } from './payment';
import {
  intentOf,
  ok,
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

const intent = (status: string, received = 0) => ok(intentOf({ status, amount_received: received }));
const lasting = refusal('invalid_request_error', 'payment_intent_unexpected_state');
const passing = refusal('api_error', undefined, 500);
const looking = { method: 'GET', path: '/v1/payment_intents/pi_1', sent: {} };

interface Action {
  name: string;
  ask: (payments: Payments) => Promise<{ status: string }>;
  asking: { method: string; path: string; sent: Record<string, string> };
  /** The states of the money in the provider's answer, and the status that the shop gets. */
  answers: [string, StripeAnswer, string][];
}

const actions: Action[] = [
  {
    name: 'capture',
    ask: (payments) => payments.capture({ intent: 'pi_1', amount: '36.05' }),
    asking: {
      method: 'POST',
      path: '/v1/payment_intents/pi_1/capture',
      sent: { amount_to_capture: '3605' },
    },
    answers: [
      ['captured', intent('succeeded', 3605), 'done'],
      ['captured in part', intent('succeeded', 3604), 'failed'],
      ['let go', intent('canceled'), 'failed'],
    ],
  },
  {
    name: 'void',
    ask: (payments) => payments.void({ intent: 'pi_1' }),
    asking: { method: 'POST', path: '/v1/payment_intents/pi_1/cancel', sent: {} },
    answers: [
      ['let go', intent('canceled'), 'done'],
      ['captured', intent('succeeded', 3605), 'captured'],
    ],
  },
];

describe.each(actions)('$name', ({ ask, asking, answers }) => {
  const act = () => ask(stripe.payments());

  it.each(answers)('gives the status of a payment that is then %s', async (_, answer, status) => {
    stripe.answers.push(answer);
    expect(await act()).toEqual({ status });
    expect(stripe.requests).toMatchObject([asking]);
  });

  it.each(answers)('gives the status of a payment that was %s before', async (_, answer, status) => {
    for (const refused of [lasting, passing]) {
      stripe.reset();
      stripe.answers.push(refused, answer);
      expect(await act()).toEqual({ status });
      expect(stripe.requests).toMatchObject([asking, looking]);
    }
  });

  it('has no idempotency key, because a key would store an error for a day', async () => {
    stripe.answers.push(passing, intent('requires_capture'), passing, intent('requires_capture'));
    await expect(act()).rejects.toMatchObject({ retry: true });
    await expect(act()).rejects.toMatchObject({ retry: true });
    const [first, , second] = stripe.requests.map(({ headers }) => headers['idempotency-key']);
    expect(second).not.toBe(first);
  });

  it('fails if it is permanently refused and the payment is not settled', async () => {
    stripe.answers.push(lasting, intent('requires_capture'));
    expect(await act()).toEqual({ status: 'failed' });
  });

  it('is retried if the provider has an error and the payment is not settled', async () => {
    stripe.answers.push(passing, intent('requires_capture'));
    await expect(act()).rejects.toMatchObject({
      message: 'the payment provider answered: StripeAPIError 500',
      retry: true,
    });
  });

  it('is retried if the answer shows no change', async () => {
    stripe.answers.push(intent('requires_capture'));
    await expect(act()).rejects.toMatchObject({
      message: 'the provider did as it was asked, and nothing changed',
      retry: true,
    });
  });

  it('does not read the payment if there was no answer', async () => {
    stripe.answers.push('none');
    await expect(ask(stripe.payments({ timeoutMilliseconds: 50 }))).rejects.toMatchObject({ retry: true });
    expect(stripe.requests).toMatchObject([asking]);
  });

  it('reads the payment only once, because the lease of the worker has no time for more', async () => {
    stripe.answers.push(lasting, passing);
    await expect(ask(stripe.payments({ repetitions: 1 }))).rejects.toMatchObject({ retry: true });
    expect(stripe.requests).toMatchObject([asking, looking]);
  });
});
