import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { grantAccess, hasAccess } from './access-store';
import { saveEntries } from './checkout-store';
import { beginLookup } from './lookup';
import { openableLink, revokeLinks } from './order-link';
import { placeOrder } from './pay';
import { findUnsettled } from './payment-store';
import { erasePerson, exportPerson } from './person';
import { orderOf, startStage, type Stage } from './testing';
import { readTimeline } from './timeline-store';
import { hashLink, hashToken, newToken } from './tokens';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.reset();
  await change(`truncate storefront.checkout, storefront.lookup cascade`);
});

const change = (statement: string) =>
  stage.rooms.database.transaction((transaction) => transaction.run(sql.raw(statement)));

const person = (name: string) => ({
  firstname: `Erika-${name}`,
  lastname: `Mustermann-${name}`,
  email: `Erika.${name}@Example.org`,
  phone: '+49 170 1234567',
  country: 'DE',
});

/** A purchase of that person, on the payment page. */
async function paying(name: string): Promise<{ id: string; sessionId: string }> {
  const id = await stage.hold(2);
  const entries = person(name);
  const order = orderOf(id, '36.00', { ...entries, language: 'de' });
  await placeOrder(stage.rooms, { ...order, entries });
  const payment = await findUnsettled(stage.rooms.database, id);
  return { id, sessionId: payment?.sessionId ?? '' };
}

/** Bought, and the tickets were mailed. */
async function bought(name: string): Promise<string> {
  const { id, sessionId } = await paying(name);
  stage.provider.pay(sessionId);
  await stage.later(id);
  await stage.settle();
  expect(await stage.state(id)).toBe('ordered');
  return id;
}

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const { database } = stage.rooms;
  const tables = await database.rows(
    z.object({ name: z.string() }),
    sql`select table_name as name from information_schema.tables where table_schema = 'storefront'`,
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

/** The token of the link in the last e-mail. */
function mailedToken(): string {
  const text = stage.mailbox.mails.at(-1)?.mail.text ?? '';
  return /orders\/link\/([\w-]{43})/.exec(text)?.[1] ?? '';
}

const open = (token: string) => openableLink(stage.rooms.database, hashLink(token, stage.rooms.linkSecret));

describe('the data of one person', () => {
  it('is exported whole, and without what is another’s or opens an order', async () => {
    const id = await bought('one');
    await bought('other');
    const reference = (await stage.find(id)).reference;
    await beginLookup(stage.rooms, { email: 'erika.one@example.org', language: 'de', network: 'home' });
    await revokeLinks(stage.rooms, id, 'staff-secret-id');
    const data = await exportPerson(stage.rooms, 'ERIKA.one@example.org');
    expect(data.bookings).toMatchObject([
      {
        reference,
        total: 36,
        customer: { firstname: 'Erika-one', email: 'Erika.one@Example.org' },
        typed: { phone: '+49 170 1234567' },
        payments: [{ amount: 36, state: 'paid' }],
        orders: [{ reference: expect.any(String) as string }],
        emails: [{ kind: 'confirmation' }],
      },
    ]);
    expect(data.searches).toHaveLength(1);
    const text = JSON.stringify(data);
    expect(text).toContain('links_revoked');
    expect(text).not.toMatch(/-other|staff-secret-id/);
    expect(text).not.toContain(mailedToken());
  });

  it('is erased from everything, and the amounts stay', async () => {
    const id = await bought('one');
    const other = await bought('other');
    const before = await stage.find(id);
    await beginLookup(stage.rooms, { email: 'erika.one@example.org', language: 'de', network: 'home' });
    const token = mailedToken();
    const erased = await erasePerson(stage.rooms, { email: 'ERIKA.one@example.org', staff: 'ada' });
    expect(erased).toEqual({ erased: 1, goingOn: 0 });
    const left = (await everything()).toLowerCase();
    for (const trace of ['erika-one', 'mustermann-one', 'erika.one@']) expect(left).not.toContain(trace);
    expect(left).toContain('mustermann-other');
    const after = await stage.find(id);
    expect([after.total, after.reference, after.state]).toEqual([
      before.total,
      before.reference,
      before.state,
    ]);
    const timeline = await readTimeline(stage.rooms.database, id);
    expect(timeline.at(-1)).toMatchObject({ what: 'personal_data_erased', detail: { staff: 'ada' } });
    expect((await stage.find(other)).customer?.email).toBe('Erika.other@Example.org');
    expect(await open(token)).toBe(other);
    expect(await exportPerson(stage.rooms, 'erika.one@example.org')).toMatchObject({ bookings: [] });
  });

  it('of a purchase that goes on stays until it has ended, and staff are told', async () => {
    const { id, sessionId } = await paying('one');
    const request = { email: 'erika.one@example.org', staff: 'ada' };
    expect(await erasePerson(stage.rooms, request)).toEqual({ erased: 0, goingOn: 1 });
    expect((await stage.find(id)).customer?.email).toBe('Erika.one@Example.org');
    stage.provider.pay(sessionId);
    await stage.later(id);
    await stage.settle();
    expect(await erasePerson(stage.rooms, request)).toEqual({ erased: 1, goingOn: 0 });
  });

  it('of who typed an address and did not buy is found and erased, too', async () => {
    const id = await stage.hold(1);
    await stage.rooms.database.transaction((transaction) => saveEntries(transaction, id, person('shy')));
    await stage.later(id, { holdOver: true });
    await stage.settle();
    expect(await exportPerson(stage.rooms, 'erika.shy@example.org')).toMatchObject({ bookings: [{}] });
    expect(await erasePerson(stage.rooms, { email: 'erika.shy@example.org', staff: 'ada' })).toEqual({
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
    const id = await bought('one');
    const token = mailedToken();
    expect(await open(token)).toBe(id);
    expect(await open(newToken())).toBeNull();
    const [day] = await stage.rooms.database.rows(
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
    const [id, other] = [await bought('one'), await bought('other')];
    const token = mailedToken();
    const browser = hashToken(newToken());
    const { database } = stage.rooms;
    await database.transaction((transaction) => grantAccess(transaction, browser, other));
    expect(await revokeLinks(stage.rooms, other, 'ada')).toEqual({ links: 1, browsers: 2 });
    expect(await open(token)).toBeNull();
    expect(await hasAccess(database, browser, other)).toBe(false);
    expect((await readTimeline(database, other)).at(-1)).toMatchObject({
      what: 'links_revoked',
      detail: { staff: 'ada', links: 1, browsers: 2 },
    });
    // Of another booking nothing is revoked.
    const links = await database.rows(
      z.object({ id: z.string() }),
      sql`select checkout_id as id from storefront.link where revoked_at is null`,
    );
    expect(links).toEqual([{ id }]);
  });

  it('is not revoked while somebody is buying: the browser has to go on', async () => {
    const id = await stage.hold(1);
    expect(await revokeLinks(stage.rooms, id, 'ada')).toBeNull();
  });
});
