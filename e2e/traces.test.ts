import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '@/lib/client/client';
import { requestLog } from '@/lib/log/request-log';
import { openTracing } from '@/lib/tracing/open-tracing';
import { routeFinder } from '@/lib/server/route-patterns';
import { type Collector, startCollector } from '@/testing/collector';
import { startPostgres, type TestServer as Postgres } from '@/testing/database/postgres';
import { serve, type TestServer } from '@/testing/server/test-server';
import { list, openPlaces } from '@/testing/ticketing-service/booking';
import { type Issuer, startIssuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram, tokenFor, until } from '@/testing/ticketing-service/program';

// The service with two processes, and the shop’s server, whose pages ask the service.

let postgres: Postgres;
let issuer: Issuer;
let collector: Collector;
let service: TestProgram;
let client: Client;
let shop: TestServer;
let catalogId: string;
let folder: string;
let securityLog: string;
let stopTracing: () => Promise<void>;
const lines: string[] = [];

beforeAll(async () => {
  [postgres, issuer, collector] = await Promise.all([startPostgres(), startIssuer(), startCollector()]);
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '1';
  folder = await mkdtemp(join(tmpdir(), 'traces-'));
  securityLog = join(folder, 'security.log');
  service = await startProgram({
    databaseUrl: await postgres.createDatabase(),
    issuer,
    env: {
      LOG_LEVEL: 'info',
      SERVICE_PROCESSES: '2',
      TRUSTED_PROXIES: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SECURITY_LOG: securityLog,
    },
  });
  // Both processes have opened their files.
  const areReady = () => Promise.resolve(service.output().match(/"ready"/g)?.length === 2);
  await until(areReady, 60);
  await openPlaces(service);
  const [catalog] = await list(service, '/v1/ticketing/catalogs');
  catalogId = String(catalog?.['id']);
  const token = await tokenFor(issuer, 'reseller');
  client = createClient({
    serviceUrl: `https://localhost:${service.port}`,
    ca: await authority(),
    getToken: () => Promise.resolve(token),
  });
  stopTracing = openTracing({ endpoint: collector.url, program: 'shop', onError: () => undefined });
  shop = await serve(
    async (_, response) => {
      await client.listProducts(catalogId, { language: 'en' });
      response.end();
    },
    {
      trustedProxies: ['127.0.0.1'],
      requestLog: requestLog({ destination: { write: (line) => lines.push(line) } }),
      routeOf: routeFinder(['/[locale]/catalogs/[catalogId]']),
    },
  );
}, 120_000);
afterAll(async () => {
  delete process.env['OTEL_BSP_SCHEDULE_DELAY'];
  await shop.close();
  await client.close();
  await stopTracing();
  await service.close();
  await collector.close();
  await issuer.close();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

const authority = () => readFile(join(service.folder, 'tls/ca.pem'), 'utf8');
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

it('one trace goes from the proxy through a page and the service to the statements', async () => {
  await shop.call(`/en/catalogs/${catalogId}?email=ada@example.test`, {
    headers: {
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      'x-request-id': 'edge-request-1',
      cookie: 'guest=secret-cookie',
    },
  });
  const ours = () => collector.spans.filter((span) => span.traceId === traceId);
  const named = (name: RegExp) => ours().find((span) => name.test(span.name));
  await expect.poll(() => ours().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
  await expect.poll(() => named(/^GET \/\[locale\]/), { timeout: 10_000 }).toBeDefined();
  await expect.poll(() => named(/^GET \/v1\/.*\{/), { timeout: 10_000 }).toBeDefined();
  const page = named(/^GET \/\[locale\]\/catalogs\/\[catalogId\]$/);
  const call = named(/^GET \/v1\/.*\*\/products$/);
  const answer = named(/^GET \/v1\/.*\{\w+\}\/products$/);
  const statement = named(/^SELECT$/);
  expect(page).toMatchObject({ program: 'shop', parentSpanId: '00f067aa0ba902b7' });
  expect(call).toMatchObject({ program: 'shop', parentSpanId: page?.spanId });
  expect(answer).toMatchObject({ program: 'ticketing-service', parentSpanId: call?.spanId });
  expect(statement).toMatchObject({ program: 'ticketing-service', parentSpanId: answer?.spanId });
  expect(statement?.attributes['db.query.text']).toMatch(/^select .*\$1/s);
  // The identifier of the catalogue is a parameter of the statement, and a part of the address.
  expect(JSON.stringify(ours())).not.toMatch(new RegExp(`secret|ada@|Bearer|eyJ|${catalogId}`));
  const line = { request: 'edge-request-1', trace: traceId, status: 200 };
  expect(lines.map((one) => JSON.parse(one) as unknown)).toContainEqual(
    expect.objectContaining({ ...line, route: '/[locale]/catalogs/[catalogId]' }),
  );
  const serviceLine = () =>
    service
      .output()
      .split('\n')
      .find((one) => one.includes('edge-request-1'));
  await expect.poll(serviceLine, { timeout: 10_000 }).toBeDefined();
  const found: unknown = JSON.parse(serviceLine() ?? '');
  expect(found).toMatchObject({ ...line, method: 'GET', msg: 'request' });
  expect(serviceLine()).toContain('"route":"/v1/ticketing/catalogs/{');
});

it('the answer of the service names the request', async () => {
  const ca = await authority();
  const idOf = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const sent = request({
        host: 'localhost',
        port: service.port,
        path: '/v1/x',
        ca,
        headers,
        agent: false,
      });
      sent.on('error', reject).on('response', (response) => {
        response.resume();
        resolve(response.headers['x-request-id']);
      });
      sent.end();
    });
  expect(await idOf({ 'x-request-id': 'edge-request-2' })).toBe('edge-request-2');
  expect(await idOf({ 'x-request-id': 'edge request' })).toMatch(/^[\da-f-]{36}$/);
});

it('SIGHUP reaches the processes, which open the security log anew, and ends nothing', async () => {
  await rename(securityLog, `${securityLog}.1`);
  service.hangUp();
  await expect
    .poll(() => readFile(securityLog, 'utf8').catch(() => null), { timeout: 10_000 })
    .not.toBeNull();
  expect(await service.isReady()).toBe(true);
});
