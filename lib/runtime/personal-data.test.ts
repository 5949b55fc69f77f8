import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openShopDatabase } from '@/testing/shop/tables';
import { placeOrder } from '../shop/flows/checkout/place-order';
import { readPayments } from '../shop/data/payment-store';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import type { Database } from '../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { findSeeded, person } from '@/testing/person';
import { createProgramLog } from '../log/program-log';

// The checkout's real parts, each made to fail while it handles personal data; then the whole log is
// searched.

let server: TestServer;
let lines: string[];
const log = createProgramLog({ destination: { write: (line) => lines.push(line) } });

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
beforeEach(() => {
  lines = [];
});

describe.each(['embedded', 'PostgreSQL'] as const)('on a database that is %s', (kind) => {
  let shop: TestShop;
  let database: Database;

  beforeAll(async () => {
    const shared =
      kind === 'embedded' ? {} : { database: await openShopDatabase(await server.createDatabase()) };
    shop = await startTestShop({ ...shared, timeoutMilliseconds: 2_000 });
    shop.context.report = (level, message, context) => log[level](context, message);
    ({ database } = shop.context);
  });
  afterAll(() => shop.close());
  afterEach(() => shop.reset());

  const { firstname, lastname, email, phone } = person;
  const customer = { firstname, lastname, email, telephone: phone };
  /** Makes the database refuse every new or changed row of a table: its error contains the whole row. */
  const refuse = (table: string) =>
    change(`alter table storefront.${table} add constraint refused check (false) not valid`);
  const accept = (table: string) => change(`alter table storefront.${table} drop constraint refused`);
  const change = async (statement: string) => {
    await database.transaction((transaction) => transaction.run(sql.raw(statement)));
  };

  it('a failed statement is logged by its code and routine, without its data', async () => {
    const any = z.unknown();
    const failing = [
      // "invalid input syntax for type uuid: …"
      () => database.rows(any, sql`select ${email}::uuid`),
      // "Failing row contains …"
      () =>
        database.transaction((transaction) =>
          transaction.run(
            sql`insert into storefront.lookup (id, email, language, created_at)
                values (${crypto.randomUUID()}, ${email}, ${lastname}, null)`,
          ),
        ),
    ];
    for (const run of failing) {
      // Started one after the other: a rejection that is not awaited yet would be unhandled.
      await run().then(
        () => expect.unreachable(),
        (error: unknown) => log.error({ err: error }, 'failed'),
      );
    }
    const text = lines.join('');
    expect(lines).toHaveLength(2);
    expect(text).toMatch(/"code":"22P02".*"routine":"string_to_uuid"/s);
    expect(text).toMatch(/"code":"23502"/);
    expect(findSeeded(text)).toEqual([]);
  });

  it('a purchase whose every part fails leaves nothing of the customer in the log', async () => {
    shop.mailbox.refusedRecipients.set(email, 450);
    const id = await shop.hold(2);
    await placeOrder(shop.context, orderOf(id, '36.00', customer));
    const [payment] = await readPayments(database, id);
    shop.provider.pay(payment?.sessionId ?? '');
    shop.ticketing.orderFaults.push('error_before');
    await refuse('placed_order');
    for (let tries = 0; tries < 10 && !lines.join('').includes('"code":"23514"'); tries += 1)
      await passTime(id);
    await accept('placed_order');
    for (let tries = 0; tries < 10 && (await shop.state(id)) !== 'ordered'; tries += 1) await passTime(id);
    expect(await shop.state(id)).toBe('ordered');
    await passTime(id);
    const text = lines.join('');
    // Both the database and the mail server have failed, and the log contains the cause.
    expect(text).toMatch(/"a step of a checkout failed"/);
    expect(text).toMatch(/"code":"23514"/);
    expect(text).toContain('the mail server answered 450');
    expect(findSeeded(text)).toEqual([]);
  });

  async function passTime(id: string): Promise<void> {
    await shop.later(id);
    await shop.laterAll();
    await shop.settle();
  }
});
