import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basket, intentIdOf, startTestStripe, type TestStripe } from './test-stripe';

let test: TestStripe;
beforeEach(async () => {
  test = await startTestStripe();
});
afterEach(() => test.close());

const options = { idempotencyKey: 'key-1' };
const opening = () => test.stripe.checkout.sessions.create(basket, options);

describe('the fault of a request that opens a session', () => {
  it.each([
    ['error_before', 0],
    ['error_after', 1],
  ] as const)('%s: a 500, which is stored under the key', async (fault, opened) => {
    test.provider.openFaults.push(fault);
    const error = { statusCode: 500, headers: { 'stripe-should-retry': 'false' } };
    await expect(opening()).rejects.toMatchObject(error);
    await expect(opening()).rejects.toMatchObject(error);
    expect(test.provider.sessions.size).toBe(opened);
    expect((await test.stripe.checkout.sessions.create(basket)).status).toBe('open');
  });

  it.each([
    ['busy', { statusCode: 429, code: 'rate_limit' }],
    ['refused', { statusCode: 400, code: 'parameter_invalid_string' }],
  ] as const)('%s: an error that is not stored', async (fault, error) => {
    test.provider.openFaults.push(fault);
    await expect(opening()).rejects.toMatchObject(error);
    expect((await opening()).status).toBe('open');
  });

  it('other_form: the key was used before, and stays so', async () => {
    test.provider.openFaults.push('other_form');
    await expect(opening()).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    await expect(opening()).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(test.provider.sessions.size).toBe(0);
  });

  it.each([
    ['cut_after', 1],
    ['cut_and_forgotten', 2],
  ] as const)('%s: the request is carried out, and the response lost', async (fault, opened) => {
    test.provider.openFaults.push(fault);
    // Stripe's client repeats a request at once, with its key, when the connection breaks.
    expect((await opening()).status).toBe('open');
    expect(test.provider.requests).toHaveLength(2);
    expect(test.provider.sessions.size).toBe(opened);
  });

  it('applies to one request; null lets a request pass', async () => {
    test.provider.openFaults.push(null, 'busy');
    const open = () => test.stripe.checkout.sessions.create(basket);
    expect((await open()).status).toBe('open');
    await expect(open()).rejects.toMatchObject({ statusCode: 429 });
    expect((await open()).status).toBe('open');
  });
});

describe('a refund', () => {
  const refund = async () =>
    test.stripe.refunds.create({ payment_intent: intentIdOf(await test.paid()), amount: 3600 });
  const status = async (id: string) => (await test.stripe.refunds.retrieve(id)).status;
  const eventTypes = () => test.provider.events.all.map(({ type }) => type).slice(1);

  it('that is pending is carried out when it is read again', async () => {
    test.provider.refundFaults.push('pending');
    const { id, ...made } = await refund();
    expect(made.status).toBe('pending');
    expect(await status(id)).toBe('succeeded');
    const events = ['refund.created', 'charge.refunded', 'refund.updated', 'charge.refund.updated'];
    expect(eventTypes()).toEqual(events);
  });

  it('stays pending if the test wants that, and counts as refunded', async () => {
    Object.assign(test.provider, { pendingForever: true });
    test.provider.refundFaults.push('pending');
    const { id } = await refund();
    expect(await status(id)).toBe('pending');
    expect([...test.provider.refunded.values()]).toEqual([3600]);
  });

  it('that the bank refuses counts as not refunded', async () => {
    test.provider.refundFaults.push('failed');
    expect((await refund()).status).toBe('failed');
    expect(eventTypes()).toEqual(['refund.created', 'refund.failed']);
    expect(test.provider.refunded.size).toBe(0);
  });
});

describe('the provider', () => {
  it('gives the answers of the test instead of its own', async () => {
    test.provider.answers.push({ status: 200, body: { id: 're_1', status: 'of_the_test' } });
    expect(await test.stripe.refunds.retrieve('re_1')).toMatchObject({ status: 'of_the_test' });
    await expect(test.stripe.refunds.retrieve('re_1')).rejects.toMatchObject({ statusCode: 404 });
    expect(test.provider.requests.map(({ path }) => path)).toEqual(['/v1/refunds/re_1', '/v1/refunds/re_1']);
  });

  it('is unreachable while the test wants that', async () => {
    test.provider.unavailable = true;
    await expect(opening()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    test.provider.unavailable = false;
    expect((await opening()).status).toBe('open');
    expect(test.provider.sessions.size).toBe(1);
  });
});

describe('an inquiry of the bank', () => {
  const disputeOf = (id: string) => test.stripe.disputes.retrieve(id);
  const names = (events: readonly { type: string }[]) => events.map(({ type }) => type.split('.').at(-1));

  it('withdraws nothing until it becomes a dispute, which can be answered and lost', async () => {
    const { incidents } = test.provider;
    const { id, events } = incidents.openInquiry(intentIdOf(await test.paid()));
    expect(names(events)).toEqual(['created']);
    const inquiry = await disputeOf(id);
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] });
    expect(names(incidents.answerDispute(id).events)).toEqual(['updated']);
    expect((await disputeOf(id)).status).toBe('warning_under_review');
    expect(names(incidents.escalateInquiry(id).events)).toEqual(['updated', 'funds_withdrawn']);
    const dispute = await disputeOf(id);
    expect(dispute).toMatchObject({ status: 'needs_response', balance_transactions: [{ amount: -3600 }] });
    expect(dispute.evidence_details.due_by).toBeGreaterThan(inquiry.evidence_details.due_by ?? 0);
    incidents.answerDispute(id);
    expect(names(incidents.closeDispute(id, 'lost').events)).toEqual(['updated', 'closed']);
    expect(() => incidents.closeDispute(id, 'won')).toThrow('lost already');
  });

  it('can’t be read while the test wants that', async () => {
    const { id } = test.provider.incidents.openDispute(intentIdOf(await test.paid()), 1000);
    test.provider.unreadableIncidents = true;
    await expect(disputeOf(id)).rejects.toMatchObject({ statusCode: 500 });
    test.provider.unreadableIncidents = false;
    expect((await disputeOf(id)).amount).toBe(1000);
  });
});
