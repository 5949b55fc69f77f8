import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, expect as expectPage, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoFeeds } from '../demo/catalogs/demo-feeds';
import { type ChildProgram, startProgram } from '../demo/child-program';
import type { Environment } from '../demo/env';
import { demoToday } from '../demo/import-catalogs';
import { programCommands } from '../demo/program-commands';
import { waitUntilReady } from '../demo/wait-until-ready';
import { startPostgres } from '@/testing/database/postgres';
import { freePort } from '@/testing/free-port';
import { launchChromium } from './launch-chromium';
import { buildTag, type OtherBuild } from './other-build';
import { type OwnDemo, startOwnDemo } from './own-demo';
import { askForFerry, downloadedText, fillDetails, mailsTo, words, zoe } from './shop';

// The last release sells, is stopped in the middle of purchases, and is replaced as docs/releases.md says.

const w = words.en;
const minutes = 60_000;
const patience = { timeout: minutes };
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** A clone without history has no releases. */
const isShallow = git('rev-parse', '--is-shallow-repository') === 'true';

/** The release before this commit. */
function lastTag(): string {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD~1');
  } catch (error) {
    throw new Error(
      'No commit before this one has the tag of a release: fetch the tags (git fetch --tags).',
      {
        cause: error,
      },
    );
  }
}

const names = ['service', 'storefront'] as const;
type Name = (typeof names)[number];

let previous: OtherBuild;
let databases: Record<Name, string>;
let dataDir: string;
let caFile: string;
let demo: OwnDemo;
let browser: Browser;
const running = new Map<Name, ChildProgram>();

const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (isShallow) return;
  previous = await buildTag(lastTag());
  stops.push(() => previous.remove());
  dataDir = await mkdtemp(join(tmpdir(), 'upgrade-'));
  caFile = join(dataDir, 'tls', 'ca.pem');
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
  const database = await startPostgres();
  stops.push(() => database.stop());
  databases = { service: await database.createDatabase(), storefront: await database.createDatabase() };
  demo = await startOwnDemo(dataDir);
  stops.push(() => demo.stop());
  browser = await launchChromium();
  stops.push(() => browser.close());
}, 15 * minutes);

afterAll(async () => {
  for (const name of names) await stop(name);
  for (const one of stops.toReversed()) await one();
}, minutes);

async function start(name: Name, folder: string, env: Record<string, string> = {}): Promise<void> {
  const { args, env: options } = programCommands[name];
  const program = startProgram({
    name,
    args,
    cwd: folder,
    env: { ...process.env, ...options, ...demo.environments[name], DATABASE_URL: databases[name], ...env },
    logFile: join(dataDir, 'log', `${name}.log`),
  });
  running.set(name, program);
  const { serviceUrl, storefrontUrl } = demo.config;
  const url = `${name === 'service' ? serviceUrl : storefrontUrl}/readyz`;
  const ready = { program, url, caFile, timeoutMs: 1.5 * minutes, signal: new AbortController().signal };
  await waitUntilReady(ready).catch(async (error: unknown) => {
    throw new Error(`${String(error)}\n${await program.lastLines()}`, { cause: error });
  });
}

async function stop(name: Name): Promise<void> {
  await running.get(name)?.stop(30_000);
  running.delete(name);
}

/** A command of this release. */
function command(args: readonly string[], env: Environment): string {
  const all: Environment = { ...process.env, ...env };
  return execFileSync(resolve('bin/ticketing'), args, { encoding: 'utf8', env: all as NodeJS.ProcessEnv });
}

async function putOnSale(): Promise<void> {
  const { demoUrl, serviceUrl } = demo.config;
  const env = { SERVICE_URL: serviceUrl, SERVICE_CA_FILE: caFile, SERVICE_TOKEN: await demo.issuerToken() };
  for (const feed of demoFeeds({ today: demoToday(Date.now()), demoUrl })) {
    const file = join(dataDir, 'feed.json');
    await writeFile(file, JSON.stringify(feed));
    command(['import', file], env);
  }
}

/** What a customer has in the browser. */
interface Customer {
  readonly page: Page;
  readonly email: string;
}

async function holdTickets(name: string): Promise<Customer> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(patience.timeout);
  await askForFerry(page, demo.config.storefrontUrl);
  await page.waitForURL(/\/checkout\//);
  return { page, email: `${name}@example.test` };
}

async function openPaymentPage(customer: Customer): Promise<Customer> {
  const { page, email } = customer;
  await fillDetails(page, email, w);
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  return customer;
}

const pay = ({ page }: Customer) => page.getByRole('button', { name: w.pay, exact: true }).click();

async function seesTickets({ page }: Customer): Promise<void> {
  await expectPage(page.getByRole('heading', { name: w.tickets })).toBeVisible(patience);
  expect(await downloadedText(page, w)).toContain(zoe.lastname);
}

const mailsOf = ({ email }: Customer) => mailsTo(email, demo.config.demoUrl);

it.skipIf(isShallow)(
  'every purchase of the last release ends in this one (skipped in a clone without history)',
  { timeout: 10 * minutes },
  async () => {
    await start('service', previous.folder);
    await putOnSale();
    // E-mails wait, because nothing listens there.
    const nowhere = `smtp://localhost:${await freePort()}`;
    await start('storefront', previous.folder, { SMTP_URL: nowhere });
    const withTickets = await openPaymentPage(await holdTickets('tickets'));
    await pay(withTickets);
    await seesTickets(withTickets);
    expect(await mailsOf(withTickets)).toEqual([]);
    const withBasket = await holdTickets('basket');
    const onPaymentPage = await openPaymentPage(await holdTickets('payment-page'));
    const paysLater = await openPaymentPage(await holdTickets('later'));
    const withoutOrder = await openPaymentPage(await holdTickets('without-order'));
    // Paid, and there is no service to order from.
    await stop('service');
    await pay(withoutOrder);
    await withoutOrder.page.waitForURL(/\/orders\//);
    const orderUrl = withoutOrder.page.url();
    await expectPage(withoutOrder.page.getByRole('heading', { level: 1 })).toBeVisible(patience);
    await expectPage(withoutOrder.page.getByRole('heading', { name: w.tickets })).toBeHidden();
    await stop('storefront');
    // Paid while there is no shop: its page can't be shown, and the provider tells the shop later.
    const left = onPaymentPage.page.waitForEvent('requestfailed', (one) => one.url().includes('/orders/'));
    await pay(onPaymentPage);
    const returnUrl = (await left).url();

    for (const name of names)
      expect(command(['migrate', name], { DATABASE_URL: databases[name] })).toBe(
        'The tables are up to date.\n',
      );
    await start('service', '.');
    await start('storefront', '.');

    await onPaymentPage.page.goto(returnUrl);
    await withoutOrder.page.goto(orderUrl);
    await withTickets.page.reload();
    await openPaymentPage(withBasket);
    await pay(withBasket);
    await pay(paysLater);
    const customers = [withTickets, withBasket, onPaymentPage, paysLater, withoutOrder];
    for (const customer of customers) await seesTickets(customer);
    for (const customer of customers) await expect.poll(() => mailsOf(customer), patience).toHaveLength(1);
    const since = new Date(Date.now() - 24 * 60 * minutes).toISOString().slice(0, 10);
    const compared = command(['reconcile', '--since', since], {
      ...demo.environments.storefront,
      DATABASE_URL: databases.storefront,
    });
    expect(compared).toContain(
      '5 paid, 5 ordered (0 of them free of charge), 0 refunded, 0 voided, 0 in hand.',
    );
    for (const customer of customers) await customer.page.context().close();
  },
);
