import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Transaction } from '@/lib/database/database';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { idOf } from './feed-rows';
import { replaceRows } from './feed-store';

let service: TestService;
let catalogId: string;

beforeAll(async () => {
  service = await startTestService();
  const { body } = await service.call('POST', '/v1/ticketing/feeds', { body: boatAndMuseum() });
  catalogId = z.object({ catalog: z.string() }).parse(body).catalog.split('/').at(-1) ?? '';
});
afterAll(() => service.close());

/** How many statements make so many rows what they are already. */
async function statementsFor(count: number): Promise<number> {
  const rows = Array.from({ length: count }, (_, i) => {
    return { id: idOf(catalogId, 'form', String(i)), code: String(i), fields: [] };
  });
  let statements = 0;
  await service.database.transaction((transaction) => {
    const counting: Transaction = {
      ...transaction,
      write: (row, statement) => {
        statements += 1;
        return transaction.write(row, statement);
      },
    };
    return replaceRows(counting, 'form', { catalogId, rows }, () => undefined);
  });
  return statements;
}

// 500 rows are written at once, and what is gone is looked for among about 2,000 at once, also when a long feed becomes short.
it.each([
  [500, 1 + 1],
  [2000, 4 + 1],
  [5000, 10 + 16],
  [10, 1 + 16],
])('an import of %i rows sends %i statements', async (rows, statements) => {
  expect(await statementsFor(rows)).toBe(statements);
});
