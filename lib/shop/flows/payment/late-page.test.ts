import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeOrder } from '../checkout/place-order';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { processDue } from '@/testing/shop/process-due';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

/** Runs something else while the provider opens its next page. */
function whileThePageOpens(act: () => Promise<unknown>): void {
  shop.provider.meanwhile = async ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/checkout/sessions') return;
    shop.provider.meanwhile = null;
    await act();
  };
}

const pagesOf = (id: string) =>
  [...shop.provider.sessions.values()].filter((one) => one.clientReferenceId === id);

describe('a payment page that opens after its payment was closed', () => {
  it('because the hold has ended is closed at the provider, and the customer is not sent there', async () => {
    const id = await shop.hold();
    whileThePageOpens(async () => {
      await shop.later(id, { holdOver: true });
      await processDue(shop.context);
    });
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toEqual({ kind: 'expired' });
    expect(pagesOf(id).map(({ status }) => status)).toEqual(['expired']);
  });

  it('because another window ordered for another e-mail address is closed: only one page can be paid', async () => {
    const id = await shop.hold();
    whileThePageOpens(() => placeOrder(shop.context, orderOf(id, '36.00', { email: 'other@example.org' })));
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
    const open = pagesOf(id).filter(({ status }) => status === 'open');
    expect(open.map(({ customerEmail }) => customerEmail)).toEqual(['ada@example.org']);
  });
});
