import { readPayments } from '../../data/payment-store';
import { recordReturned } from '../../data/refund-store';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { raiseAlert } from '../../data/alert-store';
import { saveCustomer, saveEntries } from '../../data/checkout-store';
import { findOrders } from '../lookup/find-orders';
import { insertLookup } from '../../data/lookup-store';
import { readOrderView } from '../lookup/read-checkout';
import type { Retention } from '../../context';
import { deleteOldData } from './retention';
import { settleByHand } from '../attention/settle-by-hand';
import { boughtBy, customerNamed, payingAs } from '@/testing/shop/named-customer';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.reset();
  await change(
    `truncate storefront.checkout, storefront.lookup, storefront.webhook, storefront.alert, storefront.limit_count cascade`,
  );
});

const retention: Retention = {
  personalData: 1000,
  unpaid: 30,
  links: 700,
  timelines: 600,
  invoices: 900,
  webhooks: 90,
  alerts: 400,
  audit: 500,
};

const change = (statement: string) =>
  shop.context.database.transaction((transaction) => transaction.run(sql.raw(statement)));

const nightly = { hour: 3, reconcileDays: 7, retention };
const night = () => deleteOldData({ ...shop.context, nightly }, new AbortController().signal);

/** Every text that contains personal data. */
const tracesOf = (name: string) => [
  `Erika-${name}`,
  `Mustermann-${name}`,
  `erika.${name}@example.org`,
  // The member of staff who dealt with the purchase.
  `staff-${name}`,
];

/** A completed purchase with every kind of trace that a purchase can leave. */
async function bought(name: string): Promise<string> {
  const id = await boughtBy(shop, name);
  // Another server may return data of its customer, and a mail server may name an address.
  await change(`update storefront.placed_order set data = jsonb_set(data, '{customer}',
    '[{"email": "erika.${name}@example.org"}]') where checkout_id = '${id}'`);
  await change(
    `update storefront.mail set failure = '550 no such user: erika.${name}@example.org' where checkout_id = '${id}'`,
  );
  await change(`insert into storefront.webhook (id, type, checkout_id, received_at, handled_at)
    values ('evt_${name}', 'checkout.session.completed', '${id}', clock_timestamp(), clock_timestamp())`);
  await change(`insert into storefront.access (token_hash, checkout_id, granted_at)
    values ('browser ${name}', '${id}', clock_timestamp())`);
  await change(`insert into storefront.payment_incident (id, checkout_id, payment_id, kind, status, amount, currency,
      opened_at, updated_at, asked_at)
    select 'du_${name}', checkout_id, id, 'dispute', 'lost', amount, 'EUR', now(), now(), now()
    from storefront.payment where checkout_id = '${id}'`);
  await change(`insert into storefront.task (id, kind, key, checkout_id, reason, since, closed_at, closed_by)
    values (gen_random_uuid(), 'dispute_lost', 'du_${name}', '${id}', 'dispute_lost', now(), now(), 'staff-${name}')`);
  await change(`insert into storefront.ticket_block (checkout_id, blocked_at, blocked_by, tickets)
    values ('${id}', now(), 'staff-${name}', '[]')`);
  await shop.context.database.transaction(async (transaction) => {
    await raiseAlert(transaction, { kind: 'email_failed', key: id, checkoutId: id, detail: {} });
    await insertLookup(transaction, {
      id: crypto.randomUUID(),
      language: 'de',
      requester: 'a keyed hash',
      email: customerNamed(name).email.toLowerCase(),
    });
  });
  return id;
}

/** Makes everything so many days older. */
async function earlier(id: string, days: number): Promise<void> {
  const columns: Record<string, readonly [key: string, ...columns: string[]]> = {
    checkout: ['id', 'entered_at', 'created_at'],
    timeline: ['checkout_id', 'at'],
    link: ['checkout_id', 'created_at'],
    access: ['checkout_id', 'granted_at'],
    webhook: ['checkout_id', 'received_at'],
    mail: ['checkout_id', 'created_at'],
    alert: ['checkout_id', 'created_at'],
  };
  for (const [table, [key, ...moments]] of Object.entries(columns)) {
    const moved = moments.map((one) => `${one} = ${one} - interval '${days} days'`).join(', ');
    await change(`update storefront.${table} set ${moved} where ${key}::text = '${id}'`);
  }
}

const tableRow = z.object({ name: z.string() });
const textRow = z.object({ text: z.string() });

/** Every row of every table, as text; by table. Without the invoices, which have a test of their own. */
async function dump(): Promise<Record<string, string[]>> {
  const { database } = shop.context;
  const tables = await database.rows(
    tableRow,
    sql`select table_name as name from information_schema.tables where table_schema = 'storefront'
      and table_name <> 'invoice'`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await database.rows(
      textRow,
      sql.raw(`select one::text as text from storefront."${name}" one order by 1`),
    );
    all[name] = rows.map(({ text }) => text);
  }
  return all;
}

const textOf = (all: Record<string, string[]>) => Object.values(all).flat().join('\n').toLowerCase();

describe('data whose retention period is over', () => {
  it('is deleted, and the books stay: nothing in the whole database names the person', async () => {
    const id = await bought('old');
    const before = await shop.find(id);
    await earlier(id, 1001);
    await change(`update storefront.lookup set created_at = created_at - interval '2 days'`);
    for (const trace of tracesOf('old')) expect(textOf(await dump())).toContain(trace.toLowerCase());
    await night();
    const all = await dump();
    for (const trace of [...tracesOf('old'), '1234567']) {
      expect(textOf(all)).not.toContain(trace.toLowerCase());
    }
    expect(all).toMatchObject({
      link: [],
      access: [],
      timeline: [],
      webhook: [],
      alert: [],
      lookup: [],
      mail: [],
    });
    const after = await shop.find(id);
    expect(after).toMatchObject({
      reference: before.reference,
      state: 'ordered',
      total: '36.00',
      customer: null,
    });
    expect(after.anonymisedAt).toBeInstanceOf(Date);
    // As staff see it: with its reference, its money and its order, but without a person.
    expect(await findOrders(shop.context.database, before.reference, 'all')).toMatchObject([
      { id, email: null, total: '36.00' },
    ]);
    const view = await readOrderView(shop.context, id, 'en');
    expect(view).toMatchObject({
      total: '36.00',
      orders: [{ data: { totalAmountInclTax: '36.00', customer: [] } }],
      payments: [{ amount: '36.00', state: 'paid' }],
    });
    await night();
    expect(await dump()).toEqual(all);
  });

  it('is judged by the period of its kind: younger data stays', async () => {
    const id = await bought('young');
    const ofKind = async () => {
      const all = await dump();
      const kinds = ['webhook', 'alert', 'timeline', 'link', 'access'];
      const left = kinds.filter((kind) => (all[kind] ?? []).length > 0);
      return textOf(all).includes('mustermann-young') ? [...left, 'person'] : left;
    };
    const before = await dump();
    await night();
    expect(await dump()).toEqual(before);
    const ages: [number, string[]][] = [
      [89, ['webhook', 'alert', 'timeline', 'link', 'access', 'person']],
      [91, ['alert', 'timeline', 'link', 'access', 'person']],
      [401, ['timeline', 'link', 'access', 'person']],
      [601, ['link', 'access', 'person']],
      [701, ['person']],
      [1001, []],
    ];
    let age = 0;
    for (const [days, kinds] of ages) {
      await earlier(id, days - age);
      age = days;
      await night();
      expect(await ofKind(), `after ${days} days`).toEqual(kinds);
    }
  });

  it('of an unfinished purchase stays, however old it is', async () => {
    const ids = await Promise.all([payingAs(shop, 'one'), payingAs(shop, 'two')]);
    const unsettled = ids[1];
    // The paid amount differs, so staff have to look.
    shop.provider.pay(unsettled.sessionId, { amount: 3601 });
    await shop.later(unsettled.id);
    await shop.settle();
    expect(await shop.state(unsettled.id)).toBe('attention');
    for (const { id } of ids) await earlier(id, 5000);
    // Alerts have a period of their own: the operator was told long ago.
    const kept = async () => Object.entries(await dump()).filter(([table]) => table !== 'alert');
    const before = await kept();
    await night();
    expect(await kept()).toEqual(before);
    await settleByHand(shop.context, unsettled.id, { as: 'refunded', staff: 'ada' });
    // The e-mail to the customer has to be sent first.
    await shop.settle();
    await night();
    expect((await shop.find(unsettled.id)).customer).toBeNull();
    expect((await shop.find(ids[0].id)).customer).not.toBeNull();
  });

  it('of a payment without use stays until it was refunded', async () => {
    const id = await bought('twice');
    await change(`insert into storefront.task (id, kind, key, checkout_id, reason, since)
      select gen_random_uuid(), 'payment_unexpected', id, checkout_id, 'payment_unexpected', now()
      from storefront.payment where checkout_id = '${id}'`);
    await earlier(id, 5000);
    await night();
    expect((await shop.find(id)).customer).not.toBeNull();
    const [payment] = await readPayments(shop.context.database, id);
    if (payment === undefined) throw new Error('not paid');
    const how = { cause: 'unexpected_payment', state: 'done' } as const;
    await shop.context.database.transaction((transaction) => recordReturned(transaction, payment, how));
    await night();
    expect((await shop.find(id)).customer).toBeNull();
  });

  it('of a disputed payment stays until the bank has decided and staff have acknowledged it', async () => {
    const id = await bought('disputed');
    await earlier(id, 5000);
    for (const kind of ['at_bank', 'dispute_lost']) {
      await change(
        `update storefront.task set kind = '${kind}', closed_at = null, closed_by = null where checkout_id = '${id}'`,
      );
      await night();
      expect((await shop.find(id)).customer).not.toBeNull();
    }
    await change(
      `update storefront.task set closed_at = now(), closed_by = 'ada' where checkout_id = '${id}'`,
    );
    await night();
    expect((await shop.find(id)).customer).toBeNull();
  });

  it('of an unpaid checkout is deleted sooner; when the customer comes back, the data is stored again', async () => {
    const { id } = await payingAs(shop, 'gone');
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(await shop.state(id)).toBe('expired');
    const buyer = await bought('buyer');
    for (const one of [id, buyer]) await earlier(one, 31);
    await night();
    expect(await shop.find(id)).toMatchObject({ customer: null, entries: { email: '' } });
    expect((await shop.find(buyer)).customer).not.toBeNull();
    await change(`update storefront.checkout set state = 'held' where id = '${id}'`);
    await shop.context.database.transaction(async (transaction) => {
      await saveEntries(transaction, id, customerNamed('back'));
      await saveCustomer(transaction, id, { ...customerNamed('back'), language: 'de' });
    });
    await change(`update storefront.checkout set state = 'expired' where id = '${id}'`);
    await night();
    expect((await shop.find(id)).customer).toBeNull();
  });

  it.each([
    [
      'lookup',
      `insert into storefront.lookup (id, email, language, created_at)
         select gen_random_uuid(), n || '@example.org', 'fr', now() - interval '2 days' from generate_series(1, 1201) n;
       insert into storefront.mail (id, sending, lookup_id, kind, created_at, sent_at)
         select gen_random_uuid(), gen_random_uuid(), id, 'code', now(), now() from storefront.lookup`,
    ],
    [
      'claim',
      `insert into storefront.claim (id, asked, at, token_hash, network, units, until)
         select gen_random_uuid(), '', now(), '', '', 1, now() - interval '2 days' from generate_series(1, 1201) n`,
    ],
    [
      'limit_count',
      `insert into storefront.limit_count (key, points, expire) select 'a' || n, 1, 1 from generate_series(1, 1201) n`,
    ],
    [
      'alert',
      `insert into storefront.alert (id, kind, key, detail, created_at)
         select gen_random_uuid(), 'unreadable_row', n, '{}', now() - interval '500 days' from generate_series(1, 1201) n`,
    ],
  ])('of a night in which much is due ends in batches (%s)', async (table, statements) => {
    for (const statement of statements.split(';')) await change(statement);
    const changed: number[] = [];
    const { database } = shop.context;
    const sends = {
      ...database,
      transaction: <Result>(work: Parameters<typeof database.transaction<Result>>[0]) =>
        database.transaction((transaction) =>
          work({
            ...transaction,
            run: async (statement) => {
              const count = await transaction.run(statement);
              changed.push(count);
              return count;
            },
          }),
        ),
    };
    await deleteOldData({ ...shop.context, database: sends, nightly }, new AbortController().signal);
    expect((await dump())[table]).toEqual([]);
    expect(Math.max(...changed)).toBe(500);
    expect(changed.filter((count) => count === 201).length).toBeGreaterThan(0);
  });

  it('does not wait for another kind that can not be deleted', async () => {
    await change(`insert into storefront.webhook (id, type, received_at, handled_at)
      values ('evt_kept', 'old', clock_timestamp() - interval '91 days', clock_timestamp())`);
    await change(`insert into storefront.limit_count (key, points, expire) values ('old', 1, 1)`);
    await change(`create function storefront.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'not now'; end $$`);
    await change(
      `create trigger refuse before delete on storefront.webhook execute function storefront.refuse()`,
    );
    await expect(night()).rejects.toThrow('not deleted: webhooks');
    await change(`drop function storefront.refuse() cascade`);
    const rows = await dump();
    expect(rows['limit_count']).toEqual([]);
    expect(rows['webhook']).toHaveLength(1);
    await night();
    expect((await dump())['webhook']).toEqual([]);
  });

  it('is deleted a few rows at a time, and the rest in the next night when the process stops', async () => {
    await change(`insert into storefront.webhook (id, type, received_at, handled_at)
      select 'evt_' || n, 'old', clock_timestamp() - interval '91 days', clock_timestamp() from generate_series(1, 1201) n`);
    const ending = new AbortController();
    const { database } = shop.context;
    let transactions = 0;
    const counting = {
      ...database,
      transaction: <Result>(work: Parameters<typeof database.transaction<Result>>[0]) => {
        transactions += 1;
        return database.transaction(work);
      },
    };
    const context = { ...shop.context, database: counting, nightly };
    ending.abort(new Error('the process ends'));
    await expect(deleteOldData(context, ending.signal)).rejects.toThrow('the process ends');
    expect(transactions).toBe(0);
    await deleteOldData(context, new AbortController().signal);
    expect((await dump())['webhook']).toEqual([]);
    expect(transactions).toBeGreaterThan(3);
  });
});
