import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeOrder } from '../flows/checkout/place-order';
import { readCheckout } from '../flows/lookup/read-checkout';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

describe('a reservation that costs more or less than its items', () => {
  it.each([
    ['a fee', '1.50', '37.50', ['Adult', 'Booking fee']],
    ['a discount', '-1.50', '34.50', null],
    ['neither', '0.00', '36.00', ['Adult']],
  ] as const)('%s: is shown, charged, ordered and confirmed to the cent', async (kind, fee, total, names) => {
    shop.ticketing.fee = fee;
    const { id, sessionId } = await shop.paying();
    const view = await readCheckout(shop.context, id, 'en');
    expect(view).toMatchObject({ fees: fee, total });
    const session = shop.provider.sessions.get(sessionId);
    expect(session?.amountTotal).toBe(Math.round(Number(total) * 100));
    const { reference } = await shop.find(id);
    expect(session?.lineItems.map(({ name }) => name)).toEqual(names ?? [reference]);
    shop.provider.pay(sessionId);
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect((await shop.ordersFor(id)).map((order) => order.totalAmountInclTax)).toEqual([total]);
    expect(shop.reports).toEqual([]);
    const row = { 'a fee': 'Booking fee  €1.50', 'a discount': 'Discount  -€1.50', neither: '2 × Adult' }[
      kind
    ];
    expect(shop.mailbox.mails.at(-1)?.mail.text).toContain(row);
  });

  it('is not ordered unless the button showed the total with the fee', async () => {
    shop.ticketing.fee = '1.50';
    const id = await shop.hold();
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toEqual({ kind: 'total_changed' });
    expect(await placeOrder(shop.context, orderOf(id, '37.50'))).toMatchObject({ kind: 'pay' });
  });
});
