import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sumAmounts } from '@/lib/money/money';
import { cancel, type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import { startClosingShop } from '@/testing/shop/closing-shop';
import type { Reader } from '../../../database/database';
import { salesParts, type SalesPart } from '../../values/report-values';
import { readSales } from './read-sales';
import { readSalesBy } from './read-sales-by';
import { readTaxes } from './read-taxes';

const closing = await startClosingShop();
const { shop, run } = closing;
const { database } = shop.context;
const period = { from: '2000-01-01', to: '2100-01-01', timeZone: 'Europe/Paris' };

afterAll(closing.close);
beforeEach(closing.reset);

const by = (part: SalesPart) => readSalesBy(database, { period, by: part, language: 'en' });
const namesAndSales = async (part: SalesPart) =>
  (await by(part)).rows.map(({ name, at, units, net }) => [name, at, units, net]);

/** Lets an order be for these visits. */
const describeAs = (checkoutId: string, tickets: readonly object[], date: string) => {
  const line = JSON.stringify({ catalogName: 'Harbour', productName: 'Boat', date, tickets });
  return database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.hold set descriptions = jsonb_build_object('fr', jsonb_build_array(${line}::jsonb))
          where checkout_id = ${checkoutId}`,
    ),
  );
};

const boat = { id: 'e1', name: 'Boat trip' };
const museum = { id: 'e2', name: 'Museum' };
const at = (time: string) => `2027-06-01T${time}:00+02:00`;

describe('sales by', () => {
  beforeEach(async () => {
    const orders = [];
    for (const quantity of [3, 1, 2, 1]) orders.push(await orderedWithTickets(shop, quantity));
    const [first, second, third, fourth] = orders as [Ordered, Ordered, Ordered, Ordered];
    await cancel(shop, first, { tickets: first.tickets.slice(0, 1) });
    await describeAs(first.id, [{ event: boat, occursAt: at('10:00') }], '2027-06-01');
    await describeAs(second.id, [{ event: boat, occursAt: at('14:00') }], '2027-06-01');
    await describeAs(third.id, [{ event: museum, occursAt: null }], '2027-06-02');
    const both = [
      { event: museum, occursAt: null },
      { event: boat, occursAt: at('10:00') },
    ];
    await describeAs(fourth.id, both, '2027-06-01');
  });

  it('event, where a ticket for two events is neither of them', async () => {
    expect(await namesAndSales('event')).toEqual([
      ['Boat trip', null, 4, '54.00'],
      ['Museum', null, 2, '36.00'],
      ['Boat trip + Museum', null, 1, '18.00'],
    ]);
  });

  it('session, and day for what is valid at any time', async () => {
    expect(await namesAndSales('session')).toEqual([
      ['Boat trip', at('10:00'), 3, '36.00'],
      ['Boat trip + Museum', at('10:00'), 1, '18.00'],
      ['Boat trip', at('14:00'), 1, '18.00'],
      ['Museum', '2027-06-02', 2, '36.00'],
    ]);
  });

  it('day of the visit, whenever it was bought', async () => {
    expect(await namesAndSales('visit')).toEqual([
      [null, '2027-06-01', 5, '72.00'],
      [null, '2027-06-02', 2, '36.00'],
    ]);
  });

  it('organizer, by the name of the catalogue', async () => {
    expect(await namesAndSales('organizer')).toEqual([['Harbour', null, 7, '108.00']]);
  });

  it.each(salesParts)('%s adds up to the total, with what has no description', async (part) => {
    await orderedWithTickets(shop, 1);
    await run(
      `update storefront.hold set descriptions = '{}' where id = (select max(id::text)::uuid from storefront.hold)`,
    );
    const { total } = await readSales(database, period, 'en');
    const report = await by(part);
    expect(report.total).toEqual(total);
    for (const figure of ['sold', 'refunded', 'net'] as const)
      expect(sumAmounts(report.rows.map((row) => row[figure]))).toBe(total[figure]);
  });

  it('more parts than a page has adds the rest together', async () => {
    await run(`insert into storefront.placed_order (id, checkout_id, catalog_id, reservation_id, reference, data, created_at)
      select gen_random_uuid(), checkout_id, gen_random_uuid(), gen_random_uuid(), 'S-' || n, data, created_at
      from (select * from storefront.placed_order limit 1) one, generate_series(1, 510) n`);
    const report = await by('organizer');
    const { total } = await readSales(database, period, 'en');
    expect([report.rows.length, report.others.count]).toEqual([500, 11]);
    expect(report.total).toEqual(total);
    expect(sumAmounts([...report.rows.map(({ net }) => net), report.others.sales.net])).toBe(total.net);
  });
});

it('sales at each rate of tax are those of the export of taxes, over all days', async () => {
  const { id, tickets, ...ordered } = await orderedWithTickets(shop, 2);
  await cancel(shop, { id, tickets, ...ordered }, { tickets: tickets.slice(0, 1) });
  await orderedWithTickets(shop, 2);
  await run(
    `update storefront.placed_order set created_at = created_at - interval '3 days' where checkout_id = '${id}'`,
  );
  const days = await readTaxes(database, period);
  expect(new Set(days.map(({ day }) => day)).size).toBe(2);
  const { byRate } = await readSales(database, period, 'en');
  expect(byRate).toEqual([
    { rate: 0.2, sold: '72.00', soldExclTax: '60.00', returned: '18.00', returnedExclTax: '15.00' },
  ]);
  expect(sumAmounts(days.map(({ sold }) => sold))).toBe('72.00');
  expect(sumAmounts(days.map(({ refundedExclTax }) => refundedExclTax))).toBe('15.00');
});

describe('a fee or discount, of orders', () => {
  beforeEach(async () => {
    const changes = [
      `'{"totalAmountInclTax": "20.50", "totalAmountExclTax": "17.00"}'`,
      `'{"totalAmountInclTax": "15.00", "totalAmountExclTax": null}'`,
      `'{"totalAmountInclTax": "7.00", "totalAmountExclTax": "6.00", "items": []}'`,
      `jsonb_build_object('totalAmountExclTax', '15.00',
        'items', jsonb_build_array(data->'items'->0 || '{"totalAmountExclTax": null}'))`,
    ];
    for (const change of changes) {
      const { id } = await orderedWithTickets(shop, 1);
      await run(`update storefront.placed_order set data = data || ${change} where checkout_id = '${id}'`);
      await describeAs(id, [{ event: boat, occursAt: at('10:00') }], '2027-06-01');
    }
  });

  it('is of no product and no rate, also without items, and without an amount without tax', async () => {
    const { total, byProduct, byRate } = await readSales(database, period, 'en');
    expect(total).toMatchObject({ orders: 4, units: 3, sold: '60.50' });
    expect(byProduct.map(({ product, orders, sold }) => [product === null, orders, sold])).toEqual([
      [false, 0, '54.00'],
      [true, 4, '6.50'],
    ]);
    // An item without an amount without tax has none: 15 + 15 + 18.
    expect(byRate.map(({ rate, sold, soldExclTax }) => [rate, sold, soldExclTax])).toEqual([
      [0.2, '54.00', '48.00'],
      [null, '6.50', '2.00'],
    ]);
    expect(
      (await readTaxes(database, period)).map(({ rate, sold, soldExclTax }) => [rate, sold, soldExclTax]),
    ).toEqual(byRate.map(({ rate, sold, soldExclTax }) => [rate, sold, soldExclTax]));
  });

  it('is of no event, session and day of the visit, but of the organizer', async () => {
    const sold = async (part: SalesPart) => (await by(part)).rows.map((row) => [row.key === null, row.sold]);
    for (const part of ['event', 'session', 'visit'] as const)
      expect(await sold(part)).toEqual([
        [false, '54.00'],
        [true, '6.50'],
      ]);
    expect(await sold('organizer')).toEqual([[false, '60.50']]);
  });
});

it('each report of a year is one statement', async () => {
  await orderedWithTickets(shop, 1);
  const year = { ...period, from: '2026-01-01', to: '2026-12-31' };
  let statements = 0;
  const counted: Reader = {
    ...database,
    rows: (schema, statement) => {
      statements += 1;
      return database.rows(schema, statement);
    },
  };
  await readSales(counted, year, 'en');
  await readTaxes(counted, year);
  for (const part of salesParts) await readSalesBy(counted, { period: year, by: part, language: 'en' });
  expect(statements).toBe(2 + salesParts.length);
});
