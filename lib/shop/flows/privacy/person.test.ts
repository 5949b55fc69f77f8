import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { copyConfirmation } from '../mail/copy-confirmation';
import { grantAccess, hasAccess } from '../../data/access-store';
import { saveEntries } from '../../data/checkout-store';
import { insertNote } from '../../data/note-store';
import { indexPersons } from '../../data/index-persons';
import { beginLookup } from '../lookup/lookup';
import { openableLink, revokeLinks } from '../lookup/order-link';
import { erasePerson, exportPerson } from './person';
import { boughtBy, customerNamed, payingAs } from '@/testing/shop/named-customer';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readInvoices } from '../../data/invoice-store';
import { readTimeline } from '../../data/timeline-store';
import { hashLink, hashToken, newToken } from '../../tokens';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.reset();
  await change(`truncate storefront.checkout, storefront.lookup cascade`);
});

const change = (statement: string) =>
  shop.context.database.transaction((transaction) => transaction.run(sql.raw(statement)));

/** Every row of every table, as text. */
/** Without the invoices, which the law asks for. */
async function everything(): Promise<string> {
  const { database } = shop.context;
  const tables = await database.rows(
    z.object({ name: z.string() }),
    sql`select table_name as name from information_schema.tables where table_schema = 'storefront'
      and table_name <> 'invoice'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      database.rows(
        z.object({ text: z.string() }),
        sql.raw(`select one::text as text from storefront."${name}" one`),
      ),
    ),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

/** Staff write a note about a booking. */
const noted = (checkoutId: string, text: string) =>
  shop.context.database.transaction((transaction) =>
    insertNote(transaction, { id: crypto.randomUUID(), checkoutId, staff: 'staff-secret-id', text }),
  );

/** The token of the link in the last e-mail. */
function mailedToken(): string {
  const text = shop.mailbox.mails.at(-1)?.mail.text ?? '';
  return /orders\/link\/([\w-]{43})/.exec(text)?.[1] ?? '';
}

const open = (token: string) => openableLink(shop.context.database, hashLink(token, shop.context.linkSecret));

/** What the timeline says of the addresses to which staff have sent e-mails. */
async function addressesOf(id: string): Promise<unknown[]> {
  const timeline = await readTimeline(shop.context.database, id);
  return timeline.flatMap(({ detail }) => ('address' in detail ? [detail['address']] : []));
}

describe('the data of one person', () => {
  it('is exported completely, without data of others and without links that open an order', async () => {
    const id = await boughtBy(shop, 'one');
    await boughtBy(shop, 'other');
    const reference = (await shop.find(id)).reference;
    await beginLookup(shop.context, { email: 'erika.one@example.org', language: 'de', network: 'home' });
    await revokeLinks(shop.context, id, 'staff-secret-id');
    await noted(id, 'comes with a dog');
    const data = await exportPerson(shop.context, 'ERIKA.one@example.org');
    expect(data.bookings).toMatchObject([
      {
        reference,
        total: 36,
        customer: { firstname: 'Erika-one', email: 'Erika.one@Example.org' },
        typed: { phone: '+49 170 1234567' },
        payments: [{ amount: 36, state: 'paid' }],
        orders: [{ reference: expect.any(String) as string }],
        emails: [{ kind: 'confirmation' }],
        notes: [{ text: 'comes with a dog', struckAt: null }],
      },
    ]);
    expect(data.searches).toHaveLength(1);
    const text = JSON.stringify(data);
    expect(text).toContain('links_revoked');
    expect(text).not.toMatch(/-other|staff-secret-id/);
    expect(text).not.toContain(mailedToken());
  });

  it('is erased everywhere, and the amounts stay', async () => {
    const id = await boughtBy(shop, 'one');
    const other = await boughtBy(shop, 'other');
    const before = await shop.find(id);
    await beginLookup(shop.context, { email: 'erika.one@example.org', language: 'de', network: 'home' });
    const token = mailedToken();
    await noted(id, 'Erika-one comes with a dog');
    await copyConfirmation(shop.context, id, { email: 'e@erika.example', staff: 'ada' });
    await shop.settle();
    expect(await addressesOf(id)).toEqual(['e…@erika.example']);
    // What makes staff find the person is erased, too.
    await indexPersons(shop.context.database, 100);
    expect(await everything()).toContain('(mustermann,');
    const erased = await erasePerson(shop.context, { email: 'ERIKA.one@example.org', staff: 'ada' });
    expect(erased).toEqual({ erased: 1, goingOn: 0, checkoutIds: [id] });
    const left = (await everything()).toLowerCase();
    for (const trace of ['erika-one', 'mustermann-one', 'erika.one@', '(one,', '(one)'])
      expect(left).not.toContain(trace);
    expect(left).toContain('mustermann-other');
    const [invoice] = await readInvoices(shop.context.database, id);
    expect(invoice?.buyer?.name).toMatch(/^Erika-one/);
    const after = await shop.find(id);
    expect([after.total, after.reference, after.state]).toEqual([
      before.total,
      before.reference,
      before.state,
    ]);
    expect(await addressesOf(id)).toEqual([]);
    const timeline = await readTimeline(shop.context.database, id);
    expect(timeline.at(-1)).toMatchObject({ what: 'personal_data_erased', detail: { staff: 'ada' } });
    expect((await shop.find(other)).customer?.email).toBe('Erika.other@Example.org');
    expect(await open(token)).toBe(other);
    expect(await exportPerson(shop.context, 'erika.one@example.org')).toMatchObject({ bookings: [] });
  });

  it('in an unfinished purchase stays until that has ended, and staff are told so', async () => {
    const { id, sessionId } = await payingAs(shop, 'one');
    const request = { email: 'erika.one@example.org', staff: 'ada' };
    expect(await erasePerson(shop.context, request)).toEqual({ erased: 0, goingOn: 1, checkoutIds: [] });
    expect((await shop.find(id)).customer?.email).toBe('Erika.one@Example.org');
    shop.provider.pay(sessionId);
    await shop.later(id);
    await shop.settle();
    expect(await erasePerson(shop.context, request)).toMatchObject({ erased: 1, goingOn: 0 });
  });

  it('is also found and erased when the person typed an address and bought nothing', async () => {
    const id = await shop.hold(1);
    await shop.context.database.transaction((transaction) =>
      saveEntries(transaction, id, customerNamed('shy')),
    );
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(await exportPerson(shop.context, 'erika.shy@example.org')).toMatchObject({ bookings: [{}] });
    expect(await erasePerson(shop.context, { email: 'erika.shy@example.org', staff: 'ada' })).toMatchObject({
      erased: 1,
      goingOn: 0,
    });
    expect(await everything()).not.toContain('Mustermann-shy');
  });
});

describe('a mailed link', () => {
  /** Moves the purchase and the event into the past. */
  async function letPass(id: string, time: string): Promise<void> {
    await change(
      `update storefront.checkout set created_at = created_at - interval '${time}' where id = '${id}'`,
    );
    await change(`update storefront.hold set descriptions = (
        select jsonb_object_agg(language, (
          select jsonb_agg(line || jsonb_build_object(
            'date', ((line->>'date')::date - interval '${time}')::date,
            'tickets', (select jsonb_agg(ticket || jsonb_build_object('occursAt', null))
              from jsonb_array_elements(line->'tickets') ticket)))
          from jsonb_array_elements(lines) line))
        from jsonb_each(descriptions) as each_one(language, lines))
      where checkout_id = '${id}'`);
  }

  it('opens its order until a year after the event', async () => {
    const id = await boughtBy(shop, 'one');
    const token = mailedToken();
    expect(await open(token)).toBe(id);
    expect(await open(newToken())).toBeNull();
    const [day] = await shop.context.database.rows(
      z.object({ left: z.int() }),
      sql.raw(`select ((jsonb_path_query_first(descriptions, '$.*[*].date') #>> '{}')::date - current_date)::int as left
        from storefront.hold where checkout_id = '${id}'`),
    );
    const daysUntilEvent = day?.left ?? 0;
    expect(daysUntilEvent).toBeGreaterThan(0);
    // A year after the purchase, but not yet after the event.
    await letPass(id, '363 days');
    expect(await open(token)).toBe(id);
    await letPass(id, `${daysUntilEvent} days`);
    expect(await open(token)).toBe(id);
    await letPass(id, '4 days');
    expect(await open(token)).toBeNull();
  });

  it('that staff have revoked opens nothing, nor does a browser that has opened it before', async () => {
    const [id, other] = [await boughtBy(shop, 'one'), await boughtBy(shop, 'other')];
    const token = mailedToken();
    const browser = hashToken(newToken());
    const { database } = shop.context;
    await database.transaction((transaction) => grantAccess(transaction, browser, other));
    expect(await revokeLinks(shop.context, other, 'ada')).toEqual({ links: 1, browsers: 2 });
    expect(await open(token)).toBeNull();
    expect(await hasAccess(database, browser, other)).toBe(false);
    expect((await readTimeline(database, other)).at(-1)).toMatchObject({
      what: 'links_revoked',
      detail: { staff: 'ada', links: 1, browsers: 2 },
    });
    // Nothing is revoked for another booking.
    const links = await database.rows(
      z.object({ id: z.string() }),
      sql`select checkout_id as id from storefront.link where revoked_at is null`,
    );
    expect(links).toEqual([{ id }]);
  });

  it('is not revoked while the customer is still buying: the browser must keep its access', async () => {
    const id = await shop.hold(1);
    expect(await revokeLinks(shop.context, id, 'ada')).toBeNull();
  });
});
