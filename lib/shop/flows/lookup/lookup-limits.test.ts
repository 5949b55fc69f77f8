import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { insertCheckout } from '../../data/checkout-store';
import { openShopDatabase } from '@/testing/shop/tables';
import { beginLookup, codeFor, tryCode } from './lookup';
import { hashToken, newReference, newToken } from '../../tokens';

// An embedded database has one connection and therefore no races: these tests run on PostgreSQL.
let server: TestServer;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase());
});

afterAll(async () => {
  await database.close();
  await server.stop();
});

const context = () => ({ database, linkSecret: 'a secret of the links, long enough' });
const newAddress = () => `${crypto.randomUUID()}@example.org`;
const browser = () => hashToken(newToken());
const many = <Result>(count: number, once: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => once(index)));

/** An order with this e-mail address. */
async function orderOf(email: string): Promise<void> {
  const id = crypto.randomUUID();
  await database.transaction(async (transaction) => {
    const expiresAt = new Date(Date.now() + 600_000);
    await insertCheckout(transaction, { id, reference: newReference(), language: 'en', expiresAt });
    await transaction.run(
      sql`update storefront.checkout set state = 'ordered', email = ${email} where id = ${id}`,
    );
  });
}

describe('a search for orders', () => {
  it('of a customer gets its code, however often an attacker in another network has requested codes', async () => {
    const email = newAddress();
    await orderOf(email);
    const begin = (network: string) => beginLookup(context(), { email, language: 'en', network });
    const strangers = await many(20, () => begin('stranger'));
    const sent = await many(20, (index) => codeFor(context(), strangers[index] ?? ''));
    expect(sent.filter((one) => one !== null)).toHaveLength(5);
    // The attacker's tries do not count for the customer either.
    for (const lookupId of strangers)
      await tryCode(context(), { lookupId, code: '00000000', tokenHash: browser() });
    const mine = await begin('customer');
    const code = await codeFor(context(), mine);
    expect(
      await tryCode(context(), { lookupId: mine, code: code?.code ?? '', tokenHash: browser() }),
    ).toEqual({
      kind: 'opened',
    });
  });

  it('gets no e-mail when its address had thirty in this hour, from any number of networks', async () => {
    const email = newAddress();
    await orderOf(email);
    const ids = await many(40, (index) =>
      beginLookup(context(), { email, language: 'en', network: `network ${index % 10}` }),
    );
    const sent = await many(40, (index) => codeFor(context(), ids[index] ?? ''));
    expect(sent.filter((one) => one !== null)).toHaveLength(30);
  });

  it('stores its network as a keyed hash only', async () => {
    const id = await beginLookup(context(), {
      email: newAddress(),
      language: 'en',
      network: '203.0.113.0/24',
    });
    const rows = await database.rows(
      z.object({ row: z.string() }),
      sql`select lookup::text as row from storefront.lookup where id = ${id}`,
    );
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
  });
});
