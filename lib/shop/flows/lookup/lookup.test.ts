import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { hasAccess } from '../../data/access-store';
import type { State } from '../../values/checkout-state';
import { insertCheckout } from '@/testing/shop/insert-checkout';
import { openShopDatabase } from '@/testing/shop/tables';
import { findInAttention } from '@/testing/shop/attention';
import { findOfGuest } from './find-orders';
import { beginLookup, codeFor, tryCode } from './lookup';
import { findLookup, forgetOldLookups } from '../../data/lookup-store';
import { insertPayment, settlePayment } from '../../data/payment-store';
import { recordReturned } from '../../data/refund-store';
import { openTask } from '../../data/task-store';
import { hashToken, newReference, newToken } from '../../tokens';

// An embedded database has one connection and therefore no races: these tests run on PostgreSQL.
let server: TestServer;
let database: Database;
const linkSecret = 'a secret of the links, long enough';

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase());
});

afterAll(async () => {
  await database.close();
  await server.stop();
});

const context = () => ({ database, linkSecret });
const newAddress = () => `${crypto.randomUUID()}@example.org`;
const browser = () => hashToken(newToken());
const many = <Result>(count: number, once: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => once(index)));

/** A checkout with this address that a customer brought to this state. */
async function checkoutOf(email: string, state: State = 'ordered'): Promise<string> {
  const id = crypto.randomUUID();
  await database.transaction(async (transaction) => {
    const expiresAt = new Date(Date.now() + 600_000);
    await insertCheckout(transaction, { id, reference: newReference(), language: 'en', expiresAt });
    await transaction.run(
      sql`update storefront.checkout set state = ${state}, email = ${email} where id = ${id}`,
    );
  });
  return id;
}

async function mailed(email: string): Promise<{ lookupId: string; code: string }> {
  const lookupId = await beginLookup(context(), { email, language: 'fr', network: 'home' });
  const sent = await codeFor(context(), lookupId);
  if (sent === null) throw new Error('no code was made');
  return { lookupId, code: sent.code };
}

/** Lets minutes pass for a search. */
async function pass(lookupId: string, minutes: number): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.lookup set created_at = created_at - make_interval(mins => ${minutes})
          where id = ${lookupId}`,
    ),
  );
}

/** A code that differs from this one. */
const wrong = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0');

describe('a search', () => {
  it('leaves the same traces, whether there is anything to find or not', async () => {
    const email = newAddress();
    await checkoutOf(email);
    for (const address of [email, newAddress()]) {
      const id = await beginLookup(context(), {
        email: address.toUpperCase(),
        language: 'fr',
        network: 'home',
      });
      expect(await findLookup(database, id)).toEqual({
        email: address,
        language: 'fr',
        triesLeft: 5,
        isAlive: true,
      });
      const emails = await database.rows(
        z.object({ kind: z.string() }),
        sql`select kind from storefront.mail where lookup_id = ${id} and sent_at is null and failure is null`,
      );
      expect(emails).toEqual([{ kind: 'code' }]);
    }
  });

  it('has a code of eight digits, of which only a keyed hash is stored', async () => {
    const email = newAddress();
    await checkoutOf(email);
    const { lookupId, code } = await mailed(email);
    expect(code).toMatch(/^\d{8}$/);
    const stored = await database.rows(
      z.object({ row: z.string() }),
      sql`select lookup::text as row from storefront.lookup where id = ${lookupId}`,
    );
    expect(JSON.stringify(stored)).not.toContain(code);
    const other = { database, linkSecret: 'another secret of the links, long' };
    expect(await tryCode(other, { lookupId, code, tokenHash: browser() })).toMatchObject({ kind: 'wrong' });
  });

  it.each(['held', 'expired', 'cancelled'] as const)(
    'finds nothing for a checkout that is only %s',
    async (state) => {
      const email = newAddress();
      await checkoutOf(email, state);
      expect(
        await codeFor(context(), await beginLookup(context(), { email, language: 'en', network: 'home' })),
      ).toBeNull();
    },
  );

  it('that is older than ten minutes gets no e-mail', async () => {
    const email = newAddress();
    await checkoutOf(email);
    const id = await beginLookup(context(), { email, language: 'en', network: 'home' });
    await pass(id, 11);
    expect(await codeFor(context(), id)).toBeNull();
  });

  it('gets no e-mail when its address had five in this hour, however many are requested at once', async () => {
    const email = newAddress();
    await checkoutOf(email);
    const ids = await many(20, () => beginLookup(context(), { email, language: 'en', network: 'home' }));
    const sent = await many(20, (index) => codeFor(context(), ids[index] ?? ''));
    expect(sent.filter((one) => one !== null)).toHaveLength(5);
    const [first] = ids.filter((_, index) => sent[index] !== null);
    await pass(first ?? '', 61);
    const next = await beginLookup(context(), { email, language: 'en', network: 'home' });
    expect(await codeFor(context(), next)).not.toBeNull();
  });

  it('is deleted a day later, with the address that was typed', async () => {
    const email = newAddress();
    const id = await beginLookup(context(), { email, language: 'en', network: 'home' });
    const forget = () => database.transaction((transaction) => forgetOldLookups(transaction, 500));
    await forget();
    expect(await findLookup(database, id)).toMatchObject({ email });
    await database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.lookup set created_at = created_at - interval '25 hours' where id = ${id}`,
      ),
    );
    await forget();
    expect(await findLookup(database, id)).toBeNull();
  });

  it('whose e-mail is sent again gets another code, and counts once', async () => {
    const email = newAddress();
    await checkoutOf(email);
    const { lookupId, code } = await mailed(email);
    const again = await codeFor(context(), lookupId);
    const attempt = { lookupId, tokenHash: browser() };
    expect(await tryCode(context(), { ...attempt, code })).toMatchObject({ kind: 'wrong' });
    expect(await tryCode(context(), { ...attempt, code: again?.code ?? '' })).toEqual({ kind: 'opened' });
  });
});

describe('a code', () => {
  it('gives the browser access to the orders of its address, and to nothing else', async () => {
    const email = newAddress();
    const states = ['ordered', 'ordering', 'refunded', 'voided', 'attention', 'paying'] as const;
    const ids = await Promise.all(states.map((state) => checkoutOf(email, state)));
    const closed = await Promise.all([checkoutOf(email, 'held'), checkoutOf(newAddress())]);
    const tokenHash = browser();
    expect(await tryCode(context(), { ...(await mailed(email)), tokenHash })).toEqual({ kind: 'opened' });
    for (const id of ids) expect(await hasAccess(database, tokenHash, id)).toBe(true);
    for (const id of closed) expect(await hasAccess(database, tokenHash, id)).toBe(false);
    const listed = await findOfGuest(database, tokenHash);
    expect(listed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(await findOfGuest(database, browser())).toEqual([]);
  });

  it('can be used once, however many requests use it at the same time', async () => {
    const email = newAddress();
    await checkoutOf(email);
    const search = await mailed(email);
    const tried = await many(50, () => tryCode(context(), { ...search, tokenHash: browser() }));
    expect(tried.filter(({ kind }) => kind === 'opened')).toHaveLength(1);
    expect(await tryCode(context(), { ...search, tokenHash: browser() })).toEqual({ kind: 'ended' });
  });

  it('is invalid after five wrong tries, also when 50 come at the same time', async () => {
    const email = newAddress();
    await checkoutOf(email);
    const { lookupId, code } = await mailed(email);
    const guess = { lookupId, code: wrong(code), tokenHash: browser() };
    const tried = await many(50, () => tryCode(context(), guess));
    // The fifth wrong try is the last.
    expect(tried.filter(({ kind }) => kind === 'wrong')).toHaveLength(4);
    expect(await findLookup(database, lookupId)).toMatchObject({ triesLeft: 0, isAlive: false });
    expect(await tryCode(context(), { ...guess, code })).toEqual({ kind: 'ended' });
    expect(await findOfGuest(database, guess.tokenHash)).toEqual([]);
  });

  it('without the condition in the UPDATE could be tried 50 times: the test detects it', async () => {
    const email = newAddress();
    await checkoutOf(email);
    const { lookupId } = await mailed(email);
    const naive = await many(50, async () => {
      const seen = await findLookup(database, lookupId);
      return seen?.isAlive === true
        ? database.transaction((transaction) =>
            transaction.run(sql`update storefront.lookup set tries = tries + 1 where id = ${lookupId}`),
          )
        : 0;
    });
    expect(naive.filter((changed) => changed === 1).length).toBeGreaterThan(5);
  });

  it('is invalid after ten minutes', async () => {
    const email = newAddress();
    await checkoutOf(email);
    const { lookupId, code } = await mailed(email);
    await pass(lookupId, 11);
    expect(await tryCode(context(), { lookupId, code, tokenHash: browser() })).toEqual({ kind: 'ended' });
  });

  it('gets the same answer where there is nothing to find', async () => {
    const lookupId = await beginLookup(context(), { email: newAddress(), language: 'en', network: 'home' });
    const kinds: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      kinds.push((await tryCode(context(), { lookupId, code: '12345678', tokenHash: browser() })).kind);
    }
    expect(kinds).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'ended', 'ended']);
  });

  it('for an unknown search is invalid', async () => {
    const attempt = { lookupId: crypto.randomUUID(), code: '12345678', tokenHash: browser() };
    expect(await tryCode(context(), attempt)).toEqual({ kind: 'ended' });
    expect(await findLookup(database, 'not an id')).toBeNull();
  });
});

describe('the list for staff', () => {
  const attend = (id: string, reason: string, minutes: number) =>
    database.transaction(async (transaction) => {
      await transaction.run(
        sql`update storefront.checkout set state = 'attention', reason = ${reason} where id = ${id}`,
      );
      await openTask(transaction, { kind: 'purchase', key: id, checkoutId: id, reason });
      await transaction.run(
        sql`update storefront.task set since = since - make_interval(mins => ${minutes}) where key = ${id}`,
      );
    });

  it('shows each purchase with its reason and how long it waits, the longest first', async () => {
    const [young, old] = [await checkoutOf(newAddress()), await checkoutOf(newAddress())];
    await attend(young, 'refund_failed', 5);
    await attend(old, 'order_unknown', 120);
    const waiting = (await findInAttention(database)).filter(({ id }) => [young, old].includes(id));
    expect(waiting.map(({ id }) => id)).toEqual([old, young]);
    expect(waiting.map(({ reasons }) => reasons)).toEqual([['order_unknown'], ['refund_failed']]);
    expect(waiting[0]?.waitingSeconds).toBeGreaterThanOrEqual(7_200);
    expect(waiting[0]?.waitingSeconds).toBeLessThan(7_260);
  });

  it('shows a payment that no checkout had a use for, until its refund is known', async () => {
    const checkoutId = await checkoutOf(newAddress());
    const payment = { id: crypto.randomUUID(), checkoutId, amount: '36.00', capture: 'automatic' as const };
    await database.transaction(async (transaction) => {
      await insertPayment(transaction, { ...payment, pageMinutes: 60 });
      await settlePayment(transaction, payment.id, { state: 'paid', intent: 'pi_2', received: null });
      const task = { kind: 'payment_unexpected', key: payment.id, checkoutId } as const;
      await openTask(transaction, { ...task, reason: task.kind });
    });
    const mine = async () => (await findInAttention(database)).filter(({ id }) => id === checkoutId);
    expect(await mine()).toMatchObject([{ state: 'ordered', reasons: ['payment_unexpected'] }]);
    await attend(checkoutId, 'capture_failed', 5);
    expect(await mine()).toMatchObject([{ reasons: ['capture_failed', 'payment_unexpected'] }]);
    await database.transaction((transaction) =>
      recordReturned(transaction, payment, { cause: 'unexpected_payment', state: 'done', refundId: 're_1' }),
    );
    expect(await mine()).toMatchObject([{ reasons: ['capture_failed'] }]);
  });
});

describe('a search for orders', () => {
  it('of a customer gets its code, however often an attacker in another network has requested codes', async () => {
    const email = newAddress();
    await checkoutOf(email);
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
    await checkoutOf(email);
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
