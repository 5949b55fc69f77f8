import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database, Reader } from '../../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import { explain } from '@/testing/database/explain';
import { fillNames, indexAllPersons } from '@/testing/shop/filled-persons';
import { filledId, filledReference, fillShop, frequentEmail } from '@/testing/shop/filled-shop';
import { findByReferences, findOfGuest, findOrders, mostFound } from './find-orders';
import { readTimeline } from '../../data/timeline-store';

const orders = 20_000;
// A lookup of one order reads some 30 database pages; reading a whole table reads thousands.
const mostPages = 800;
/** 639 pages find 50 orders, and 22 of each say what it is for, and what became of its tickets and its money. */
const mostPagesOfMany = 2_000;

/** A part of a word stands for a hundred words, each with some purchases. */
const mostPagesOfWords = 8_000;

const personSchema = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone: z.string(),
});
type Person = z.infer<typeof personSchema>;

let server: TestServer;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase(), 2);
  await fillNames(database);
  const begin = new Date('2026-01-01');
  await fillShop(database, { orders, begin, spacingMilliseconds: 60_000, hasNames: true });
  await indexAllPersons(database);
  // Every fourth order is cancelled.
  await database.transaction((transaction) =>
    transaction.run(sql`with cancelled as (
        insert into storefront.cancellation (id, checkout_id, order_id, tickets, state, reason, override, amount, reference,
          created_at, entered_at)
        select gen_random_uuid(), checkout_id, id, '[]'::jsonb, 'cancelled', '', false, 1,
          replace(reference, 'S-', 'CN-'), created_at, created_at
        from storefront.placed_order where substr(reference, 3)::int % 4 = 1 returning *)
      insert into storefront.refund (id, checkout_id, payment_id, cause, cancellation_id, amount, state, refund_id,
        created_at, entered_at)
      select gen_random_uuid(), checkout_id, payment.id, 'cancelled_tickets', cancelled.id, 1, 'done',
        replace(reference, 'CN-', 're_c'), cancelled.created_at, cancelled.created_at
      from cancelled join storefront.payment using (checkout_id)`),
  );
  await database.transaction((transaction) => transaction.run(sql`analyze`));
});

afterAll(async () => {
  await database.close();
  await server.stop();
});

/** How many pages of 8 kB PostgreSQL reads for the statements of some work, and the result of the work. */
async function pagesOf<Found>(
  work: (reader: Reader) => Promise<Found>,
): Promise<{ pages: number; found: Found }> {
  const { found, plans } = await explain(database, work);
  const pages = plans.reduce((sum, plan) => sum + plan.pages, 0);
  expect(pages).toBeGreaterThan(0);
  // No table is read as a whole, but for the list of all words, which has 240 pages here: its index of similar words costs
  // as much as long as it is fresh.
  expect(plans.flatMap(({ scanned }) => scanned).filter((table) => table !== 'person_word')).toEqual([]);
  return { pages, found };
}

describe(`a staff lookup among ${orders} orders reads only what it needs`, () => {
  const n = 12_345;
  const references = (found: { reference: string }[]) => found.map(({ reference }) => reference);

  it.each([
    ['our reference', filledReference(n)],
    ['our reference without its hyphen', filledReference(n).replace('-', '').toLowerCase()],
    ["the service's reference", `s-${n}`],
    ["the service's identifier of the order", filledId('order', n)],
    ['the identifier of the purchase', filledId('checkout', n)],
    ['the path of the reservation', `/v1/booking/reservations/${filledId('reservation', n)}`],
    ["the provider's identifier of the payment", `pi_${n}`],
    ["the provider's identifier of the payment page", `cs_${n}`],
    ["the provider's identifier of a refund", `re_c${n}`],
    ['the number of a credit note', `cn ${n}`],
    ['the identifier of a ticket', filledId('ticket', n).toUpperCase()],
  ])('by %s', async (_what, query) => {
    const { pages, found } = await pagesOf((reader) => findOrders(reader, query, 'all'));
    expect(references(found)).toEqual([filledReference(n)]);
    expect(pages).toBeLessThan(mostPages);
  });

  it.each([
    ['the e-mail address', 'exact', ({ email }: Person) => email.toUpperCase()],
    ['a part of the e-mail address', 'among', ({ email }: Person) => email.slice(0, 8)],
    ['a mistyped e-mail address', 'among', ({ email }: Person) => `${email.slice(0, 4)}${email.slice(5)}`],
    ['the telephone number', 'exact', ({ phone }: Person) => phone],
    ['a part of the telephone number', 'among', ({ phone }: Person) => phone.slice(0, 7)],
    ['the name', 'among', ({ firstname, lastname }: Person) => `${lastname} ${firstname}`],
    ['the surname', 'any', ({ lastname }: Person) => lastname],
    ['a part of the surname', 'any', ({ lastname }: Person) => lastname.slice(0, 3)],
    [
      'parts of both names',
      'among',
      ({ firstname, lastname }: Person) => `${firstname.slice(0, 3)} ${lastname.slice(0, 4)}`,
    ],
    [
      'a mistyped name',
      'among',
      ({ firstname, lastname }: Person) => `${firstname} ${lastname.slice(0, 2)}${lastname.slice(3)}`,
    ],
  ] as const)('by %s', async (_what, expected, typed) => {
    const [person] = await database.rows(
      personSchema,
      sql`select entries->>'firstname' as firstname, entries->>'lastname' as lastname, email, entries->>'phone' as phone
          from storefront.checkout where id = ${filledId('checkout', n)}::uuid`,
    );
    if (person === undefined) throw new Error('there is no such purchase');
    const { pages, found } = await pagesOf((reader) => findOrders(reader, typed(person), 'all'));
    if (expected === 'exact') expect(references(found)).toEqual([filledReference(n)]);
    else if (expected === 'among') expect(references(found)).toContain(filledReference(n));
    else expect(found.length).toBeGreaterThan(0);
    expect(pages).toBeLessThan(mostPagesOfWords);
  });

  it('by the e-mail of a customer with more orders than are shown', async () => {
    const { pages, found } = await pagesOf((reader) => findOrders(reader, frequentEmail, 'all'));
    expect(found).toHaveLength(mostFound);
    expect(pages).toBeLessThan(mostPagesOfMany);
  });

  it('when it finds nothing', async () => {
    const { pages, found } = await pagesOf((reader) => findOrders(reader, 'NONE-SUCH', 'all'));
    expect(found).toEqual([]);
    expect(pages).toBeLessThan(mostPages);
  });

  it('by references of the service, by a browser, and in the timeline', async () => {
    const told = await pagesOf((reader) =>
      findByReferences(reader, [filledReference(n)], { catalogs: 'all', language: 'en' }),
    );
    expect(references(told.found)).toEqual([filledReference(n)]);
    expect(told.pages).toBeLessThan(mostPages);
    const [browser] = await database.rows(
      z.object({ hash: z.string() }),
      sql`select md5(${`browser/${n}`}) as hash`,
    );
    const seen = await pagesOf((reader) => findOfGuest(reader, browser?.hash ?? ''));
    expect(references(seen.found)).toEqual([filledReference(n)]);
    expect(seen.pages).toBeLessThan(mostPages);
    const timeline = await pagesOf((reader) => readTimeline(reader, filledId('checkout', n)));
    expect(timeline.found).toHaveLength(5);
    expect(timeline.pages).toBeLessThan(mostPages);
  });

  it('the limit of this test detects a lookup that casts the identifier and reads the whole table', async () => {
    const { plans } = await explain(database, (reader) =>
      reader.rows(
        z.object({ id: z.string() }),
        sql`select checkout_id as id from storefront.placed_order where id::text = ${filledId('order', n)}`,
      ),
    );
    expect(plans).toMatchObject([{ scanned: ['placed_order'] }]);
    expect(plans[0]?.pages).toBeGreaterThan(mostPages);
  });
});
