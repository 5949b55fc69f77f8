import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { reconcileLastDays } from './nightly-reconciliation';
import { booksOf } from '@/testing/shop/reconcile';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

const alertRow = z.object({
  kind: z.string(),
  key: z.string(),
  checkoutId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
const alerts = () =>
  shop.context.database.rows(
    alertRow,
    sql`select kind, key, checkout_id as "checkoutId", detail from storefront.alert order by key`,
  );
const night = () => reconcileLastDays(shop.context, new AbortController().signal);

it('raises one alert for each finding, in however many nights it is found', async () => {
  const books = booksOf(shop);
  const id = await books.bought();
  await night();
  expect(await alerts()).toEqual([]);
  // A payment that is recorded as not paid, and a payment that is unknown here.
  await books.change(sql`update storefront.payment set state = 'closed' where checkout_id = ${id}`);
  const { id: unknown, sessionId } = await shop.paying();
  shop.provider.pay(sessionId);
  await books.change(sql`delete from storefront.payment where checkout_id = ${unknown}`);
  const { reference } = await shop.find(id);
  const expected = [
    {
      kind: 'reconciliation_finding',
      key: `paid_there_only ${reference}`,
      checkoutId: id,
      detail: { finding: 'paid_there_only', reference },
    },
    {
      kind: 'reconciliation_finding',
      key: `paid_unknown ${sessionId}`,
      checkoutId: null,
      detail: { finding: 'paid_unknown', reference: sessionId },
    },
  ];
  await night();
  expect(await alerts()).toEqual(expected);
  await night();
  expect(await alerts()).toEqual(expected);
});

it('does not succeed when one side can not be asked, so that it is run again', async () => {
  shop.provider.unavailable = true;
  await expect(night()).rejects.toMatchObject({ name: 'PaymentError' });
  shop.provider.unavailable = false;
});
