import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { chargeResource, eventResource, paymentIntentResource, refundResource } from './payment-resource';
import { disputeResource, warningResource } from './dispute-resource';
import type { CheckoutSession, Dispute, PaymentIntent, Refund } from './records';
import { checkoutSessionResource } from './session-resource';

const session: CheckoutSession = {
  id: 'cs_test_1',
  url: 'http://demo.test/pay/cs_test_1',
  created: 1,
  expiresAt: 2,
  status: 'complete',
  currency: 'eur',
  amountTotal: 3600,
  lineItems: [],
  customerEmail: 'ada@example.org',
  locale: 'en',
  successUrl: 'http://shop.test',
  cancelUrl: null,
  clientReferenceId: null,
  metadata: {},
  captureMethod: 'manual',
  intentDescription: null,
  intentMetadata: {},
  intentId: 'pi_1',
};

const charge = { id: 'ch_1', created: 1, succeeded: true };

const intent: PaymentIntent = {
  id: 'pi_1',
  sessionId: session.id,
  created: 1,
  amount: 3600,
  currency: 'eur',
  status: 'succeeded',
  captureMethod: 'manual',
  description: null,
  metadata: {},
  receiptEmail: null,
  amountReceived: 3600,
  canceledAt: null,
  cancellationReason: null,
  failure: null,
  charge,
  paymentMethodId: 'pm_1',
};

const refund: Refund = {
  id: 're_1',
  created: 1,
  intentId: intent.id,
  chargeId: charge.id,
  amount: 1000,
  currency: 'eur',
  metadata: {},
  status: 'succeeded',
};

const warning = { id: 'issfr_1', created: 1, intentId: intent.id, chargeId: charge.id };
const dispute: Dispute = {
  ...warning,
  id: 'du_1',
  amount: 3600,
  currency: 'eur',
  status: 'needs_response',
  dueBy: 2,
};

describe('the resources', () => {
  // The assignments are the test: a missing member of Stripe's type does not compile.
  it('have Stripe’s own types', () => {
    const checkout: Stripe.Checkout.Session = checkoutSessionResource({ session, intent });
    const payment: Stripe.PaymentIntent = paymentIntentResource(intent);
    const charged: Stripe.Charge = chargeResource(intent, charge, [refund]);
    const refunded: Stripe.Refund = refundResource(refund);
    const disputed: Stripe.Dispute = disputeResource(dispute);
    const warned: Stripe.Radar.EarlyFraudWarning = warningResource(warning);
    const event: Omit<Stripe.Event, 'data' | 'type'> = eventResource({
      id: 'evt_1',
      created: 1,
      type: 'refund.created',
      object: refundResource(refund),
    });
    expect(
      [checkout, payment, charged, refunded, disputed, warned, event].map(({ object }) => object),
    ).toEqual([
      'checkout.session',
      'payment_intent',
      'charge',
      'refund',
      'dispute',
      'radar.early_fraud_warning',
      'event',
    ]);
  });

  it('distinguish a partial refund from a whole one', () => {
    expect(chargeResource(intent, charge, [refund])).toMatchObject({
      amount_refunded: 1000,
      refunded: false,
    });
    const rest: Refund = { ...refund, id: 're_2', amount: 2600 };
    expect(chargeResource(intent, charge, [refund, rest])).toMatchObject({ refunded: true });
    expect(chargeResource(intent, charge, [{ ...refund, status: 'failed' }])).toMatchObject({
      amount_refunded: 0,
    });
  });
});
