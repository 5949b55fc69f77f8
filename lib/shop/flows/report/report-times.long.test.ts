import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sumAmounts } from '@/lib/money/money';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { anyOrder } from '@/testing/shop/any-order';
import { filledReference, fillShop, frequentEmail } from '@/testing/shop/filled-shop';
import { openShopDatabase } from '@/testing/shop/tables';
import type { Database } from '../../../database/database';
import { salesParts } from '../../values/report-values';
import { readDay } from '../closing/read-day';
import { findOrders } from '../lookup/find-orders';
import { listOrders } from '../lookup/list-orders';
import { listShifts } from '../shift/read-shifts';
import { readSales } from './read-sales';
import { readSalesBy } from './read-sales-by';
import { readTaxes } from './read-taxes';
import { readVouchers } from './read-vouchers';

// How long each report and list of 20,000 orders takes, of which 2,000 were sold on one day in 40 shifts.

const orders = 20_000;
const period = { from: '2026-01-01', to: '2026-12-31', timeZone: 'Europe/Paris' };
const day = '2026-01-05';

let server: TestServer;
let database: Database;

/** Items and descriptions as those of the service are, for 400 sessions of 20 events. */
const items = `update storefront.placed_order set catalog_id = md5('catalog' || abs(hashtext(id::text)) % 5)::uuid, data = data || jsonb_build_object('totalAmountExclTax', '30.00',
  'voucher', case when hashtext(id::text) % 10 = 0 then 'SUMMER' end, 'discountInclTax', '1.00', 'items',
  (select jsonb_agg(jsonb_build_object('@id', data->>'@id' || '/items/' || i, 'quantity', 2,
      'offer', '/v1/ticketing/catalogs/1/offers/' || i, 'product', '/v1/ticketing/catalogs/1/products/' || i,
      'unitAmountInclTax', '9.00', 'unitAmountExclTax', '7.50', 'totalAmountInclTax', '18.00',
      'totalAmountExclTax', '15.00', 'vatRate', 0.2,
      'offerTickets', jsonb_build_array(jsonb_build_object('ticket', '/v1/tickets/1', 'session', '/v1/sessions/1')),
      'tickets', jsonb_build_array(data->>'@id' || i || '/1', data->>'@id' || i || '/2'))) from generate_series(1, 2) i))`;
const descriptions = `update storefront.hold set descriptions = (select jsonb_object_agg(language, lines) from
  unnest(array['en', 'fr']) language, lateral (select jsonb_agg(jsonb_build_object('catalogId', catalog_id,
    'catalogName', 'Harbour', 'timezone', 'Europe/Paris', 'productId', i, 'productName', 'Boat trip ' || language,
    'date', '2026-07-01', 'quantity', 2, 'unitAmount', '9.00', 'totalAmount', '18.00', 'discount', '0.00',
    'tickets', jsonb_build_array(jsonb_build_object('name', 'Adult', 'occursAt',
      '2026-07-' || lpad((1 + (abs(hashtext(id::text)) / 20) % 20)::text, 2, '0') || 'T10:00:00+02:00',
      'sessionName', null, 'event', jsonb_build_object('id', 'e' || abs(hashtext(id::text)) % 20, 'name',
      'Event ' || abs(hashtext(id::text)) % 20, 'venue', 'Pier', 'address', 'Quay 1, Paris'))))) as lines
    from generate_series(1, 2) i) each)`;
const shifts = `
  insert into storefront.shift (id, till, staff, opening, opened_at)
    select md5('shift' || n)::uuid, 'Till ' || n, 'person-' || n, 100, '${day}T07:00:00Z' from generate_series(1, 40) n;
  with chosen as (select id, checkout_id, amount, row_number() over (order by id) as n from storefront.payment limit 2000),
    cash as (update storefront.payment set method = 'cash', settled_at = '${day}T09:00:00Z' from chosen
      where payment.id = chosen.id)
  insert into storefront.shift_entry (id, shift_id, kind, method, amount, source, at)
    select gen_random_uuid(), md5('shift' || (1 + n % 40))::uuid, 'sale', 'cash', amount, id::text, '${day}T09:00:00Z'
    from chosen`;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  database = await openShopDatabase(url);
  const spacingMilliseconds = Math.floor((300 * 86_400_000) / orders);
  await fillShop(database, { orders, begin: new Date('2026-01-01T00:00:00Z'), spacingMilliseconds });
  const client = new Client(url);
  await client.connect();
  for (const statement of [items, descriptions, shifts, 'vacuum analyze']) await client.query(statement);
  await client.end();
}, 600_000);
afterAll(async () => {
  await database.close();
  await server.stop();
});

/** The last ones look at all orders, and find none. */
const filters = [
  {},
  { channel: 'web' },
  { visitDay: '2099-01-01' },
  { event: 'nobody sells this' },
  { state: 'exchanged' },
  { language: 'nl', boughtTo: '2090-01-01' },
] as const;

it(
  'each report and list of 20,000 orders is read, and the times are printed',
  { timeout: 120_000 },
  async () => {
    const reports: Readonly<Record<string, () => Promise<unknown>>> = {
      sales: () => readSales(database, period, 'en'),
      taxes: () => readTaxes(database, period),
      vouchers: () => readVouchers(database, period),
      ...Object.fromEntries(
        salesParts.map((by) => [by, () => readSalesBy(database, { period, by, language: 'en' })]),
      ),
      closing: () => readDay(database, { day, timeZone: period.timeZone }),
      shifts: () => listShifts(database, { before: undefined }),
      ...Object.fromEntries(
        filters.map((filter) => [
          `orders ${JSON.stringify(filter)}`,
          () => listOrders(database, { ...anyOrder, ...filter }, { after: null, language: 'en' }),
        ]),
      ),
      ...Object.fromEntries(
        [filledReference(7), frequentEmail, 'Ada', '7'].map((typed) => [
          `search ${typed}`,
          () => findOrders(database, typed, 'all'),
        ]),
      ),
    };
    const times: Record<string, number> = {};
    for (const [name, read] of Object.entries(reports)) {
      const each: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const began = performance.now();
        await read();
        each.push(performance.now() - began);
      }
      times[name] = Math.round(each.toSorted((a, b) => a - b)[2] ?? 0);
    }
    process.stdout.write(`${orders} orders, milliseconds: ${JSON.stringify(times)}\n`);
    const sessions = await readSalesBy(database, { period, by: 'session', language: 'en' });
    expect(sessions.rows.filter(({ key }) => key !== null)).toHaveLength(400);
    expect(sumAmounts(sessions.rows.map(({ sold }) => sold))).toBe(sessions.total.sold);
  },
);
