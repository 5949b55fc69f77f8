import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intentIdOf } from '@/testing/fakes/stripe/test-stripe';
import { startPayment, type TestPayment } from '@/demo/testing/payment';

let payment: TestPayment;
beforeEach(async () => {
  payment = await startPayment();
});
afterEach(() => payment.close());

const pageOf = async (session: Stripe.Checkout.Session, page = '') => {
  const response = await fetch(`${payment.url}/pay/${session.id}${page}`);
  return { status: response.status, text: await response.text() };
};
const buttons = (text: string) =>
  [...text.matchAll(/<button[^>]*>([^<]*)</g)].map(([, name]) => name?.trim());
const expanded = async (session: Stripe.Checkout.Session) => {
  const found = await payment.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  return { session: found, intent: found.payment_intent as Stripe.PaymentIntent | null };
};

describe('the payment page', () => {
  it('shows the items, in the session’s language, and works without script', async () => {
    const english = await pageOf(await payment.open({ locale: 'en', customer_email: 'ada@example.org' }));
    expect(english.text).toContain('<html lang="en">');
    expect(english.text).toContain('Payment to Boats &amp; &lt;Plays&gt;');
    expect(english.text).toContain('€36.00');
    expect(english.text).toContain('Day ticket &amp; &lt;guide&gt;');
    expect(english.text).toContain('ada@example.org');
    expect(english.text).not.toContain('<script');
    expect(buttons(english.text)).toEqual([
      'Pay',
      'Decline',
      'Authenticate first',
      'Pay, webhook late',
      'Pay, webhook twice',
      'Pay, webhook never',
      'Pay one cent less',
    ]);
    expect(english.text).toContain('href="http://shop.test/en/basket"');
    const french = await pageOf(await payment.open({ locale: 'fr' }));
    expect(french.text).toContain('<html lang="fr">');
    expect(french.text).toMatch(/36,00\s€/);
    expect(buttons(french.text)[0]).toBe('Payer');
  });

  it.each([
    ['de', 'Bezahlen'],
    ['es', 'Pagar'],
    ['it', 'Paga'],
    ['nl', 'Betalen'],
    ['pt', 'Pay'],
  ])('speaks the shop’s languages, and English where it must: %s', async (locale, word) => {
    const { text } = await pageOf(await payment.open({ locale }));
    expect(buttons(text)[0]).toBe(word);
    expect(text).toContain(`<html lang="${word === 'Pay' ? 'en' : locale}">`);
  });

  it('accepts the payment and returns to the shop, also on a second click', async () => {
    const session = await payment.open();
    const wanted = `http://shop.test/en/checkout/return?session=${session.id}`;
    for (const response of [await payment.press(session, 'pay'), await payment.press(session, 'pay')]) {
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(wanted);
    }
    const after = await expanded(session);
    expect(after.session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    expect(after.intent).toMatchObject({
      status: 'succeeded',
      amount: 3600,
      amount_received: 3600,
      currency: 'eur',
    });
    const page = await pageOf(session);
    expect(page.text).toContain('Already paid');
    expect(page.text).toContain(`href="${wanted}"`);
  });

  it('says that a card was declined, charges nothing, and allows another attempt', async () => {
    const session = await payment.open({ payment_intent_data: { metadata: { checkout: 'c-1' } } });
    const response = await payment.press(session, 'decline');
    expect(response.headers.get('location')).toBe(`/pay/${session.id}`);
    expect((await pageOf(session)).text).toContain('Your card was declined');
    const declined = await expanded(session);
    expect(declined.session).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect(declined.intent).toMatchObject({
      status: 'requires_payment_method',
      metadata: { checkout: 'c-1' },
      last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
    });
    await payment.press(session, 'pay');
    const paid = await expanded(session);
    expect(paid.intent).toMatchObject({
      id: declined.intent?.id,
      status: 'succeeded',
      last_payment_error: null,
    });
  });

  it('shows the bank’s page first, where the customer can refuse', async () => {
    const session = await payment.open();
    const bank = await payment.press(session, 'authenticate');
    expect(bank.headers.get('location')).toBe(`/pay/${session.id}/authenticate`);
    expect((await expanded(session)).intent?.status).toBe('requires_action');
    expect(buttons((await pageOf(session, '/authenticate')).text)).toEqual(['Confirm', 'Refuse']);
    await payment.press(session, 'refuse', '/authenticate');
    expect((await pageOf(session)).text).toContain('Your bank could not confirm');
    expect((await expanded(session)).session.payment_status).toBe('unpaid');
    await payment.press(session, 'authenticate');
    const done = await payment.press(session, 'confirm', '/authenticate');
    expect(done.headers.get('location')).toContain('http://shop.test/');
    expect((await expanded(session)).session.payment_status).toBe('paid');
  });

  it('says that a session has ended or is unknown', async () => {
    const session = await payment.open();
    await payment.stripe.checkout.sessions.expire(session.id);
    const expired = await pageOf(session);
    expect(expired.text).toContain('This payment page has expired');
    expect(expired.text).toContain('href="http://shop.test/en/basket"');
    expect(buttons(expired.text)).toEqual([]);
    expect((await fetch(`${payment.url}/pay/cs_test_unknown`)).status).toBe(404);
  });

  it('does not accept an unknown button as a payment', async () => {
    const session = await payment.open();
    await payment.press(session, 'steal');
    await payment.press(session, 'confirm', '/authenticate-not');
    expect((await expanded(session)).session.payment_status).toBe('unpaid');
  });
});

describe('an authorized payment', () => {
  const manual = { payment_intent_data: { capture_method: 'manual' } } as const;

  it('is captured, completely or partly', async () => {
    const session = await payment.paid(manual);
    expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    const id = intentIdOf(session);
    expect(await payment.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 3600,
      amount_received: 0,
    });
    await expect(
      payment.stripe.paymentIntents.capture(id, { amount_to_capture: 3601 }),
    ).rejects.toMatchObject({
      code: 'amount_too_large',
    });
    const captured = await payment.stripe.paymentIntents.capture(id, { amount_to_capture: 3000 });
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 3000, amount_capturable: 0 });
    await expect(payment.stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect((await expanded(session)).session.payment_status).toBe('paid');
  });

  it('is voided', async () => {
    const id = intentIdOf(await payment.paid(manual));
    await expect(payment.stripe.refunds.create({ payment_intent: id, amount: 3600 })).rejects.toMatchObject({
      statusCode: 400,
    });
    const canceled = await payment.stripe.paymentIntents.cancel(id);
    expect(canceled).toMatchObject({ status: 'canceled' });
    await expect(payment.stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('is not voided while its session is open', async () => {
    const session = await payment.open(manual);
    await payment.press(session, 'decline');
    const { intent } = await expanded(session);
    await expect(payment.stripe.paymentIntents.cancel(intent?.id ?? '')).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });
});
