import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sumAmounts } from '@/lib/money/money';
import { bothItem } from '@/testing/ticketing-service/booking';
import { openGiftCards, type GiftCards } from '@/testing/ticketing-service/gift-card';
import { startTestOrders, type TestOrders } from '@/testing/ticketing-service/order';
import { applied, askVoucher } from '@/testing/ticketing-service/voucher';

// On PostgreSQL with a pool of connections, because one connection can't show a race condition.
let test: TestOrders;
let shop: GiftCards;

beforeAll(async () => {
  test = await startTestOrders();
  shop = await openGiftCards(test.service);
});
afterAll(async () => {
  expect(test.service.unexpectedErrors).toEqual([]);
  await test.close();
});

const holdEach = (count: number) =>
  Promise.all(Array.from({ length: count }, () => test.held([bothItem(test.places)])));

/** What reservations that are held or ordered have of a balance. */
async function taken(code: string): Promise<string> {
  const rows = await test.service.database.rows(
    z.object({ amount: z.string() }),
    sql`select jsonb_array_elements_text(voucher -> 'discounts') as amount from ticketing.reservation
        where voucher ->> 'code' = ${code} and (order_id is not null or released_at is null)`,
  );
  return sumAmounts(rows.map(({ amount }) => amount));
}

it('a hundred customers at once take no more of a balance than there is', async () => {
  const { code } = await shop.buy();
  const purchases = await holdEach(100);
  const results = await Promise.all(purchases.map((one) => applied(test.service, code, one)));
  expect(sumAmounts(results.map(({ discountInclTax }) => discountInclTax))).toBe('50.00');
  expect(results.filter(({ refusal }) => refusal === 'USED_UP')).toHaveLength(98);
  expect(await taken(code)).toBe('50.00');
});

it('while tickets are cancelled and bought, what is taken and what is left are what was paid', async () => {
  const { code } = await shop.buy();
  const used = await Promise.all(
    (await holdEach(10)).map(async (reservations) => {
      const {
        refusal,
        reservations: [one],
      } = await applied(test.service, code, reservations);
      const { body } = await test.ask(reservations);
      if (refusal !== null || one === undefined) return '0.00';
      const order = z.object({ orders: z.tuple([z.object({ '@id': z.string() })]) }).parse(body).orders[0];
      const { body: cancelled } = await test.service.call('POST', `${order['@id']}/_cancel`, {
        body: { reason: 'a test', override: true },
      });
      return z.object({ returnedToBalanceInclTax: z.string() }).parse(cancelled).returnedToBalanceInclTax;
    }),
  );
  const left = (await shop.vouchers()).find((one) => one.code === code)?.remainingInclTax;
  expect(left).toBe('50.00');
  expect(await taken(code)).toBe(sumAmounts(used));
});

it('an order of a gift card is cancelled, or its code is used: never both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { code, order } = await shop.buy();
    const [reservations = []] = await holdEach(1);
    const [use, cancel] = await Promise.all([
      askVoucher(test.service, code, reservations),
      test.service.call('POST', `${order['@id']}/_cancel`, { body: { reason: 'a test' } }),
    ]);
    const { discountInclTax } = z.object({ discountInclTax: z.string() }).parse(use.body);
    expect([discountInclTax, cancel.status]).toEqual(cancel.status === 201 ? ['0.00', 201] : ['36.00', 422]);
    expect(await taken(code)).toBe(discountInclTax);
  }
});
