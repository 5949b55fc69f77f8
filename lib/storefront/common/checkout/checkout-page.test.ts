import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { placeOrder } from '../../../shop/flows/checkout/place-order';
import { readCheckout } from '../../../shop/flows/lookup/read-checkout';
import { readPayments } from '../../../shop/data/payment-store';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { checkoutPageOf, type CheckoutPage } from './checkout-page';
import { phaseOf } from '../order/orders';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** What the customer's page shows; the provider is asked first if possible. */
async function pageOf(id: string): Promise<CheckoutPage> {
  await askIfPaying(shop.context, id);
  const view = await readCheckout(shop.context, id, 'en');
  if (view === null) throw new Error('no such checkout');
  return checkoutPageOf(view, await readPayments(shop.context.database, id));
}

describe('a checkout whose hold ended while the customer was paying', () => {
  it('is shown as unconfirmed until the provider has answered, and then as paid', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    shop.provider.unavailable = true;
    await shop.later(id, { holdOver: true });
    expect(await pageOf(id)).toMatchObject({ kind: 'unconfirmed' });
    await shop.settle();
    expect(await pageOf(id)).toMatchObject({ kind: 'unconfirmed' });
    shop.provider.unavailable = false;
    await shop.later(id);
    await shop.settle();
    expect(await pageOf(id)).toEqual({ kind: 'placed' });
    expect(await shop.state(id)).toBe('ordered');
  });

  it('is shown as unconfirmed until the provider has closed the page, and then as expired and not charged', async () => {
    const { id, sessionId } = await shop.paying();
    await shop.later(id, { holdOver: true });
    // The provider's status is "open", so the page can still be paid at any moment.
    expect(await pageOf(id)).toMatchObject({ kind: 'unconfirmed' });
    await shop.settle();
    expect(shop.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(await pageOf(id)).toMatchObject({ kind: 'expired', reason: null });
  });

  it('leads to the order’s page when staff look into it', async () => {
    const { id } = await shop.paying();
    await shop.later(id, { holdOver: true });
    await shop.context.database.transaction((transaction) =>
      transaction.run(sql`update storefront.checkout set escalated_at = clock_timestamp() where id = ${id}`),
    );
    expect(await pageOf(id)).toEqual({ kind: 'placed' });
    expect(phaseOf(await shop.find(id))).toBe('attention');
  });
});

describe('an unreachable payment provider', () => {
  it('after the customer paid in another window leaves it open whether the customer was charged', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    shop.provider.unavailable = true;
    const placed = await placeOrder(shop.context, orderOf(id, '36.00'));
    expect(placed).toEqual({ kind: 'provider_unavailable', mayHavePaid: true });
    expect(await pageOf(id)).toMatchObject({ kind: 'open', isUncharged: false });
    shop.provider.unavailable = false;
    await shop.later(id);
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toEqual({ kind: 'placed' });
  });

  it('before any payment page was shown means that nothing was charged', async () => {
    const id = await shop.hold();
    shop.provider.unavailable = true;
    const placed = await placeOrder(shop.context, orderOf(id, '36.00'));
    expect(placed).toEqual({ kind: 'provider_unavailable', mayHavePaid: false });
  });

  it('that has answered only one of two windows: the other window does not say that nothing was charged', async () => {
    const id = await shop.hold();
    shop.provider.meanwhile = async () => {
      shop.provider.meanwhile = null;
      const other = await placeOrder(shop.context, orderOf(id, '36.00'));
      if (other.kind !== 'pay') throw new Error(`no page: ${other.kind}`);
      shop.provider.pay(other.url.slice(other.url.lastIndexOf('/') + 1));
      shop.provider.unavailable = true;
      shop.network.provider.breakAll();
    };
    const placed = await placeOrder(shop.context, orderOf(id, '36.00'));
    expect(placed).toEqual({ kind: 'provider_unavailable', mayHavePaid: true });
  });
});

describe('the message "nothing was charged"', () => {
  it('is shown when the provider has closed the page and the hold continues', async () => {
    const { id, sessionId } = await shop.paying();
    expect(await pageOf(id)).toMatchObject({ kind: 'open', isUncharged: false });
    const session = shop.provider.sessions.get(sessionId);
    if (session !== undefined) session.status = 'expired';
    await shop.later(id);
    expect(await pageOf(id)).toMatchObject({ kind: 'open', isUncharged: true });
  });

  it('is shown for a hold that ended before the customer ordered', async () => {
    const id = await shop.hold();
    expect(await pageOf(id)).toMatchObject({ kind: 'open', isUncharged: true });
    await shop.later(id, { holdOver: true });
    expect(await pageOf(id)).toMatchObject({ kind: 'expired', reason: null });
    await shop.settle();
    expect(await pageOf(id)).toMatchObject({ kind: 'expired', reason: null });
  });

  it('is shown with the reason for a free order that could not be made', async () => {
    shop.ticketing.price = '0.00';
    shop.ticketing.orderFaults.push('refuse');
    const id = await shop.hold();
    await placeOrder(shop.context, orderOf(id, '0.00'));
    await shop.settle();
    expect(await pageOf(id)).toMatchObject({ kind: 'expired', reason: 'order_refused' });
  });

  it('is not shown for a state that does not match its payments', async () => {
    const { id } = await shop.paying();
    for (const state of ['expired', 'cancelled', 'held']) {
      await shop.context.database.transaction((transaction) =>
        transaction.run(sql`update storefront.checkout set state = ${state} where id = ${id}`),
      );
      const page = await pageOf(id);
      expect(page).toMatchObject(state === 'held' ? { isUncharged: false } : { kind: 'unconfirmed' });
    }
  });
});

describe('the phase of an order', () => {
  const quiet = { reason: null, settledAs: null, escalatedAt: null };
  const escalated = { ...quiet, escalatedAt: new Date() };

  it.each(['paying', 'paid', 'ordering', 'refunding', 'voiding'] as const)(
    'is with staff when %s takes too long',
    (state) => {
      expect(phaseOf({ ...quiet, state })).not.toBe('attention');
      expect(phaseOf({ ...escalated, state })).toBe('attention');
    },
  );

  it('stays confirmed when only the capture takes too long, or failed', () => {
    expect(phaseOf({ ...escalated, state: 'capturing' })).toBe('confirmed');
    expect(phaseOf({ ...quiet, state: 'attention', reason: 'capture_failed' })).toBe('confirmed');
    const settled = {
      ...quiet,
      state: 'attention',
      reason: 'capture_failed',
      settledAs: 'refunded',
    } as const;
    expect(phaseOf(settled)).toBe('settled');
  });

  it('is with staff until they have settled it', () => {
    const waiting = { ...quiet, state: 'attention', reason: 'order_unknown' } as const;
    expect(phaseOf(waiting)).toBe('attention');
    expect(phaseOf({ ...waiting, settledAs: 'nothing' })).toBe('settled');
  });
});
