import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '@/testing/database/embedded';
import type { Checkout } from '../../rules/checkout';
import type { State } from '../../values/checkout-state';
import { findCheckout, saveCustomer, saveRequest } from '../../data/checkout-store';
import { insertCheckout } from '@/testing/shop/insert-checkout';
import { shopTables } from '@/testing/shop/tables';
import { applyAge } from './overdue';
import type { CheckoutContext } from '../../context';
import { closeContext, openContext } from '@/testing/shop/shop-context';

let context: CheckoutContext;
const reports: unknown[] = [];
beforeAll(async () => {
  // Ages are judged without any request to the service or the provider.
  const nowhere = 'http://127.0.0.1:9';
  context = openContext(
    { serviceUrl: nowhere, providerUrl: nowhere, mailUrl: 'smtp://127.0.0.1:9' },
    await testDatabase(shopTables),
    { report: (...report) => reports.push(report) },
  );
});
afterAll(async () => {
  await closeContext(context);
  await context.database.close();
});
beforeEach(() => {
  reports.length = 0;
});

const hour = 60 * 60;
const day = 24 * hour;

async function find(id: string): Promise<Checkout> {
  const found = await findCheckout(context.database, id);
  if (found === null) throw new Error('no such checkout');
  return found;
}

/** A checkout of a customer that has been in a state for so many seconds, as a worker sees it. */
async function aged(state: State, secondsInState: number, escalated = false): Promise<Checkout> {
  const id = randomUUID();
  await context.database.transaction(async (transaction) => {
    await insertCheckout(transaction, { id, reference: id, language: 'en', expiresAt: new Date() });
    await saveCustomer(transaction, id, {
      firstname: 'Ada',
      lastname: 'Lovelace',
      email: 'ada@example.org',
      phone: '+33100000000',
      country: 'FR',
      language: 'en',
    });
    await transaction.run(
      sql`update storefront.checkout
          set state = ${state}, escalated_at = case when ${escalated} then clock_timestamp() end
          where id = ${id}`,
    );
  });
  return { ...(await find(id)), secondsInState };
}

const alertsOf = (id: string) =>
  context.database.rows(
    z.object({ kind: z.string(), key: z.string(), detail: z.unknown() }),
    sql`select kind, key, detail from storefront.alert where checkout_id = ${id}`,
  );
const mailsTo = async (id: string) => {
  const rows = await context.database.rows(
    z.object({ kind: z.string() }),
    sql`select kind from storefront.mail where checkout_id = ${id}`,
  );
  return rows.map(({ kind }) => kind);
};

describe('a checkout that is too long in one state', () => {
  it.each([
    ['ordering', ['staff_looking']],
    // There is an order, and the customer has the tickets.
    ['capturing', []],
  ] as const)('%s: staff are told once, and the customer is told: %s', async (state, mails) => {
    const checkout = await aged(state, 2 * hour);
    expect(await applyAge(context, checkout)).toBe('changed');
    const { id } = checkout;
    expect(await find(id)).toMatchObject({ state, escalatedAt: expect.any(Date) as Date });
    const alerts = [{ kind: 'checkout_overdue', key: `${id}:${checkout.version}`, detail: { state } }];
    expect(await alertsOf(id)).toEqual(alerts);
    expect(await mailsTo(id)).toEqual(mails);
    expect(reports).toEqual([['error', 'a checkout is in one state for too long', { checkout: id, state }]]);
    expect(await applyAge(context, { ...(await find(id)), secondsInState: 2 * hour })).toBe('go on');
    expect(await alertsOf(id)).toEqual(alerts);
  });

  it('is not escalated when another worker has made a transition meanwhile', async () => {
    const checkout = await aged('ordering', 2 * hour);
    await context.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.checkout set state = 'ordered', version = version + 1 where id = ${checkout.id}`,
      ),
    );
    await applyAge(context, checkout);
    expect(await find(checkout.id)).toMatchObject({ state: 'ordered', escalatedAt: null });
    expect(await alertsOf(checkout.id)).toEqual([]);
    expect(await mailsTo(checkout.id)).toEqual([]);
  });

  it('continues as long as it is not overdue', async () => {
    const checkout = await aged('ordering', 60);
    expect(await applyAge(context, checkout)).toBe('go on');
    expect(await find(checkout.id)).toMatchObject({ state: 'ordering', escalatedAt: null, lookOnly: null });
    expect(reports).toEqual([]);
  });
});

describe('an order that was requested for a day', () => {
  it('is requested for up to a day, and only looked up afterwards', async () => {
    const checkout = await aged('ordering', day, true);
    expect(await applyAge(context, checkout)).toBe('go on');
    expect(await find(checkout.id)).toMatchObject({ lookOnly: null });
    expect(await applyAge(context, { ...checkout, secondsInState: day + 1 })).toBe('changed');
    const looked = await find(checkout.id);
    expect(looked).toMatchObject({ state: 'ordering', asked: true, lookOnly: 'too_old' });
    expect(await applyAge(context, { ...looked, secondsInState: day + 1 })).toBe('go on');
  });

  it('keeps the earlier reason for which it was only looked up', async () => {
    const checkout = await aged('ordering', day + 1, true);
    await saveRequest(context.database, checkout, { asked: true, lookOnly: 'refused' });
    const refused = { ...(await find(checkout.id)), secondsInState: day + 1 };
    expect(await applyAge(context, refused)).toBe('go on');
    expect(await find(checkout.id)).toMatchObject({ lookOnly: 'refused' });
  });

  it('is left to staff after a day and an hour', async () => {
    const checkout = await aged('ordering', day + hour, true);
    await saveRequest(context.database, checkout, { asked: true, lookOnly: 'too_old' });
    const seen = { ...(await find(checkout.id)), secondsInState: day + hour };
    expect(await applyAge(context, seen)).toBe('go on');
    expect(await applyAge(context, { ...seen, secondsInState: day + hour + 1 })).toBe('moved');
    expect(await find(checkout.id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
  });

  it.each(['paid', 'refunding'] as const)('needs no step for a checkout that is %s', async (state) => {
    const checkout = await aged(state, 2 * day, true);
    expect(await applyAge(context, checkout)).toBe('go on');
    expect(await find(checkout.id)).toMatchObject({ state, lookOnly: null });
  });
});
