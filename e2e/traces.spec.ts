import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type RunningPrograms, startPrograms } from '../demo/run-programs';
import { type Collector, startCollector } from '@/testing/collector';
import { test } from './recorded';
import { holdFerry, words } from './shop';
import { freePorts } from './start-programs';

// The built programs with a collector of traces.

const w = words.en;
let dataDir: string;
let collector: Collector;
let programs: RunningPrograms;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'e2e-traces-'));
  collector = await startCollector();
  programs = await startPrograms({
    ports: await freePorts(),
    dataDir,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '1' },
    envOf: { service: { TRUSTED_PROXIES: '127.0.0.1' } },
  });
});
test.afterAll(async () => {
  await programs.stop();
  await collector.close();
  await rm(dataDir, { recursive: true });
});

/** The spans of a trace, once there is one with each of these names, and the programs that they are of. */
async function spansOf(traceId: string, ...names: RegExp[]) {
  const ours = () => collector.spans.filter((span) => span.traceId === traceId);
  for (const name of names)
    await expect
      .poll(() => ours().map((span) => span.name), { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(name));
  return ours();
}

test('a page of Next is a part of the trace of its proxy, without a gap', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'x-request-id': 'edge-request-1' };
  const page = await fetch(`${programs.storefrontUrl}/en/search?q=ada@example.test`, { headers });
  expect(page.status).toBe(200);
  const spans = await spansOf(traceId, /^GET \/\[locale\]\/search$/, /^GET \/v1\//);
  const root = spans.find(({ name }) => name === 'GET /[locale]/search');
  expect(root).toMatchObject({ program: 'ticketing-storefront', parentSpanId: '00f067aa0ba902b7' });
  const known = new Set(['00f067aa0ba902b7', ...spans.map(({ spanId }) => spanId)]);
  for (const { name, parentSpanId = '' } of spans)
    expect([name, known.has(parentSpanId)]).toEqual([name, true]);
});

test('a purchase has traces of both programs, which name nobody', async ({ page }) => {
  await holdFerry(page, 'traced@example.test', programs.storefrontUrl);
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: w.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
  const jobs = () => collector.spans.filter(({ name }) => name === 'job order');
  await expect.poll(() => jobs().length, { timeout: 20_000 }).toBeGreaterThan(0);
  const spans = await spansOf(
    jobs()[0]?.traceId ?? '',
    /^POST \/v1\/booking\/orders\/_bulk$/,
    /^(UPDATE|WITH|SELECT|INSERT)$/,
  );
  expect(new Set(spans.map(({ program }) => program))).toEqual(
    new Set(['ticketing-storefront', 'ticketing-service']),
  );
  // From the form of a page to the service and its statements.
  const held = collector.spans.find(
    ({ name, program }) => name === 'POST /v1/booking/reservations/_bulk' && program === 'ticketing-service',
  );
  const form = await spansOf(held?.traceId ?? '', /^POST \/\[locale\]\/catalogs\//);
  expect(form.filter(({ parentSpanId }) => parentSpanId === held?.spanId).length).toBeGreaterThan(0);
  const { pathname } = new URL(page.url());
  const checkoutId = pathname.split('/').at(-1) ?? '';
  expect(checkoutId).toMatch(/^[\da-f-]{36}$/);
  const sent = JSON.stringify(collector.bodies);
  expect(sent).not.toMatch(/traced|example\.test|Bearer|eyJ|guest=/);
  expect(sent).not.toContain(checkoutId);
  // A page, an action or a file has a line; a probe has none.
  const read = () => readFile(programs.programs.storefront?.logFile ?? '', 'utf8');
  await expect.poll(read).toContain('"route":"/[locale]/checkout/[checkoutId]"');
  const log = await read();
  expect(log).not.toMatch(/readyz|_next\/static/);
});
