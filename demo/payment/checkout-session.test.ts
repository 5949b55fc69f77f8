import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basket, intentIdOf, startPayment, type TestPayment } from './testing';

let payment: TestPayment;
beforeEach(async () => {
  payment = await startPayment();
});
afterEach(() => payment.close());

const now = () => Math.floor(payment.clock.now() / 1000);

describe('opening a session', () => {
  it('answers as Stripe does', async () => {
    const session = await payment.stripe.checkout.sessions.create({
      ...basket,
      customer_email: 'ada@example.org',
      locale: 'fr',
      client_reference_id: 'checkout-1',
      metadata: { checkout: 'checkout-1', note: 'a=b&c[d]' },
      expires_at: now() + 1800,
      payment_intent_data: { metadata: { checkout: 'checkout-1' } },
      expand: ['line_items'],
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
      url: `${payment.url}/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
    expect(session.line_items?.data[0]).toMatchObject({
      description: 'Day ticket & <guide>',
      quantity: 2,
      amount_total: 3600,
      price: { unit_amount: 1800, currency: 'eur' },
    });
    expect(session.lastResponse.requestId).toMatch(/^req_/);
    const again = await payment.stripe.checkout.sessions.retrieve(session.id);
    expect(again.line_items).toBeUndefined();
    expect(again.amount_total).toBe(3600);
  });

  it('lives a day unless told otherwise', async () => {
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
    // A negative expires_at stands for so many seconds from now.
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
  it('that nobody knows is missing', async () => {
    await expect(payment.stripe.checkout.sessions.retrieve('cs_test_unknown')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'session',
      message: 'No such checkout.session: cs_test_unknown',
    });
  });

  it('is ended by request, once, and tells the shop', async () => {
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
    await payment.press(session, 'pay');
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid');
  });

  it('ends by itself at expires_at', async () => {
    const session = await payment.open({ expires_at: now() + 1800 });
    payment.clock.advance(1799_000);
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    payment.clock.advance(2_000);
    expect((await payment.shop.next()).event.type).toBe('checkout.session.expired');
    expect((await payment.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  });

  it('cannot be ended once it is paid', async () => {
    const session = await payment.paid();
    await expect(payment.stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('complete') as string,
    });
  });

  it('is found by its payment', async () => {
    await payment.open();
    const session = await payment.paid({ client_reference_id: 'wanted' });
    const found = await payment.stripe.checkout.sessions.list({ payment_intent: intentIdOf(session) });
    expect(found.data.map(({ client_reference_id: reference }) => reference)).toEqual(['wanted']);
  });
});

describe('the key', () => {
  it('is needed, as a bearer token or as a user name', async () => {
    const ask = (authorization?: string) =>
      fetch(
        `${payment.url}/v1/checkout/sessions`,
        authorization === undefined ? {} : { headers: { authorization } },
      );
    const key = 'sk_test_0123456789abcdef0123456789abcdef';
    expect((await ask(`Bearer ${key}`)).status).toBe(200);
    expect((await ask(`Basic ${Buffer.from(`${key}:`).toString('base64')}`)).status).toBe(200);
    expect((await ask()).status).toBe(401);
    const wrong = await ask('Bearer sk_test_wrong');
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).not.toContain('sk_test_wrong');
  });

  it('opens only the addresses that there are', async () => {
    await expect(payment.stripe.customers.create()).rejects.toMatchObject({
      statusCode: 404,
      message: 'Unrecognized request URL (POST: /v1/customers).',
    });
  });
});

describe('asking twice with one Idempotency-Key', () => {
  const options = { idempotencyKey: 'key-1' };

  it('gives the same answer and opens one session, also when both come at once', async () => {
    const [one, two] = await Promise.all([
      payment.stripe.checkout.sessions.create(basket, options),
      payment.stripe.checkout.sessions.create(basket, options),
    ]);
    await payment.restart();
    const three = await payment.stripe.checkout.sessions.create(basket, options);
    expect([two.id, three.id]).toEqual([one.id, one.id]);
    expect(three.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await payment.stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it('is refused when something else is asked, or somewhere else', async () => {
    const session = await payment.stripe.checkout.sessions.create(basket, options);
    const other = payment.stripe.checkout.sessions.create({ ...basket, locale: 'fr' }, options);
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    const elsewhere = payment.stripe.checkout.sessions.expire(session.id, {}, options);
    await expect(elsewhere).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  });

  it('starts afresh after a day', async () => {
    const session = await payment.stripe.checkout.sessions.create(basket, options);
    payment.clock.advance(86_400_000 + 1000);
    expect((await payment.stripe.checkout.sessions.create(basket, options)).id).not.toBe(session.id);
  });

  it('does not remember parameters that were refused', async () => {
    const wrong = payment.stripe.checkout.sessions.create({ ...basket, success_url: 'x' }, options);
    await expect(wrong).rejects.toMatchObject({ code: 'url_invalid' });
    expect((await payment.stripe.checkout.sessions.create(basket, options)).status).toBe('open');
  });
});
