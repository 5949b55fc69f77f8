import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { longestNote, type OpenPayment } from './payment';
import {
  intentOf,
  ok,
  refusal,
  sessionOf,
  startScriptedStripe,
  type ScriptedStripe,
} from '@/testing/payment/scripted-stripe';

let stripe: ScriptedStripe;
beforeAll(async () => {
  stripe = await startScriptedStripe();
});
afterAll(() => stripe.close());
beforeEach(() => stripe.reset());

const opening: OpenPayment = {
  id: 'p-1',
  checkoutId: 'c-1',
  note: '',
  reference: 'ABC-123',
  lines: [{ name: 'Adult', description: 'Museum, 4 May', unitAmount: '18.05', quantity: 2 }],
  email: 'ada@example.org',
  language: 'fr',
  successUrl: 'https://shop.example/done',
  cancelUrl: 'https://shop.example/back',
  capture: 'automatic',
  expiresAt: new Date('2027-05-04T12:30:00.900Z'),
};
const open = { status: 'open', url: 'https://pay.example/cs_1', payment_intent: null };

/** The parameters with which a page is opened. */
async function sentFor(differences: Partial<OpenPayment>): Promise<Record<string, string>> {
  stripe.answers.push(ok(sessionOf(open)));
  await stripe.payments().openPaymentSession({ ...opening, ...differences });
  return stripe.requests.at(-1)?.sent ?? {};
}

describe('opening a payment page', () => {
  it('sends what is sold, the customer, and the addresses where the customer returns', async () => {
    expect(await sentFor({})).toEqual({
      mode: 'payment',
      'allowed_payment_method_types[0]': 'card',
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][currency]': 'eur',
      'line_items[0][price_data][unit_amount]': '1805',
      'line_items[0][price_data][product_data][name]': 'Adult',
      'line_items[0][price_data][product_data][description]': 'Museum, 4 May',
      'adaptive_pricing[enabled]': 'false',
      customer_email: 'ada@example.org',
      locale: 'fr',
      client_reference_id: 'c-1',
      'metadata[checkout]': 'c-1',
      'metadata[reference]': 'ABC-123',
      'payment_intent_data[metadata][checkout]': 'c-1',
      'payment_intent_data[metadata][reference]': 'ABC-123',
      'payment_intent_data[description]': 'ABC-123',
      success_url: 'https://shop.example/done',
      cancel_url: 'https://shop.example/back',
      expires_at: String(Date.UTC(2027, 4, 4, 12, 30) / 1000),
      'expand[0]': 'payment_intent',
    });
    const [request] = stripe.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/checkout/sessions' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer sk_test_of_the_fake',
      'idempotency-key': 'pay-p-1',
    });
  });

  it('requests an authorization only for manual capture', async () => {
    expect(await sentFor({ capture: 'manual' })).toMatchObject({
      'payment_intent_data[capture_method]': 'manual',
    });
  });

  it('sends every line, shortens texts that are too long for Stripe, and leaves out an empty description', async () => {
    const line = { description: '', unitAmount: '1.00', quantity: 1 };
    const sent = await sentFor({
      lines: [
        { ...line, name: 'n'.repeat(251), description: 'd'.repeat(501) },
        { ...line, name: 'Child' },
        // Half of a surrogate pair could not be sent.
        { ...line, name: `${'n'.repeat(249)}😀` },
      ],
    });
    expect(sent).toMatchObject({
      'line_items[0][price_data][product_data][name]': 'n'.repeat(250),
      'line_items[0][price_data][product_data][description]': 'd'.repeat(500),
      'line_items[1][price_data][product_data][name]': 'Child',
      'line_items[2][price_data][product_data][name]': 'n'.repeat(249),
    });
    expect(sent).not.toHaveProperty('line_items[1][price_data][product_data][description]');
  });

  it.each([...languages.map((language): [string, string] => [language, language]), ['xx', 'auto']])(
    'in the language %s uses the locale %s',
    async (language, locale) => {
      expect(await sentFor({ language })).toMatchObject({ locale });
    },
  );

  it('keeps a note on the page alone, in as many values as it needs', async () => {
    const note = 'x'.repeat(500) + 'y'.repeat(500) + 'z';
    const sent = await sentFor({ note });
    expect(sent).toMatchObject({
      'metadata[purchase_1]': 'x'.repeat(500),
      'metadata[purchase_2]': 'y'.repeat(500),
      'metadata[purchase_3]': 'z',
    });
    expect(Object.keys(sent).filter((key) => key.includes('purchase_'))).toHaveLength(3);
  });

  it('refuses a note that the provider would not take', async () => {
    await expect(sentFor({ note: 'x'.repeat(longestNote + 1) })).rejects.toThrow('does not fit');
  });

  it('resolves to the page', async () => {
    stripe.answers.push(ok(sessionOf(open)));
    expect(await stripe.payments().openPaymentSession(opening)).toEqual({
      id: 'cs_1',
      checkoutId: 'c-1',
      email: 'ada@example.org',
      language: 'fr',
      state: { status: 'open', url: 'https://pay.example/cs_1' },
    });
  });
});

describe('the state of a payment page', () => {
  const read = (differences: object) => {
    stripe.answers.push(ok(sessionOf(differences)));
    return stripe.payments().getPaymentSession('cs_1');
  };
  const intent = (status: string) => ({
    payment_intent: intentOf({ status, currency: 'usd', amount_capturable: 1234, amount_received: 5678 }),
  });
  const money = { currency: 'USD', intent: 'pi_1' };

  it.each([
    ['open', open, { status: 'open', url: 'https://pay.example/cs_1' }],
    ['expired', { status: 'expired' }, { status: 'closed' }],
    [
      'complete and to be captured',
      intent('requires_capture'),
      { status: 'authorized', amount: '12.34', ...money },
    ],
    ['complete and paid', intent('succeeded'), { status: 'paid', amount: '56.78', ...money }],
    ['complete and cancelled', intent('canceled'), { status: 'closed' }],
    ['complete and processing', intent('processing'), { status: 'processing' }],
    ['complete, with a step for the customer', intent('requires_action'), { status: 'processing' }],
    ['complete and not confirmed', intent('requires_confirmation'), { status: 'processing' }],
    ['complete, and the card was refused', intent('requires_payment_method'), { status: 'processing' }],
  ])('%s', async (_, differences, state) => {
    expect((await read(differences)).state).toEqual(state);
  });

  it.each([
    ['open and without an address', { ...open, url: null }, 'an open session without an address'],
    ['complete and without its payment', { payment_intent: null }, 'a complete session without its payment'],
    ['complete and not expanded', { payment_intent: 'pi_1' }, 'a complete session without its payment'],
    ['null', { status: null }, 'a session without a status that we know'],
    ['newer than this code', { status: 'paused' }, 'a session without a status that we know'],
    ['complete, with a newer payment', intent('frozen'), 'a payment without a status that we know'],
  ])('%s is an error, and is asked for again', async (_, differences, why) => {
    const error: unknown = await read(differences).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message: `the provider gave ${why}`, retry: true });
  });

  it('is requested with its payment', async () => {
    await read({ client_reference_id: null, customer_email: null, locale: null }).then((session) => {
      expect(session).toMatchObject({ id: 'cs_1', checkoutId: null, email: null, language: null });
    });
    expect(stripe.requests).toMatchObject([
      { method: 'GET', path: '/v1/checkout/sessions/cs_1', sent: { 'expand[0]': 'payment_intent' } },
    ]);
  });
});

describe('a payment page that may not exist', () => {
  const find = () => stripe.payments().findPaymentSession('cs_1');
  const asked = [
    { method: 'GET', path: '/v1/checkout/sessions/cs_1', sent: { 'expand[0]': 'payment_intent' } },
  ];

  it('is read like any other', async () => {
    stripe.answers.push(ok(sessionOf()));
    expect(await find()).toMatchObject({ id: 'cs_1', state: { status: 'paid', amount: '36.00' } });
    expect(stripe.requests).toMatchObject(asked);
  });

  it('is null if the provider knows no such page', async () => {
    stripe.answers.push(refusal('invalid_request_error', 'resource_missing', 404));
    expect(await find()).toBeNull();
  });

  it.each([
    ['another refusal', refusal('invalid_request_error', 'parameter_unknown'), { retry: false }],
    ['an error of the server', refusal('api_error', 'resource_missing', 500), { retry: true }],
  ])('is not concluded to be missing from %s', async (_, answer, expected) => {
    stripe.answers.push(answer);
    await expect(find()).rejects.toMatchObject({ name: 'PaymentError', ...expected });
  });
});

describe('closing a payment page', () => {
  const expire = () => stripe.payments().expirePaymentSession('cs_1');
  const expiring = { method: 'POST', path: '/v1/checkout/sessions/cs_1/expire' };
  const looking = { method: 'GET', path: '/v1/checkout/sessions/cs_1' };
  const expanded = { sent: { 'expand[0]': 'payment_intent' } };
  const refused = refusal('invalid_request_error');

  it('resolves to the closed page', async () => {
    stripe.answers.push(ok(sessionOf({ status: 'expired' })));
    expect((await expire()).state).toEqual({ status: 'closed' });
    expect(stripe.requests).toMatchObject([{ ...expiring, ...expanded }]);
  });

  it('resolves to the paid page if the customer has paid meanwhile', async () => {
    stripe.answers.push(refused, ok(sessionOf()));
    expect((await expire()).state).toMatchObject({ status: 'paid', amount: '36.00' });
    expect(stripe.requests).toMatchObject([expiring, { ...looking, ...expanded }]);
  });

  it('is refused if the page can not be closed and is still open', async () => {
    stripe.answers.push(refused, ok(sessionOf(open)));
    await expect(expire()).rejects.toMatchObject({ retry: false });
    expect(stripe.requests).toHaveLength(2);
  });

  it('fails without a second look if the server has an error', async () => {
    stripe.answers.push(refusal('api_error', undefined, 500), ok(sessionOf()));
    await expect(expire()).rejects.toMatchObject({ retry: true });
    expect(stripe.requests).toHaveLength(1);
  });
});
