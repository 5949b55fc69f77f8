import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secretKey } from './stripe-server';
import { basket, startTestStripe, type TestStripe } from './test-stripe';

let payment: TestStripe;
beforeEach(async () => {
  payment = await startTestStripe();
});
afterEach(() => payment.close());

const now = () => Math.floor(payment.clock.now() / 1000);

describe('opening a session', () => {
  it('answers like Stripe', async () => {
    const session = await payment.stripe.checkout.sessions.create({
      ...basket,
      customer_email: 'ada@example.org',
      locale: 'fr',
      client_reference_id: 'checkout-1',
      metadata: { checkout: 'checkout-1', note: 'a=b&c[d]' },
      expires_at: now() + 1800,
      payment_intent_data: { metadata: { checkout: 'checkout-1' } },
      expand: ['payment_intent'],
    });
    expect(session).toMatchObject({
      object: 'checkout.session',
      amount_subtotal: 3600,
      amount_total: 3600,
      currency: 'eur',
      customer_email: 'ada@example.org',
      client_reference_id: 'checkout-1',
      expires_at: now() + 1800,
      livemode: false,
      locale: 'fr',
      metadata: { checkout: 'checkout-1', note: 'a=b&c[d]' },
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      url: `https://pay.example/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
    expect(payment.provider.sessions.get(session.id)?.lineItems).toEqual([
      { name: 'Day ticket & <guide>', description: null, unitAmount: 1800, quantity: 2 },
    ]);
    expect(session.lastResponse.requestId).toMatch(/^req_/);
    const again = await payment.stripe.checkout.sessions.retrieve(session.id);
    expect(again.amount_total).toBe(3600);
  });

  it('is valid for a day by default', async () => {
    expect((await payment.open()).expires_at).toBe(now() + 86_400);
  });

  const line = (price: object, quantity: number | undefined = 1) => ({
    line_items: [
      {
        quantity,
        price_data: { currency: 'eur', unit_amount: 100, product_data: { name: 'x' }, ...price },
      },
    ],
  });

  it.each([
    ['no mode', { mode: undefined }, 'mode', 'parameter_missing'],
    ['no lines', { line_items: undefined }, 'line_items', 'parameter_missing'],
    ['no success_url', { success_url: undefined }, 'success_url', 'parameter_missing'],
    ['a bad address', { cancel_url: 'not an address' }, 'cancel_url', 'url_invalid'],
    ['a script as address', { cancel_url: 'javascript:alert(1)' }, 'cancel_url', 'url_invalid'],
    ['a refused e-mail', { customer_email: 'ada@refused.example' }, 'customer_email', 'email_invalid'],
    ['a bad e-mail', { customer_email: 'ada' }, 'customer_email', 'email_invalid'],
    ['an unknown language', { locale: 'xx' }, 'locale', undefined],
    ['an unknown currency', line({ currency: 'zzz' }), 'line_items[0][price_data][currency]', undefined],
    [
      'a broken amount',
      line({ unit_amount: 1.5 }),
      'line_items[0][price_data][unit_amount]',
      'parameter_invalid_integer',
    ],
    [
      'a negative amount',
      line({ unit_amount: -1 }),
      'line_items[0][price_data][unit_amount]',
      'parameter_invalid_integer',
    ],
    [
      'no amount',
      line({ unit_amount: undefined }),
      'line_items[0][price_data][unit_amount]',
      'parameter_missing',
    ],
    [
      'no name',
      line({ product_data: { name: '' } }),
      'line_items[0][price_data][product_data][name]',
      'parameter_missing',
    ],
    ['a quantity of 0', line({}, 0), 'line_items[0][quantity]', 'parameter_invalid_integer'],
    ['too small a total', line({ unit_amount: 49 }), undefined, 'amount_too_small'],
    ['too large a total', line({ unit_amount: 99_999_999 }, 2), undefined, 'amount_too_large'],
    ['too short a life', { expires_at: -1700 }, 'expires_at', undefined],
    ['too long a life', { expires_at: -86_500 }, 'expires_at', undefined],
    [
      'too long a reference',
      { client_reference_id: 'x'.repeat(201) },
      'client_reference_id',
      'parameter_invalid_string_too_long',
    ],
    ['too long a note', { metadata: { note: 'x'.repeat(501) } }, 'metadata[note]', undefined],
    ['a parameter that does not exist', { colour: 'red' }, 'colour', 'parameter_unknown'],
    ['an expansion that does not exist', { expand: ['customer.x'] }, 'expand', undefined],
  ])('refuses %s', async (_what, change, param, code) => {
    // A negative expires_at means this many seconds from now.
    const expiry =
      'expires_at' in change && typeof change.expires_at === 'number'
        ? { expires_at: now() - change.expires_at }
        : {};
    const params = { ...basket, ...change, ...expiry } as unknown as Stripe.Checkout.SessionCreateParams;
    const refused = await payment.stripe.checkout.sessions.create(params).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(refused).toMatchObject({ statusCode: 400, param, code });
  });
});

describe('a session', () => {
  it('that does not exist is missing', async () => {
    await expect(payment.stripe.checkout.sessions.retrieve('cs_test_unknown')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'session',
      message: 'No such checkout.session: cs_test_unknown',
    });
  });

  it('is expired by request, once, and the shop is notified', async () => {
    const session = await payment.open();
    const expired = await payment.stripe.checkout.sessions.expire(session.id);
    expect(expired).toMatchObject({ status: 'expired', payment_status: 'unpaid', url: null });
    expect((await payment.shop.next()).event).toMatchObject({
      type: 'checkout.session.expired',
      data: { object: { id: session.id, status: 'expired' } },
    });
    await expect(payment.stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
    });
    expect(() => payment.provider.pay(session.id)).toThrow('This Checkout Session is expired.');
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid');
  });

  it('expires itself at expires_at', async () => {
    const session = await payment.open({ expires_at: now() + 1800 });
    payment.clock.advance(1799_000);
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    payment.clock.advance(2_000);
    expect((await payment.shop.next()).event.type).toBe('checkout.session.expired');
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  });

  it('cannot be expired after it is paid', async () => {
    const session = await payment.paid();
    await expect(payment.stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('complete') as string,
    });
  });
});

describe('the key', () => {
  it('is required, as a bearer token or as a user name', async () => {
    const ask = (authorization?: string) =>
      fetch(
        `${payment.provider.url}/v1/checkout/sessions`,
        authorization === undefined ? {} : { headers: { authorization } },
      );
    expect((await ask(`Bearer ${secretKey}`)).status).toBe(200);
    expect((await ask(`Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`)).status).toBe(200);
    expect((await ask()).status).toBe(401);
    const wrong = await ask('Bearer sk_test_wrong');
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).not.toContain('sk_test_wrong');
  });

  it('gives access only to existing addresses', async () => {
    await expect(payment.stripe.customers.create()).rejects.toMatchObject({
      statusCode: 404,
      message: 'Unrecognized request URL (POST: /v1/customers).',
    });
  });
});

describe('repeating a request with one Idempotency-Key', () => {
  const options = { idempotencyKey: 'key-1' };

  it('gives the same answer and opens one session, also for concurrent requests', async () => {
    const [one, two] = await Promise.all([
      payment.stripe.checkout.sessions.create(basket, options),
      payment.stripe.checkout.sessions.create(basket, options),
    ]);
    const three = await payment.stripe.checkout.sessions.create(basket, options);
    expect([two.id, three.id]).toEqual([one.id, one.id]);
    expect(three.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await payment.stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it('is refused for other parameters or another address', async () => {
    const session = await payment.stripe.checkout.sessions.create(basket, options);
    const other = payment.stripe.checkout.sessions.create({ ...basket, locale: 'fr' }, options);
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    const elsewhere = payment.stripe.checkout.sessions.expire(session.id, {}, options);
    await expect(elsewhere).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  });

  it('makes a new session after a day', async () => {
    const session = await payment.stripe.checkout.sessions.create(basket, options);
    payment.clock.advance(86_400_000 + 1000);
    expect((await payment.stripe.checkout.sessions.create(basket, options)).id).not.toBe(session.id);
  });

  it('does not store refused parameters', async () => {
    const wrong = payment.stripe.checkout.sessions.create({ ...basket, success_url: 'x' }, options);
    await expect(wrong).rejects.toMatchObject({ code: 'url_invalid' });
    expect((await payment.stripe.checkout.sessions.create(basket, options)).status).toBe('open');
  });
});
