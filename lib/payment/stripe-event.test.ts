import { describe, expect, it } from 'vitest';
import { readStripeEvent } from './stripe-event';

const event = (type: string, object: object) => ({
  id: 'evt_1',
  object: 'event',
  created: 1809000000,
  type,
  data: { object },
});

describe('an event after a purchase refers to', () => {
  const cases: [string, string, object, object][] = [
    [
      'a refund, its payment and its charge',
      'refund.failed',
      { id: 're_1', object: 'refund', payment_intent: 'pi_1', charge: 'ch_1' },
      { objectId: 're_1', intent: 'pi_1', charge: 'ch_1' },
    ],
    [
      'a charge and its payment',
      'charge.refunded',
      { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', amount_refunded: 100 },
      { objectId: 'ch_1', intent: 'pi_1', charge: 'ch_1' },
    ],
    [
      'a dispute, its payment and its charge, also where they are expanded',
      'charge.dispute.created',
      { id: 'du_1', object: 'dispute', payment_intent: { id: 'pi_1' }, charge: { id: 'ch_1' } },
      { objectId: 'du_1', intent: 'pi_1', charge: 'ch_1' },
    ],
    [
      'a fraud warning, whose payment may be missing',
      'radar.early_fraud_warning.created',
      { id: 'issfr_1', object: 'radar.early_fraud_warning', charge: 'ch_1' },
      { objectId: 'issfr_1', intent: null, charge: 'ch_1' },
    ],
    [
      'nothing, if its members are of other kinds',
      'review.opened',
      { id: 'prv_1', object: 'review', charge: 7, payment_intent: {} },
      { objectId: 'prv_1', intent: null, charge: null },
    ],
    [
      'nothing, if its object has no id',
      'checkout.session.expired',
      { object: 'checkout.session' },
      { objectId: null, intent: null, charge: null },
    ],
    [
      'a charge without an id, and not what that charge names as its charge',
      'charge.refunded',
      { object: 'charge', charge: 'ch_2' },
      { objectId: null, intent: null, charge: null },
    ],
    [
      'no checkout, if another object names one',
      'payment_link.created',
      { id: 'plink_1', object: 'payment_link', client_reference_id: 'c-1' },
      { objectId: 'plink_1', intent: null, charge: null },
    ],
  ];
  it.each(cases)('%s', (_, type, object, expected) => {
    expect(readStripeEvent(event(type, object))).toEqual({
      kind: 'event',
      id: 'evt_1',
      type,
      createdAt: new Date(1809000000 * 1000),
      sessionId: null,
      checkoutId: null,
      paid: null,
      ...expected,
    });
  });
});

describe('the event of a session proves a payment', () => {
  const completed = 'checkout.session.completed';
  const paid = {
    id: 'cs_1',
    object: 'checkout.session',
    client_reference_id: 'c-1',
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    amount_total: 3600,
    currency: 'eur',
    payment_intent: 'pi_1',
  };
  const proof = { amount: '36.00', currency: 'EUR', intent: 'pi_1' };

  it.each([completed, 'checkout.session.async_payment_succeeded'])('by %s', (type) => {
    const expanded = { ...paid, payment_intent: { id: 'pi_1', object: 'payment_intent' } };
    for (const session of [paid, expanded]) {
      expect(readStripeEvent(event(type, session))).toMatchObject({
        sessionId: 'cs_1',
        checkoutId: 'c-1',
        intent: 'pi_1',
        paid: proof,
      });
    }
  });

  const unproven: [string, string, object][] = [
    ['the money is only authorized', completed, { payment_status: 'unpaid' }],
    ['there was nothing to pay', completed, { payment_status: 'no_payment_required', payment_intent: null }],
    ['the page is open', completed, { status: 'open' }],
    ['it is a subscription', completed, { mode: 'subscription' }],
    ['it has no payment', completed, { payment_intent: null }],
    ['it has no amount', completed, { amount_total: null }],
    ['its amount is no whole number of cents', completed, { amount_total: 36.5 }],
    ['it has no currency', completed, { currency: null }],
    ['the object is no session', completed, { object: 'payment_link' }],
    ['the event says that the page is closed', 'checkout.session.expired', {}],
  ];
  it.each(unproven)('not if %s', (_, type, difference) => {
    expect(readStripeEvent(event(type, { ...paid, ...difference }))).toMatchObject({ paid: null });
  });
});

it('of a session without a checkout refers to none', () => {
  const session = { id: 'cs_1', object: 'checkout.session', client_reference_id: null };
  expect(readStripeEvent(event('checkout.session.expired', session))).toMatchObject({
    sessionId: 'cs_1',
    checkoutId: null,
  });
});

it('is null for an object that is not an event', () => {
  expect(readStripeEvent({ id: 'evt_1', type: 'refund.failed', created: 1 })).toBeNull();
  expect(readStripeEvent({ type: 'refund.failed', created: 1, data: { object: {} } })).toBeNull();
});
