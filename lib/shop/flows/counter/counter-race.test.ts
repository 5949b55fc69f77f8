import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openShopDatabase } from '@/testing/shop/tables';
import { heldId, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { readAudit } from '../../data/audit-store';
import { readPayments } from '../../data/payment-store';
import { holdAtCounter } from './hold-at-counter';
import { takePayment } from './take-payment';

let server: TestServer;
let shop: TestShop;
beforeAll(async () => {
  server = await startPostgres();
  // Each desk has a connection of its own; PGlite has only one.
  shop = await startTestShop({ database: await openShopDatabase(await server.createDatabase(), 12) });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});
beforeEach(() => shop.reset());

const rounds = Array.from({ length: 10 }, (_, round) => round);

const holdFor = (quantity: number) =>
  holdAtCounter(shop.context, {
    saleId: crypto.randomUUID(),
    mostTickets: 20,
    language: 'en',
    catalogId: shop.ticketing.catalogId,
    items: [shop.ticketing.item(quantity)],
  });

it('two desks that take the money of one sale at the same moment take it once', async () => {
  for (const round of rounds) {
    const checkoutId = heldId(await holdFor(2));
    const { customer } = orderOf(checkoutId, '36.00');
    const take = (staff: string) =>
      takePayment(shop.context, {
        checkoutId,
        staff,
        total: '36.00',
        customer,
        isReached: true,
        tender: staff === 'ada' ? { method: 'cash', given: '50.00' } : { method: 'terminal', receipt: null },
      });
    const answers = await Promise.all([take('ada'), take('ben')]);
    expect([round, ...answers.map(({ kind }) => kind).sort()]).toEqual([round, 'paid_before', 'taken']);
    const winner = answers[0].kind === 'taken' ? 'ada' : 'ben';
    const method = winner === 'ada' ? 'cash' : 'terminal';
    expect(await readPayments(shop.context.database, checkoutId)).toMatchObject([{ method, state: 'paid' }]);
    const sold = await readAudit(shop.context.database, { action: 'sold_at_counter' });
    expect(sold.filter(({ subjectId }) => subjectId === checkoutId)).toMatchObject([{ staff: winner }]);
    await shop.settle();
    expect(await shop.ordersFor(checkoutId)).toHaveLength(1);
  }
});

it('two desks that hold the last place at the same moment hold it once', async () => {
  for (const round of rounds) {
    shop.ticketing.stock = 1;
    const known = shop.ticketing.reservations.size;
    const answers = await Promise.all([holdFor(1), holdFor(1)]);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['held', 'refused']);
    expect([round, shop.ticketing.reservations.size - known]).toEqual([round, 1]);
  }
});
