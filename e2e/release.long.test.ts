import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, expect as expectPage, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoFeeds } from '../demo/catalogs/demo-feeds';
import { request } from '../demo/common/request';
import type { Environment } from '../demo/env';
import { demoToday } from '../demo/import-catalogs';
import { waitUntilReady } from '../demo/wait-until-ready';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { launchChromium } from './launch-chromium';
import { type OwnDemo, startOwnDemo } from './own-demo';
import { chooseFerry, downloadedText, fillDetails, follow, mailsTo, words } from './shop';
import { type ReleaseProgram, type UnpackedRelease, unpackRelease } from './unpacked-release';

// What an operator does with a release, from the archive to a customer's tickets.

const w = words.en;
const minutes = 60_000;
const patience = { timeout: minutes };

let archive: string;
let release: UnpackedRelease;
let database: TestServer;
let demoFolder: string;
let demo: OwnDemo;
let browser: Browser;
let environments: Record<'service' | 'storefront', Environment>;
const programs: ReleaseProgram[] = [];

/** Makes the archive, which has to stay small; resolves to its path. */
function makeRelease(): string {
  const said = execFileSync(process.execPath, ['release/make-release.mjs'], { encoding: 'utf8' });
  const [, name = '', megabytes] = /^(ticketing-\S+\.tar\.gz): \d+ files, (\S+) MB/m.exec(said) ?? [];
  expect(Number(megabytes)).toBeLessThanOrEqual(120);
  return resolve(name);
}

const filesOf = (path: string) =>
  execFileSync('tar', ['-t', '-f', path], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n');

beforeAll(async () => {
  archive = makeRelease();
  release = await unpackRelease(archive);
  demoFolder = await mkdtemp(join(tmpdir(), 'release-demo-'));
  [database, demo, browser] = await Promise.all([
    startPostgres(),
    startOwnDemo(demoFolder),
    launchChromium(),
  ]);
  environments = await settings();
}, 10 * minutes);

afterAll(async () => {
  for (const program of programs) await program.stop();
  await browser.close();
  await demo.stop();
  await database.stop();
  await release.remove();
  await rm(demoFolder, { recursive: true, force: true });
}, minutes);

/** The demo's settings, but with a PostgreSQL server and own data folders, and without files that only the demo's user can read. */
async function settings() {
  const { service, storefront } = demo.environments;
  const own = await release.dataFolder('service');
  const wallet = Object.keys(storefront).filter((name) => name.startsWith('WALLET_'));
  return {
    service: { ...service, DATA_DIR: own, DATABASE_URL: await database.createDatabase() },
    storefront: {
      ...storefront,
      ...Object.fromEntries(wallet.map((name) => [name, undefined])),
      SHOP_TEXTS_DIR: undefined,
      DATA_DIR: await release.dataFolder('storefront'),
      SERVICE_CA_FILE: join(own, 'tls', 'ca.pem'),
      DATABASE_URL: await database.createDatabase(),
    },
  };
}

async function start(name: 'service' | 'storefront'): Promise<void> {
  const program = release.start(`ticketing-${name}`, environments[name]);
  programs.push(program);
  const { [name === 'service' ? 'SERVICE_URL' : 'STOREFRONT_URL']: address = '' } = environments[name];
  const url = `${address}/readyz`;
  const { signal } = new AbortController();
  const caFile = environments.storefront['SERVICE_CA_FILE'] ?? '';
  await waitUntilReady({
    program,
    url,
    timeoutMs: 1.5 * minutes,
    signal,
    ...(name === 'service' ? { caFile } : {}),
  });
}

it('makes the tables, starts, and imports catalogues', { timeout: 5 * minutes }, async () => {
  for (const name of ['service', 'storefront'] as const) {
    const { DATABASE_URL } = environments[name];
    const migrated = await release.run('ticketing', ['migrate', name], '/', { DATABASE_URL });
    expect(migrated).toEqual([0, 'The tables are up to date.\n']);
  }
  await start('service');
  await start('storefront');
  const folder = await release.dataFolder('feeds');
  const { demoUrl, serviceUrl } = demo.config;
  const env = {
    SERVICE_URL: serviceUrl,
    SERVICE_CA_FILE: environments.storefront['SERVICE_CA_FILE'],
    SERVICE_TOKEN: await demo.issuerToken(),
  };
  for (const feed of demoFeeds({ today: demoToday(Date.now()), demoUrl })) {
    await writeFile(join(folder, 'feed.json'), JSON.stringify(feed), { mode: 0o644 });
    const imported = await release.run('ticketing', ['import', 'feed.json'], folder, env);
    expect(imported).toEqual([0, expect.stringMatching(/event: [1-9]\d* added/)]);
  }
});

it(
  'sells tickets, with documents in Japanese letters, pictures and e-mails',
  { timeout: 3 * minutes },
  async () => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(patience.timeout);
    await chooseFerry(page, demo.config.storefrontUrl);
    await page.getByRole('button', { name: w.hold }).click();
    const email = 'release@example.test';
    await fillDetails(page, email, w);
    await page.getByLabel(w.lastname, { exact: true }).fill('山');
    await page.getByRole('button', { name: w.orderAndPay }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole('button', { name: w.pay, exact: true }).click();
    await expectPage(page.getByRole('heading', { name: w.tickets })).toBeVisible(patience);
    expect(await downloadedText(page, w)).toContain('Zoë 山');
    await expect.poll(() => mailsTo(email, demo.config.demoUrl), patience).toHaveLength(1);
    for (const [address, type] of await picturesOf(page)) {
      const answer = await page.request.get(address);
      expect([address, answer.status(), answer.headers()['content-type']]).toEqual([address, 200, type]);
    }
    await page.context().close();
  },
);

/** The addresses and types of a picture of an event, and of the one that is shown beside links to it. */
async function picturesOf(page: Page): Promise<[string, string][]> {
  const { storefrontUrl } = demo.config;
  await page.goto(`${storefrontUrl}/en`);
  await follow(page, 'La Ligne d’Eau, River Boats');
  await page.waitForURL(/catalogs/);
  const picture = (await page.locator('img[src^="/api/images/"]').first().getAttribute('src')) ?? '';
  const [, catalogId = '', eventId = ''] = /images\/([^/]+)\/events\/([^/]+)/.exec(picture) ?? [];
  return [
    [`${storefrontUrl}${picture}`, 'image/webp'],
    [`${storefrontUrl}/api/previews/en/${catalogId}/${eventId}`, 'image/jpeg'],
  ];
}

it('describes its service', async () => {
  const ca = await readFile(environments.storefront['SERVICE_CA_FILE'] ?? '', 'utf8');
  for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/openapi.json']) {
    const { status } = await request(`${demo.config.serviceUrl}${path}`, { ca, timeoutMs: minutes });
    expect([path, status]).toEqual([path, 200]);
  }
});

it('reconciles the books', { timeout: minutes }, async () => {
  const since = new Date().toISOString().slice(0, 10);
  const compared = await release.run(
    'ticketing',
    ['reconcile', '--since', since],
    '/',
    environments.storefront,
  );
  expect(compared).toEqual([0, expect.stringContaining('1 paid, 1 ordered')]);
});

it('has the embedded database, and works where there is only IPv6', { timeout: 3 * minutes }, async () => {
  for (const program of programs.splice(0).reverse()) await program.stop();
  const onlyIpv6 = (url: string) => url.replace('localhost', '[::1]').replace('127.0.0.1', '[::1]');
  const [serviceUrl, storefrontUrl] = [demo.config.serviceUrl, demo.config.storefrontUrl].map(onlyIpv6);
  const folder = await release.dataFolder('embedded');
  environments.service = {
    ...environments.service,
    DATABASE_URL: undefined,
    DATA_DIR: folder,
    SERVICE_HOST: '::1',
    SERVICE_URL: serviceUrl,
  };
  environments.storefront = {
    ...environments.storefront,
    SERVICE_CA_FILE: join(folder, 'tls', 'ca.pem'),
    SERVICE_URL: serviceUrl,
    STOREFRONT_HOST: '::1',
    STOREFRONT_URL: storefrontUrl,
  };
  await start('service');
  await start('storefront');
  const answer = await fetch(`${storefrontUrl}/en`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('</html>')]);
});

it('has the same files when it is made again', { timeout: 10 * minutes }, () => {
  const before = filesOf(archive);
  expect(before.length).toBeGreaterThan(1000);
  expect(filesOf(makeRelease())).toEqual(before);
});
