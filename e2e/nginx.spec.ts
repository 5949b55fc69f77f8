import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as ask } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions } from 'node:tls';
import { expect } from '@playwright/test';
import { Agent, request } from 'undici';
import { localCertificate } from '@/service/http/certificate';
import { findSecrets } from '../demo/common/secrets';
import { authorityFile } from '../demo/program-environments';
import { fetchToken } from '../demo/identity/fetch-token';
import { type RunningPrograms, startPrograms } from '../demo/run-programs';
import { isInstalled } from '@/testing/is-installed';
import { type Nginx, nginxPorts, startNginx } from '@/testing/nginx';
import { run as conformance } from './conformance/main';
import { test } from './recorded';
import { holdFerry, words } from './shop';
import { freePorts } from './start-programs';

// The shipped configuration of nginx in front of both programs, which listen where they do by default.

const w = words.en;
const stops: (() => Promise<unknown>)[] = [];
let dataDir = '';
let ports: Awaited<ReturnType<typeof nginxPorts>>;
let nginx: Nginx;
let programs: RunningPrograms;
let agent: Agent;
let caFile = '';

test.skip(!isInstalled('nginx', '-v'), 'nginx is not installed: apt-get install nginx');
test.use({ ignoreHTTPSErrors: true });

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'e2e-nginx-'));
  stops.push(() => rm(dataDir, { recursive: true }));
  ports = await nginxPorts();
  const own = await freePorts();
  // The service finds it there, so that everyone who trusts the service trusts nginx.
  const certificate = await localCertificate(join(dataDir, 'tls'), 'localhost', new Date());
  caFile = authorityFile(dataDir);
  nginx = await startNginx(ports, {
    folder: join(dataDir, 'nginx'),
    storefrontPort: own.storefront,
    servicePort: own.service,
    certificate,
    release: process.cwd(),
  });
  stops.push(nginx.stop);
  programs = await startPrograms({
    ports: own,
    dataDir,
    env: {
      STOREFRONT_URL: `https://localhost:${ports.shop}`,
      SERVICE_URL: `https://localhost:${ports.service}`,
    },
    envOf: {
      service: { TRUSTED_PROXIES: '127.0.0.1' },
      demo: { NODE_EXTRA_CA_CERTS: caFile },
    },
  });
  stops.push(() => programs.stop());
  agent = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
  stops.push(() => agent.destroy());
});
test.afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

const get = (url: string) => request(url, { dispatcher: agent });

test('a purchase by TLS; the links of its e-mail are not in the log', async ({ page }) => {
  await holdFerry(page, 'proxied@example.test', programs.storefrontUrl);
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: w.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
  const link = `${programs.storefrontUrl}/en/orders/link/secret-of-the-link?also=secret`;
  await get(link);
  const log = await nginx.readLog();
  expect(log).toContain('"path":"/en/orders/link/*"');
  expect(log).not.toContain('secret');
  expect(log).toContain('"network":"127.0.0.0/24"');
  for (const line of log.trim().split('\n')) JSON.parse(line);
  // The page after each form came with its answer.
  const said = await readFile(join(dataDir, 'log', 'storefront.log'), 'utf8');
  expect(said).toContain('"ready"');
  expect(said).not.toMatch(/"level":(50|60)/);
  for (const line of said.trim().split('\n')) JSON.parse(line);
});

test('files of pages come from the disk, with HTTP/2, and only for the own name', async ({ page }) => {
  const asset = page.waitForResponse(/_next\/static\/.*\.js/);
  await page.goto(`${programs.storefrontUrl}/en`);
  const { status, headers } = { status: (await asset).status(), headers: (await asset).headers() };
  expect({ status, server: headers['server'], cached: headers['cache-control'] }).toEqual({
    status: 200,
    server: 'nginx',
    cached: 'public, max-age=31536000, immutable',
  });
  expect((await get(`${programs.storefrontUrl}/_next/static/of-another-release.js`)).statusCode).toBe(404);
  expect(await negotiated({ servername: 'localhost', ALPNProtocols: ['h2', 'http/1.1'] })).toBe('h2');
  await expect(negotiated({ servername: 'evil.test' })).rejects.toThrow(/alert/);
  await expect(negotiated({ servername: 'localhost', maxVersion: 'TLSv1.1' })).rejects.toThrow();
  expect(await statusFor('evil.test')).toBe(421);
  const plain = await request(`http://localhost:${ports.shopPlain}/en?a=b`, {
    headers: { host: 'evil.test' },
  });
  expect([plain.statusCode, plain.headers['location']]).toEqual([308, `${programs.storefrontUrl}/en?a=b`]);
});

/** The protocol that a connection agreed on. */
async function negotiated(options: ConnectionOptions): Promise<string | false | null> {
  const ca = await readFile(caFile, 'utf8');
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port: ports.shop, ca, minVersion: 'TLSv1', ...options },
      () => {
        resolve(socket.alpnProtocol);
        socket.destroy();
      },
    );
    socket.on('error', reject);
  });
}

/** The answer to a client that asks for another name than in its handshake. */
async function statusFor(host: string): Promise<number | undefined> {
  const ca = await readFile(caFile, 'utf8');
  const sent = ask({
    host: 'localhost',
    port: ports.shop,
    servername: 'localhost',
    ca,
    headers: { host },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test('the service behind it conforms to its specification', async () => {
  test.setTimeout(300_000);
  const secrets = await findSecrets(dataDir);
  const token = (clientId: 'demo-reseller' | 'demo-storefront') =>
    fetchToken({ demoUrl: programs.demoUrl, clientId, clientSecret: secrets?.clients[clientId] ?? '' });
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const env = {
    CONFORMANCE_TOKEN: await token('demo-reseller'),
    CONFORMANCE_TOKEN_OTHER: await token('demo-storefront'),
  };
  const code = await conformance(['--url', programs.serviceUrl, '--ca', caFile, '--wait', '0'], env, {
    out: print,
    error: print,
  });
  expect(code, lines.join('\n')).toBe(0);
});

test('while the storefront is away, pages that are the same for everyone are still shown', async () => {
  const home = `${programs.storefrontUrl}/en`;
  expect((await get(home)).statusCode).toBe(200);
  await programs.programs.storefront?.stop(10_000);
  const kept = await get(home);
  expect(kept.statusCode).toBe(200);
  expect(await kept.body.text()).toContain('</html>');
  const other = await get(`${programs.storefrontUrl}/fr/orders`);
  expect([other.statusCode, other.headers['retry-after']]).toEqual([503, '60']);
  expect(await other.body.text()).toContain('La billetterie est momentanément indisponible');
});
