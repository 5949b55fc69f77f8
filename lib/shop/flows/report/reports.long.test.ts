import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { fillShop } from '@/testing/shop/filled-shop';
import { openShopDatabase } from '@/testing/shop/tables';
import type { Database } from '../../../database/database';
import { readSales } from './read-sales';
import { readTaxes } from './read-taxes';
import { readVouchers } from './read-vouchers';

// ORDERS: fewer, to try the test itself.
const orders = Number(process.env['ORDERS'] ?? 1_000_000);
const days = 300;
const year = { from: '2026-01-01', to: '2026-12-31', timeZone: 'Europe/Paris' };

let server: TestServer;
let database: Database;

/** The orders get two items of two tickets, a tax and, each tenth, a voucher, as those of the service have. */
const items = `update storefront.placed_order set data = data || jsonb_build_object('totalAmountExclTax', '30.00',
  'voucher', case when hashtext(id::text) % 10 = 0 then 'SUMMER' end, 'discountInclTax', '1.00', 'items',
  (select jsonb_agg(jsonb_build_object('@id', data->>'@id' || '/items/' || i, 'quantity', 2,
      'offer', '/v1/ticketing/catalogs/1/offers/' || i, 'product', '/v1/ticketing/catalogs/1/products/' || i,
      'unitAmountInclTax', '9.00', 'unitAmountExclTax', '7.50', 'totalAmountInclTax', '18.00',
      'totalAmountExclTax', '15.00', 'vatRate', 0.2,
      'offerTickets', jsonb_build_array(jsonb_build_object('ticket', '/v1/tickets/1', 'session', '/v1/sessions/1')),
      'tickets', jsonb_build_array(data->>'@id' || i || '/1', data->>'@id' || i || '/2'))) from generate_series(1, 2) i))`;

beforeAll(async () => {
  server = await startPostgres(['fsync=off', 'max_wal_size=8GB']);
  const url = await server.createDatabase();
  database = await openShopDatabase(url);
  const begin = new Date('2026-01-01T00:00:00Z');
  const spacingMilliseconds = Math.floor((days * 86_400_000) / orders);
  await fillShop(database, { orders, begin, spacingMilliseconds });
  const client = new Client(url);
  await client.connect();
  await client.query(items);
  await client.query('vacuum analyze storefront.placed_order');
  await client.query('analyze');
  await client.end();
}, 3_600_000);
afterAll(async () => {
  await database.close();
  await server.stop();
});

// Of one in fifty there is no order.
const placed = orders - orders / 50;
const euros = (amount: number) => amount.toFixed(2);

it('the sales, taxes and vouchers of a year are read, whatever was sold', { timeout: 600_000 }, async () => {
  const times: Record<string, number> = {};
  const timed = async <Result>(name: string, work: Promise<Result>) => {
    const began = performance.now();
    const result = await work;
    times[name] = Math.round(performance.now() - began);
    return result;
  };
  const { total, byDay, byProduct } = await timed('sales', readSales(database, year, 'en'));
  expect(total).toMatchObject({ orders: placed, units: 4 * placed, sold: euros(36 * placed) });
  expect(byDay.length).toBeGreaterThanOrEqual(days);
  expect(byDay.reduce((sum, day) => sum + day.orders, 0)).toBe(placed);
  expect(byProduct.map(({ sold }) => sold)).toEqual([euros(18 * placed), euros(18 * placed)]);
  const taxes = await timed('taxes', readTaxes(database, year));
  expect(taxes.reduce((sum, { soldExclTax }) => sum + Number(soldExclTax), 0)).toBeCloseTo(30 * placed, 2);
  const vouchers = await timed('vouchers', readVouchers(database, year));
  const [{ count } = { count: 0 }] = (
    await database.send({
      text: `select count(*)::int from storefront.placed_order where data->>'voucher' is not null`,
      params: [],
      rowMode: 'object',
    })
  ).rows as { count: number }[];
  expect(vouchers.total).toMatchObject({ uses: count, discount: euros(count) });
  process.stdout.write(`${orders} orders, milliseconds: ${JSON.stringify(times)}\n`);
});
