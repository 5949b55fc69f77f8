import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportOrders } from '../../../shop/flows/report/export-orders';
import { readSales } from '../../../shop/flows/report/read-sales';
import { fillShop } from '@/testing/shop/filled-shop';
import { openShopDatabase } from '@/testing/shop/tables';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { endUnread, type SpreadsheetRow, spreadsheetStream } from './spreadsheet';

// EXPORT_ROWS: fewer, to try the test itself.
const rows = Number(process.env['EXPORT_ROWS'] ?? 1_000_000);
const period = { from: '2020-01-01', to: '2029-12-31', timeZone: 'Europe/Paris' };
/** Far less than the rows need: a million take some 800 MB. */
const mostBytes = 256 * 1024 * 1024;

let server: TestServer;
let database: Awaited<ReturnType<typeof openShopDatabase>>;

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase(), 2);
  await fillShop(database, {
    orders: rows,
    begin: new Date('2024-01-01T00:00:00Z'),
    spacingMilliseconds: 30_000,
  });
}, 3_600_000);
afterAll(async () => {
  await database.close();
  await server.stop();
});

async function* cells(): AsyncGenerator<SpreadsheetRow> {
  for await (const row of exportOrders(database, period))
    yield [row.orderedAt, row.reference, row.number, row.lastname, row.email, row.total, row.refunded];
}

const columns = (['time', 'text', 'text', 'text', 'text', 'amount', 'amount'] as const).map(
  (kind, index) => ({
    header: `column ${index}`,
    kind,
  }),
);

describe.each(['csv', 'xlsx'] as const)('an export of a million orders as %s', (format) => {
  it('takes constant memory', { timeout: 3_600_000 }, async () => {
    let most = 0;
    let bytes = 0;
    const before = process.memoryUsage().rss;
    const file = spreadsheetStream(format, { name: 'orders', columns, rows: cells() });
    const reader = endUnread(file, 60_000, () => undefined).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(bytes).toBeGreaterThan(rows * 10);
    expect(most).toBeLessThan(mostBytes);
  });
});

it('the sales of a year agree with its orders', { timeout: 600_000 }, async () => {
  const { total } = await readSales(database, { ...period, from: '2024-01-01', to: '2024-12-31' }, 'en');
  expect(Number(total.sold)).toBeCloseTo(total.orders * 36, 2);
  expect(total.orders).toBeGreaterThan(0);
});
