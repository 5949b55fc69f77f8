import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeOrder } from '../checkout/pay';
import { readPayments } from '../checkout/payment-store';
import { readCheckout } from '../checkout/read-checkout';
import { askIfPaying, closePayment } from '../checkout/settle';
import { orderOf, startStage, type Stage } from '../checkout/testing';
import { checkoutPageOf, type CheckoutPage } from './checkout-page';
import { phaseOf } from './orders';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

/** What the customer's page shows: the provider is asked first, where it can be. */
async function pageOf(id: string): Promise<CheckoutPage> {
  await askIfPaying(stage.rooms, id);
  const view = await readCheckout(stage.rooms, id, 'en');
  if (view === null) throw new Error('no such checkout');
  return checkoutPageOf(view, await readPayments(stage.rooms.database, id));
}

describe('a hold that ended while the customer was paying', () => {
  it('is being confirmed until the provider has answered, and then paid', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    stage.provider.away = true;
    await stage.later(id, { holdOver: true });
    expect(await pageOf(id)).toMatchObject({ kind: 'unconfirmed' });
    await stage.settle();
    expect(await pageOf(id)).toMatchObject({ kind: 'unconfirmed' });
    stage.provider.away = false;
    await stage.later(id);
    await stage.settle();
    expect(await pageOf(id)).toEqual({ kind: 'placed' });
    expect(await stage.state(id)).toBe('ordered');
  });

  it('is being confirmed until the provider has closed the page, and then over and not charged', async () => {
    const { id, sessionId } = await stage.paying();
    await stage.later(id, { holdOver: true });
    // The provider says "open": it can still be paid at any moment.
    expect(await pageOf(id)).toMatchObject({ kind: 'unconfirmed' });
    await stage.settle();
    expect(stage.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(await pageOf(id)).toMatchObject({ kind: 'expired', reason: null });
  });

  it('leads to the order’s page when staff look into it', async () => {
    const { id } = await stage.paying();
    await stage.later(id, { holdOver: true });
    await stage.rooms.database.transaction((transaction) =>
      transaction.run(sql`update storefront.checkout set escalated_at = clock_timestamp() where id = ${id}`),
    );
    expect(await pageOf(id)).toEqual({ kind: 'placed' });
    expect(phaseOf(await stage.find(id))).toBe('attention');
  });
});

describe('a provider that is away', () => {
  it('after the customer paid in another window leaves open whether something was charged', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    stage.provider.away = true;
    const placed = await placeOrder(stage.rooms, orderOf(id, '36.00'));
    expect(placed).toEqual({ kind: 'provider_away', mayHavePaid: true });
    expect(await pageOf(id)).toMatchObject({ kind: 'open', isUncharged: false });
    stage.provider.away = false;
    await stage.later(id);
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({ kind: 'placed' });
  });

  it('before anybody was shown a page to pay on has charged nothing', async () => {
    const id = await stage.hold();
    stage.provider.away = true;
    const placed = await placeOrder(stage.rooms, orderOf(id, '36.00'));
    expect(placed).toEqual({ kind: 'provider_away', mayHavePaid: false });
  });

  it('and has answered only one of two windows: the other one does not say that nothing was charged', async () => {
    const id = await stage.hold();
    stage.provider.meanwhile = async () => {
      stage.provider.meanwhile = null;
      const other = await placeOrder(stage.rooms, orderOf(id, '36.00'));
      if (other.kind !== 'pay') throw new Error(`no page: ${other.kind}`);
      stage.provider.pay(other.url.slice(other.url.lastIndexOf('/') + 1));
      stage.provider.away = true;
      stage.network.provider.breakAll();
    };
    const placed = await placeOrder(stage.rooms, orderOf(id, '36.00'));
    expect(placed).toEqual({ kind: 'provider_away', mayHavePaid: true });
  });
});

describe('nothing was charged', () => {
  it('is certain when the provider has closed the page and the hold goes on', async () => {
    const { id } = await stage.paying();
    expect(await pageOf(id)).toMatchObject({ kind: 'open', isUncharged: false });
    await closePayment(stage.rooms, id);
    expect(await pageOf(id)).toMatchObject({ kind: 'open', isUncharged: true });
  });

  it('is certain of a hold that ended before the customer ordered', async () => {
    const id = await stage.hold();
    expect(await pageOf(id)).toMatchObject({ kind: 'open', isUncharged: true });
    await stage.later(id, { holdOver: true });
    expect(await pageOf(id)).toMatchObject({ kind: 'expired', reason: null });
    await stage.settle();
    expect(await pageOf(id)).toMatchObject({ kind: 'expired', reason: null });
  });

  it('is said with the reason for a free order that could not be made', async () => {
    stage.ticketing.price = '0.00';
    stage.ticketing.orderFaults.push('refuse');
    const id = await stage.hold();
    await placeOrder(stage.rooms, orderOf(id, '0.00'));
    await stage.settle();
    expect(await pageOf(id)).toMatchObject({ kind: 'expired', reason: 'order_refused' });
  });

  it('is not believed of a state that does not fit its payments', async () => {
    const { id } = await stage.paying();
    for (const state of ['expired', 'cancelled', 'held']) {
      await stage.rooms.database.transaction((transaction) =>
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
