import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bothItem } from '@/testing/ticketing-service/booking';
import { citusUrl } from '@/testing/database/citus';
import { lockWaits } from '@/testing/ticketing-service/trouble';
import { startTestOrders, type TestOrders } from '@/testing/ticketing-service/order';
import { applied, madeVoucher } from '@/testing/ticketing-service/voucher';
import { newId } from '../ids/new-id';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';

// On PostgreSQL with a pool of connections, because one connection can't show a race condition.
let test: TestOrders;
let catalog: string;

beforeAll(async () => {
  test = await startTestOrders();
  catalog = test.places.offer.slice(0, test.places.offer.indexOf('/offers/'));
  const body = boatAndMuseum({ boatCapacity: 500, offerCapacity: 500 });
  await test.service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' });
});
afterAll(async () => {
  expect(test.service.unexpectedErrors).toEqual([]);
  await test.close();
});

const holdEach = async (count: number) =>
  Promise.all(Array.from({ length: count }, () => test.held([bothItem(test.places)])));
const expire = (reservations: readonly string[]) =>
  test.change(
    sql`update ticketing.reservation set expires_at = statement_timestamp() - interval '1 second'
        where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(
          reservations.map((path) => path.split('/').at(-1)),
        )}::jsonb))`,
  );

describe('one remaining use', () => {
  it('goes to one of a hundred customers, and the others are told that it is used up', async () => {
    await madeVoucher(test.service, catalog, { code: 'ONCE', maximumUses: 1 });
    const purchases = await holdEach(100);
    const results = await Promise.all(purchases.map((one) => applied(test.service, 'once', one)));
    expect(results.filter(({ refusal }) => refusal === null)).toHaveLength(1);
    expect(results.filter(({ refusal }) => refusal === 'USED_UP')).toHaveLength(99);
    const rows = await test.service.database.rows(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from ticketing.reservation where voucher ->> 'code' = 'ONCE'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is used once when the same customer sends the call many times', async () => {
    await madeVoucher(test.service, catalog, { code: 'DOUBLE', maximumUses: 1 });
    const [purchase = []] = await holdEach(1);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => applied(test.service, 'DOUBLE', purchase)),
    );
    expect(new Set(results.map(({ refusal, discountInclTax }) => `${refusal} ${discountInclTax}`))).toEqual(
      new Set(['null 10.00']),
    );
  });

  it('that is being ordered at the moment of its expiry is waited for, and not given to another', async () => {
    await madeVoucher(test.service, catalog, { code: 'LAST', maximumUses: 1 });
    const [first = [], second = []] = await holdEach(2);
    await applied(test.service, 'LAST', first);
    await expire(first);
    const id = first[0]?.split('/').at(-1);
    const written = signal();
    const mayCommit = signal();
    // What an order does that was decided just before the end, and is not committed yet.
    const ordering = test.service.database.transaction(async (transaction) => {
      await transaction.run(sql`update ticketing.reservation set order_id = ${newId()} where id = ${id}`);
      written.send();
      await mayCommit.sent;
    });
    await written.sent;
    const later = applied(test.service, 'LAST', second);
    await expect.poll(waiting).toBeGreaterThan(0);
    mayCommit.send();
    await ordering;
    expect((await later).refusal).toBe('USED_UP');
  });

  it('returns for several customers at once without a deadlock when many have expired', async () => {
    await madeVoucher(test.service, catalog, { code: 'FIVE', maximumUses: 5 });
    const earlier = await holdEach(5);
    await Promise.all(earlier.map((one) => applied(test.service, 'FIVE', one)));
    const later = await holdEach(20);
    await expire(earlier.flat());
    const answers = await Promise.all([
      ...later.map(async (one) => (await applied(test.service, 'FIVE', one)).refusal),
      ...earlier.map(async (one) => (await test.ask(one)).status),
    ]);
    expect(answers.filter((one) => one === null)).toHaveLength(5);
    expect(answers.filter((one) => one === 'USED_UP')).toHaveLength(15);
    expect(answers.filter((one) => one === 422)).toHaveLength(5);
  });
});

function signal() {
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { send, sent };
}

/** How many connections wait for a lock. */
async function waiting(): Promise<number> {
  const [found] = await test.service.database.rows(
    z.object({ count: z.int() }),
    sql.raw(lockWaits(citusUrl !== undefined)),
  );
  return found?.count ?? 0;
}
