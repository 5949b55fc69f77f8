import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCheckout } from '../lookup/read-checkout';
import { isUncharged } from '../../rules/checkout';
import { readPayments } from '../../data/payment-store';
import { placeOrder } from '../checkout/place-order';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

const statusOf = (sessionId: string) => shop.provider.sessions.get(sessionId)?.status;

/** The customer opens the address to which the payment page leads back, and is asked about as the page does. */
async function goBack(id: string, sessionId: string): Promise<void> {
  const back = new URL(shop.provider.sessions.get(sessionId)?.cancelUrl ?? '');
  expect(back.pathname).toBe(`/en/checkout/${id}`);
  expect(back.searchParams.get('payment')).toBe('cancelled');
  await askIfPaying(shop.context, id, back.searchParams.get('page'));
}

async function isCertainlyUncharged(id: string): Promise<boolean> {
  return isUncharged(await shop.find(id), await readPayments(shop.context.database, id));
}

describe('a customer who leaves the payment page without paying', () => {
  it('can’t be charged on it any more, still holds the tickets, and can pay on a new page', async () => {
    const { id, sessionId } = await shop.paying();
    await goBack(id, sessionId);
    expect(statusOf(sessionId)).toBe('expired');
    expect(await shop.state(id)).toBe('held');
    expect(await isCertainlyUncharged(id)).toBe(true);
    expect((await readCheckout(shop.context, id, 'en'))?.checkout.holdAlive).toBe(true);
    const again = await placeOrder(shop.context, orderOf(id, '36.00'));
    if (again.kind !== 'pay') throw new Error(`no page: ${again.kind}`);
    expect(again.url).not.toContain(sessionId);
    shop.provider.pay(again.url.slice(again.url.lastIndexOf('/') + 1));
    await askIfPaying(shop.context, id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });

  it('can’t be charged on it either if the provider was asked a moment before', async () => {
    const { id, sessionId } = await shop.paying();
    await askIfPaying(shop.context, id);
    await goBack(id, sessionId);
    expect(statusOf(sessionId)).toBe('expired');
    expect(await shop.state(id)).toBe('held');
  });

  it('but has paid in another window gets the order', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    await goBack(id, sessionId);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });

  it('and pays in another window at this moment gets the order', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.meanwhile = ({ path }) => {
      if (path.endsWith('/expire')) {
        shop.provider.meanwhile = null;
        shop.provider.pay(sessionId);
      }
      return Promise.resolve();
    };
    await goBack(id, sessionId);
    expect(shop.provider.meanwhile).toBeNull();
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });

  it('while the provider can’t be asked may have paid, as far as we know', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.unavailable = true;
    await goBack(id, sessionId);
    expect(await isCertainlyUncharged(id)).toBe(false);
    shop.provider.unavailable = false;
    shop.provider.pay(sessionId);
    await shop.later(id);
    await askIfPaying(shop.context, id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });

  it('and reloads that address while paying on the next page does not lose the next page', async () => {
    const { id, sessionId } = await shop.paying();
    await goBack(id, sessionId);
    const next = await placeOrder(shop.context, orderOf(id, '36.00'));
    if (next.kind !== 'pay') throw new Error(`no page: ${next.kind}`);
    await goBack(id, sessionId);
    expect(statusOf(next.url.slice(next.url.lastIndexOf('/') + 1))).toBe('open');
    expect(await shop.state(id)).toBe('paying');
  });
});
