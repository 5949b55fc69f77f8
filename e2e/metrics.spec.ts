import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { address, chooseFerry, holdAndPay, words } from './shop';

const w = words.en;

/** The metrics of a program, as Prometheus reads them. */
async function read(of: 'E2E_SHOP_METRICS' | 'E2E_SERVICE_METRICS'): Promise<string> {
  const response = await fetch(address(of));
  expect(response.status).toBe(200);
  return response.text();
}

/** The sum of the samples of a metric with these labels, as `kind="order"`. */
const sum = (text: string, name: string, labels: readonly string[]) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
    .reduce((all, line) => all + Number(line.slice(line.lastIndexOf(' '))), 0);

test('a purchase shows in the metrics of both programs, and names nobody', async ({ page }) => {
  const before = { shop: await read('E2E_SHOP_METRICS'), service: await read('E2E_SERVICE_METRICS') };
  await chooseFerry(page, address('E2E_SHOP'));
  await holdAndPay(page, 'counted@example.test', w);
  const after = { shop: await read('E2E_SHOP_METRICS'), service: await read('E2E_SERVICE_METRICS') };
  // Other journeys buy at the same time.
  const more = (program: 'shop' | 'service', name: string, ...labels: string[]) =>
    sum(after[program], name, labels) - sum(before[program], name, labels);
  for (const event of ['payment_received', 'order_made'])
    expect(more('shop', 'storefront_checkout_events_total', `event="${event}"`)).toBeGreaterThan(0);
  expect(more('shop', 'storefront_job_seconds_count', 'kind="order"')).toBeGreaterThan(0);
  const pages = more('shop', 'storefront_request_seconds_count', 'kind="page"', 'status="200"');
  expect(pages).toBeGreaterThan(0);
  expect(more('shop', 'storefront_pages_total', 'source="visitor"')).toBeGreaterThan(0);
  expect(more('shop', 'database_statements_total')).toBeGreaterThan(10);
  for (const operation of ['createReservations', 'createOrders']) {
    const labels = [`operation="${operation}"`, 'status="201"'];
    expect(more('service', 'service_request_seconds_count', ...labels)).toBeGreaterThan(0);
  }
  expect(after.shop).toMatch(/^storefront_jobs_due\{.*kind="order"/m);
  for (const text of Object.values(after)) expect(text).not.toMatch(/@|counted|\/orders\//);
});

test('every metric of the alerts and of the dashboard is one of the programs', async () => {
  const texts = [await read('E2E_SHOP_METRICS'), await read('E2E_SERVICE_METRICS')].join('\n');
  const names = new Set(
    [...texts.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  for (const file of ['deploy/prometheus/alerts.yml', 'deploy/grafana/ticketing.json']) {
    const used = (await readFile(file, 'utf8')).match(
      /\b(storefront|service|database|process|nodejs)_[a-z0-9_]+\b/g,
    );
    expect(used?.length).toBeGreaterThan(10);
    expect((used ?? []).filter((name) => !names.has(name))).toEqual([]);
  }
});
