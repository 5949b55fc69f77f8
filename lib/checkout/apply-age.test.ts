import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../database/testing';
import type { Checkout } from './checkout';
import type { State } from './checkout-state';
import { findCheckout, insertCheckout, saveCustomer, saveRequest } from './checkout-store';
import { shopTables } from './database-testing';
import { applyAge } from './overdue';
import type { Rooms } from './rooms';
import { closeRooms, openRooms } from './testing/shop';

let rooms: Rooms;
const reports: unknown[] = [];
beforeAll(async () => {
  // Ages are judged without a request to anybody.
  const nowhere = 'http://127.0.0.1:9';
  rooms = openRooms(
    { serviceUrl: nowhere, providerUrl: nowhere, mailUrl: 'smtp://127.0.0.1:9' },
    await testDatabase(shopTables),
    { report: (...report) => reports.push(report) },
  );
});
afterAll(async () => {
  await closeRooms(rooms);
  await rooms.database.close();
});
beforeEach(() => {
  reports.length = 0;
});

const hour = 60 * 60;
const day = 24 * hour;

async function find(id: string): Promise<Checkout> {
  const found = await findCheckout(rooms.database, id);
  if (found === null) throw new Error('no such checkout');
  return found;
}

/** A checkout of a customer, in a state for so many seconds, as a worker sees it. */
async function aged(state: State, secondsInState: number, escalated = false): Promise<Checkout> {
  const id = randomUUID();
  await rooms.database.transaction(async (transaction) => {
    await insertCheckout(transaction, { id, reference: id, language: 'en', expiresAt: new Date() });
    await saveCustomer(transaction, id, {
      ...{ firstname: 'Ada', lastname: 'Lovelace', email: 'ada@example.org', phone: '+33100000000' },
      ...{ country: 'FR', language: 'en' },
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
  rooms.database.rows(
    z.object({ kind: z.string(), key: z.string(), detail: z.unknown() }),
    sql`select kind, key, detail from storefront.alert where checkout_id = ${id}`,
  );
const mailsTo = async (id: string) => {
  const rows = await rooms.database.rows(
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
  ] as const)('%s: staff are told once, and the customer is', async (state, mails) => {
    const checkout = await aged(state, 2 * hour);
    expect(await applyAge(rooms, checkout)).toBe('changed');
    const { id } = checkout;
    expect(await find(id)).toMatchObject({ state, escalatedAt: expect.any(Date) as Date });
    const alerts = [{ kind: 'checkout_overdue', key: `${id}:${checkout.version}`, detail: { state } }];
    expect(await alertsOf(id)).toEqual(alerts);
    expect(await mailsTo(id)).toEqual(mails);
    expect(reports).toEqual([['error', 'a checkout is in one state for too long', { checkout: id, state }]]);
    expect(await applyAge(rooms, { ...(await find(id)), secondsInState: 2 * hour })).toBe('go on');
    expect(await alertsOf(id)).toEqual(alerts);
  });

  it('is not escalated when another worker has moved it on meanwhile', async () => {
    const checkout = await aged('ordering', 2 * hour);
    await rooms.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.checkout set state = 'ordered', version = version + 1 where id = ${checkout.id}`,
      ),
    );
    await applyAge(rooms, checkout);
    expect(await find(checkout.id)).toMatchObject({ state: 'ordered', escalatedAt: null });
    expect(await alertsOf(checkout.id)).toEqual([]);
    expect(await mailsTo(checkout.id)).toEqual([]);
  });

  it('goes on as long as it is not overdue', async () => {
    const checkout = await aged('ordering', 60);
    expect(await applyAge(rooms, checkout)).toBe('go on');
    expect(await find(checkout.id)).toMatchObject({ state: 'ordering', escalatedAt: null, lookOnly: null });
    expect(reports).toEqual([]);
  });
});

describe('an order that was requested for a day', () => {
  it('is requested up to a day, and only looked for afterwards', async () => {
    const checkout = await aged('ordering', day, true);
    expect(await applyAge(rooms, checkout)).toBe('go on');
    expect(await find(checkout.id)).toMatchObject({ lookOnly: null });
    expect(await applyAge(rooms, { ...checkout, secondsInState: day + 1 })).toBe('changed');
    const looked = await find(checkout.id);
    expect(looked).toMatchObject({ state: 'ordering', asked: true, lookOnly: 'too_old' });
    expect(await applyAge(rooms, { ...looked, secondsInState: day + 1 })).toBe('go on');
  });

  it('keeps the reason for which it was only looked for before', async () => {
    const checkout = await aged('ordering', day + 1, true);
    await saveRequest(rooms.database, checkout, { asked: true, lookOnly: 'refused' });
    const refused = { ...(await find(checkout.id)), secondsInState: day + 1 };
    expect(await applyAge(rooms, refused)).toBe('go on');
    expect(await find(checkout.id)).toMatchObject({ lookOnly: 'refused' });
  });

  it('is left to staff after a day and an hour', async () => {
    const checkout = await aged('ordering', day + hour, true);
    await saveRequest(rooms.database, checkout, { asked: true, lookOnly: 'too_old' });
    const seen = { ...(await find(checkout.id)), secondsInState: day + hour };
    expect(await applyAge(rooms, seen)).toBe('go on');
    expect(await applyAge(rooms, { ...seen, secondsInState: day + hour + 1 })).toBe('moved');
    expect(await find(checkout.id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
  });

  it.each(['paid', 'refunding'] as const)('is no matter of a checkout that is %s', async (state) => {
    const checkout = await aged(state, 2 * day, true);
    expect(await applyAge(rooms, checkout)).toBe('go on');
    expect(await find(checkout.id)).toMatchObject({ state, lookOnly: null });
  });
});
