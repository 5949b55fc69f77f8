import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { readAudit } from '../../../shop/data/audit-store';
import { getAppContext } from '../../../runtime/app-context';
import { answerDataExport } from './exports';

let shop: TestShop;
let stop: () => Promise<void>;

beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());

async function post(form: Record<string, string>): Promise<Response> {
  const { origin } = new URL((await getAppContext()).config.storefrontUrl);
  const body = new URLSearchParams({ from: '2026-01-01', to: '2026-01-31', ...form });
  return answerDataExport(
    new Request(`${origin}/api/staff/exports`, { method: 'POST', headers: { origin }, body }),
  );
}

it.each([
  [{ kind: 'nope', format: 'csv' }, 'kind'],
  [{ format: 'csv' }, 'kind'],
  [{ kind: 'orders', format: 'exe' }, 'format'],
  [{ kind: 'orders' }, 'format'],
])('an export that does not exist is refused, and nothing is exported: %j', async (form, field) => {
  const answer = await post(form);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(`"${field}" is none of`);
  expect(await readAudit(shop.context.database, {})).toEqual([]);
});
