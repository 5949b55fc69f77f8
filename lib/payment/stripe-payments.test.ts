import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stripePayments } from './stripe-payments';
import {
  intentOf,
  listOf,
  ok,
  refundOf,
  sessionOf,
  startScriptedStripe,
  type ScriptedStripe,
} from '@/testing/payment/scripted-stripe';
import { webhookSecret } from '@/testing/fakes/stripe/events';

let stripe: ScriptedStripe;
beforeAll(async () => {
  stripe = await startScriptedStripe();
});
afterAll(() => stripe.close());
beforeEach(() => stripe.reset());

const since = new Date('2027-05-04T12:00:00.999Z');
const until = new Date('2027-05-05T12:00:00.999Z');
const within = {
  'created[gte]': String(Date.UTC(2027, 4, 4, 12) / 1000),
  'created[lt]': String(Date.UTC(2027, 4, 5, 12) / 1000),
  limit: '100',
};
const createdAt = new Date(1809000000 * 1000);

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of list) found.push(item);
  return found;
}

describe('the list of payments', () => {
  const list = () => all(stripe.payments().listPayments(since, until));

  it('has the pages that were opened from one second on and before another, with their payments', async () => {
    const metadata = { reference: 'ABC-123', purchase_1: '{"a":', purchase_2: '1}' };
    stripe.answers.push(listOf([sessionOf({ metadata, success_url: 'https://shop.example/done' })]));
    expect(await list()).toEqual([
      {
        session: {
          id: 'cs_1',
          checkoutId: 'c-1',
          email: 'ada@example.org',
          language: 'fr',
          state: { status: 'paid', amount: '36.00', currency: 'EUR', intent: 'pi_1' },
        },
        createdAt,
        reference: 'ABC-123',
        note: '{"a":1}',
        successUrl: 'https://shop.example/done',
      },
    ]);
    const [request] = stripe.requests;
    expect(request).toMatchObject({ method: 'GET', path: '/v1/checkout/sessions' });
    expect(request?.sent).toEqual({ ...within, 'expand[0]': 'data.payment_intent' });
  });

  it('leaves out the pages of other shops at the same account', async () => {
    const unpaid = { payment_intent: null };
    stripe.answers.push(
      listOf([
        sessionOf({ id: 'cs_subscription', mode: 'subscription' }),
        sessionOf({ id: 'cs_free', ...unpaid }),
        sessionOf({ id: 'cs_expired', status: 'expired', ...unpaid }),
        sessionOf({ id: 'cs_closed', payment_intent: intentOf({ status: 'canceled' }) }),
      ]),
    );
    expect((await list()).map(({ session }) => session.id)).toEqual(['cs_expired', 'cs_closed']);
  });
});

describe('the list of refunds', () => {
  const read = {
    id: 're_1',
    intent: 'pi_1',
    requestId: null,
    amount: '36.00',
    currency: 'EUR',
    status: 'done',
    createdAt,
  };

  it('has those that were made from one second on and before another', async () => {
    stripe.answers.push(listOf([refundOf()]));
    expect(await all(stripe.payments().listRefunds(since, until))).toEqual([read]);
    const [request] = stripe.requests;
    expect(request).toMatchObject({ method: 'GET', path: '/v1/refunds' });
    expect(request?.sent).toEqual(within);
  });

  it('says which request made each of them', async () => {
    stripe.answers.push(listOf([refundOf({ metadata: { checkout: 'c-1', request: 'r-1' } })]));
    expect(await all(stripe.payments().listRefunds(since, until))).toEqual([{ ...read, requestId: 'r-1' }]);
  });

  it('can be limited to one payment', async () => {
    stripe.answers.push(
      listOf([
        refundOf({ id: 're_2', payment_intent: { id: 'pi_2' }, status: 'failed' }),
        refundOf({ id: 're_3', payment_intent: null, status: 'pending' }),
      ]),
    );
    expect(await all(stripe.payments().listRefundsOf('pi_1'))).toEqual([
      { ...read, id: 're_2', intent: 'pi_2', status: 'failed' },
      { ...read, id: 're_3', intent: null, status: 'pending' },
    ]);
    const [request] = stripe.requests;
    expect(request).toMatchObject({ method: 'GET', path: '/v1/refunds' });
    expect(request?.sent).toEqual({ payment_intent: 'pi_1', limit: '100' });
  });
});

it('the list of events has the types that the shop handles', async () => {
  const event = { id: 'evt_1', type: 'refund.failed', created: 1809000000, data: { object: refundOf() } };
  stripe.answers.push(listOf([event]));
  expect(await all(stripe.payments().listEvents(since))).toMatchObject([
    { kind: 'event', id: 'evt_1', objectId: 're_1', createdAt },
  ]);
  const [request] = stripe.requests;
  expect(request).toMatchObject({ method: 'GET', path: '/v1/events' });
  const { 'created[gte]': from, limit } = within;
  const types = [
    ...['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'].map(
      (what) => `checkout.session.${what}`,
    ),
    'refund.updated',
    'refund.failed',
    'charge.refund.updated',
    'charge.refunded',
    ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
      (what) => `charge.dispute.${what}`,
    ),
    'radar.early_fraud_warning.created',
  ];
  expect(request?.sent).toEqual({
    'created[gte]': from,
    limit,
    ...Object.fromEntries(types.map((type, index) => [`types[${index}]`, type])),
  });
});

describe('a dispute', () => {
  const disputeOf = (differences: object = {}) => ({
    id: 'du_1',
    object: 'dispute',
    created: 1809000000,
    payment_intent: 'pi_1',
    amount: 1805,
    currency: 'eur',
    status: 'needs_response',
    balance_transactions: [],
    evidence_details: { due_by: 1809600000 },
    ...differences,
  });
  const read = (differences: object = {}) => {
    stripe.answers.push(ok(disputeOf(differences)));
    return stripe.payments().getDispute('du_1');
  };

  it('is read with its amount and its payment', async () => {
    expect(await read()).toEqual({
      id: 'du_1',
      intent: 'pi_1',
      amount: '18.05',
      currency: 'EUR',
      status: 'open',
      fundsWithdrawn: false,
      createdAt,
      answerDueAt: new Date(1809600000_000),
      answered: false,
    });
    expect(stripe.requests).toMatchObject([{ method: 'GET', path: '/v1/disputes/du_1' }]);
  });

  it.each([
    [{ id: 'pi_2' }, 'pi_2'],
    [null, null],
    [undefined, null],
  ])('of the payment %j is of %s', async (pointer, intent) => {
    expect(await read({ payment_intent: pointer })).toMatchObject({ intent });
  });

  it.each([
    ['won', 'won'],
    ['lost', 'lost'],
    ['warning_closed', 'closed'],
    ['prevented', 'closed'],
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['warning_needs_response', 'open'],
    ['warning_under_review', 'open'],
    ['appeal_needs_response', 'open'],
    ['appeal_under_review', 'open'],
    ['newer_than_this_code', 'open'],
  ])('that is %s is %s', async (status, expected) => {
    expect(await read({ status })).toMatchObject({ status: expected });
  });

  it.each([
    ['needs_response', { due_by: 0 }, false],
    ['needs_response', { due_by: null }, false],
    ['under_review', { due_by: 1809600000 }, true],
    ['warning_under_review', { due_by: 1809600000 }, true],
    ['appeal_under_review', { due_by: 1809600000 }, true],
    ['won', { due_by: 1809600000 }, false],
  ])('that is %s with %j is not to be answered by any time', async (status, evidence_details, answered) => {
    expect(await read({ status, evidence_details })).toMatchObject({ answerDueAt: null, answered });
  });

  it.each([
    ['withdrawn', [-1805], true],
    ['withdrawn and reinstated', [-1805, 1805], false],
    ['withdrawn twice and reinstated once', [-1805, 1805, -1], true],
  ])('of which the amount was %s', async (_, amounts, fundsWithdrawn) => {
    const moved = amounts.map((amount) => ({ amount }));
    expect(await read({ balance_transactions: moved })).toMatchObject({ fundsWithdrawn });
  });
});

it('a fraud warning is read with its payment', async () => {
  const warning = { id: 'issfr_1', object: 'radar.early_fraud_warning', created: 1809000000 };
  stripe.answers.push(ok({ ...warning, payment_intent: 'pi_1' }), ok(warning));
  expect(await stripe.payments().getFraudWarning('issfr_1')).toEqual({
    id: 'issfr_1',
    intent: 'pi_1',
    createdAt,
  });
  expect(await stripe.payments().getFraudWarning('issfr_1')).toMatchObject({ intent: null });
  expect(stripe.requests[0]).toMatchObject({
    method: 'GET',
    path: '/v1/radar/early_fraud_warnings/issfr_1',
  });
});

describe('a webhook', () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'refund.failed', created: 1, data: { object: {} } });
  const signedAt = (moment: Date) => {
    const time = Math.floor(moment.getTime() / 1000);
    return `t=${time},v1=${createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex')}`;
  };

  it('is verified with the secret, by the given clock', () => {
    const payments = stripe.payments({ now: () => since });
    expect(payments.readWebhook(body, signedAt(since))).toMatchObject({ kind: 'event', id: 'evt_1' });
    expect(payments.readWebhook(body, signedAt(until))).toMatchObject({ kind: 'refused' });
    const other = stripe.payments({ now: () => since, webhookSecret: 'whsec_other' });
    expect(other.readWebhook(body, signedAt(since))).toMatchObject({ kind: 'refused' });
  });

  it('is verified by the clock of the process if none is given, and without an address of the server', () => {
    const payments = stripePayments({ secretKey: 'sk_test_of_the_fake', webhookSecret });
    expect(payments.readWebhook(body, signedAt(new Date()))).toMatchObject({ kind: 'event' });
    expect(payments.readWebhook(body, signedAt(since))).toMatchObject({ kind: 'refused' });
  });
});

it('the smallest amount that can be paid is 50 cents', () => {
  expect(stripe.payments().minimumAmount).toBe('0.50');
});
