import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { reconciliationJob } from './nightly-reconciliation';
import { booksOf } from './reconcile-testing';
import { startStage, type Stage } from './testing';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

const alertRow = z.object({
  kind: z.string(),
  key: z.string(),
  checkoutId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
const alerts = () =>
  stage.rooms.database.rows(
    alertRow,
    sql`select kind, key, checkout_id as "checkoutId", detail from storefront.alert order by key`,
  );
const night = () => reconciliationJob(stage.rooms, 3).run(new AbortController().signal);

it('raises one alert for each finding, however many nights it stands', async () => {
  const books = booksOf(stage);
  const id = await books.bought();
  await night();
  expect(await alerts()).toEqual([]);
  // Paid, and written down as not paid; and a payment of which nothing is known here.
  await books.change(sql`update storefront.payment set state = 'closed' where checkout_id = ${id}`);
  const { id: unknown, sessionId } = await stage.paying();
  stage.provider.pay(sessionId);
  await books.change(sql`delete from storefront.payment where checkout_id = ${unknown}`);
  const { reference } = await stage.find(id);
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

it('does not succeed when a side can not be asked, so that it is done again', async () => {
  stage.provider.away = true;
  await expect(night()).rejects.toMatchObject({ name: 'PaymentError' });
  stage.provider.away = false;
});
