import { sql } from 'drizzle-orm';
import { createTranslator } from 'next-intl';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { applyVoucher } from '../../../shop/flows/voucher/apply-voucher';
import { placeOrder } from '../../../shop/flows/checkout/place-order';
import { languages } from '../../../locale/languages';
import { messages } from '../../../locale/messages';
import { readVouchers } from '../../../shop/flows/report/read-vouchers';
import { exportKinds, sheetOf } from './export-files';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
  shop.reset();
  shop.ticketing.tickets.support = 'read';
  shop.ticketing.vouchers.set('SUMMER27', '10.00');
  const id = await shop.hold(2);
  await applyVoucher(shop.context, id, 'SUMMER27');
  const placed = await placeOrder(shop.context, orderOf(id, '32.40'));
  if (placed.kind !== 'pay') throw new Error(`no payment page: ${placed.kind}`);
  shop.provider.pay(placed.url.slice(placed.url.lastIndexOf('/') + 1));
  await shop.later(id, { holdOver: true });
  await shop.settle();
});
afterAll(() => shop.close());

const period = { from: '2000-01-01', to: '2100-01-01', timeZone: 'Europe/Paris' };

async function sheet(kind: (typeof exportKinds)[number], language: (typeof languages)[number] = 'en') {
  const t = createTranslator({ locale: language, messages: messages[language], namespace: 'reports' });
  const { columns, rows } = sheetOf(shop.context, { kind, period, language }, t);
  const read = [];
  for await (const row of rows) read.push(row);
  return { headers: columns.map(({ header }) => header), rows: read };
}

it('an export of orders and one of tickets has the voucher and what it took off', async () => {
  const orders = await sheet('orders');
  expect(orders.headers.slice(-10)).toEqual([
    'Total (EUR)',
    'Total without VAT (EUR)',
    'Refunded (EUR)',
    'Voucher',
    'Discount (EUR)',
    'Exchanged for other tickets (EUR)',
    'Paid with a gift card (EUR)',
    'Paid with earlier tickets (EUR)',
    'Paid with money (EUR)',
    'Still to refund (EUR)',
  ]);
  expect(orders.rows.map((row) => [row[12], ...row.slice(-7)])).toEqual([
    ['32.40', 'SUMMER27', '3.60', '0.00', '0.00', '0.00', '32.40', '0.00'],
  ]);
  const tickets = await sheet('tickets');
  expect(tickets.headers[10]).toBe('Price (EUR)');
  expect(tickets.rows.map((row) => [row[10], ...row.slice(-2)])).toEqual([
    ['16.20', 'SUMMER27', '1.80'],
    ['16.20', 'SUMMER27', '1.80'],
  ]);
});

it('an export of tickets says which were used; without an answer of the service, only that they are not cancelled', async () => {
  const statuses = async () => (await sheet('tickets')).rows.map((row) => row[9]);
  const [ticket] = shop.ticketing.tickets.all.values();
  if (ticket === undefined) throw new Error('no ticket');
  ticket.status = 'redeemed';
  expect(await statuses()).toEqual(['Used', 'Valid']);
  shop.ticketing.unavailable = true;
  expect(await statuses()).toEqual(['Not cancelled', 'Not cancelled']);
  shop.ticketing.unavailable = false;
});

it('bookings, orders and tickets are named alike in all exports', async () => {
  const [orders, tickets, payments] = [
    await sheet('orders'),
    await sheet('tickets'),
    await sheet('payments'),
  ];
  for (const { headers } of [orders, tickets])
    expect(headers.slice(1, 3)).toEqual(['Booking reference', 'Order number']);
  expect(payments.headers[4]).toBe('Booking reference');
  expect(payments.rows[0]?.[4]).toBe(orders.rows[0]?.[1]);
  expect(tickets.headers[3]).toBe('Ticket ID (UUID)');
  expect(tickets.rows[0]?.[3]).toMatch(/^[0-9a-f-]{36}$/);
});

it('the rate of tax is in percent, as its heading says', async () => {
  const taxes = await sheet('taxes');
  expect(taxes.headers.slice(0, 5)).toEqual([
    'Day',
    'VAT rate (%)',
    'Sold (EUR)',
    'Sold without VAT (EUR)',
    'VAT of sales (EUR)',
  ]);
  const setRate = (rate: string) =>
    shop.context.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.placed_order set data = jsonb_set(data, '{items,0,vatRate}', to_jsonb(${rate}::text))`,
      ),
    );
  for (const [rate, shown] of [
    ['0.1', '10'],
    ['0.055', '5.5'],
    ['0.07', '7'],
    ['0', '0'],
  ] as const) {
    await setRate(rate);
    expect(
      (await sheet('taxes')).rows.map((row) => row[1]),
      rate,
    ).toEqual([shown]);
  }
});

it.each(exportKinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
  'a row of an export of %s has a cell for each column (%s)',
  async (kind, language) => {
    const { headers, rows } = await sheet(kind, language);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toHaveLength(headers.length);
    expect(new Set(headers).size).toBe(headers.length);
  },
);

it('exports and the report of vouchers show only the end of the code of a gift card', async () => {
  const { database } = shop.context;
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.placed_order
          set data = jsonb_set(data, '{voucher}', '"K7MQ-3XTD-92FA-JJ4W-PQ8Z"') where data->>'voucher' = 'SUMMER27'`,
    ),
  );
  const { byCode } = await readVouchers(database, period);
  expect((await sheet('orders')).rows[0]?.slice(-4)).toEqual(['3.60', '0.00', '32.40', '0.00']);
  const shown = [byCode, (await sheet('orders')).rows, (await sheet('tickets')).rows];
  for (const one of shown.map((rows) => JSON.stringify(rows))) {
    expect(one).toContain('…PQ8Z');
    expect(one).not.toContain('K7MQ');
  }
  // The code of complimentary tickets looks the same, and has paid nothing.
  await database.transaction((transaction) =>
    transaction.run(sql`update storefront.placed_order set data = data || '{"complimentary": true}'`),
  );
  expect((await sheet('orders')).rows[0]?.slice(-4)).toEqual(['0.00', '0.00', '32.40', '0.00']);
});
