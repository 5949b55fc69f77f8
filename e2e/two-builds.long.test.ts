import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect as expectPage, type Page, type Request } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Passed } from '@/testing/faults/balancer';
import { launchChromium } from './launch-chromium';
import { buildChanged, type OtherBuild } from './other-build';
import { chooseFerry, downloadedText, fillDetails, follow, mailsTo, words, zoe } from './shop';
import { startTwoStorefronts, type TwoStorefronts } from './two-storefronts';

// Two storefronts as during a deployment: forms shown by one are posted to the other.

const w = words.en;
const patience = { timeout: 60_000 };
const title = 'Who are the tickets for?';
const otherTitle = 'Who will use the tickets?';
const webhookPath = '/api/webhooks/payment';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Two storefronts, and which of them gets the next requests. */
interface Deployment {
  readonly shop: TwoStorefronts;
  /** Runs something while that storefront gets the requests; resolves to the requests that were passed on. */
  at(place: number, act: () => Promise<unknown>): Promise<readonly Passed[]>;
  /** From now on that storefront gets the webhooks. */
  sendWebhooksTo(place: number): void;
}

async function deploy(folders: readonly [string, string]): Promise<Deployment> {
  let [place, placeOfWebhooks] = [0, 0];
  const shop = await startTwoStorefronts({
    folders,
    choose: (_ready, { url }) => (url === webhookPath ? placeOfWebhooks : place),
  });
  return {
    shop,
    at: async (to, act) => {
      place = to;
      const before = shop.balancer.passed().length;
      await act();
      return shop.balancer.passed().slice(before);
    },
    sendWebhooksTo: (to) => {
      placeOfWebhooks = to;
    },
  };
}

async function newPage(javaScriptEnabled: boolean): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  page.setDefaultTimeout(patience.timeout);
  return page;
}

/** The paths of the documents that the browser loads while something runs. */
async function documentsDuring(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const note = (request: Request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  };
  page.on('request', note);
  await act();
  page.off('request', note);
  return paths;
}

/** The POST requests to a path, and which storefront got them. */
const posts = (passed: readonly Passed[], path: RegExp) =>
  passed.filter(({ method, path: asked }) => method === 'POST' && path.test(asked)).map(({ to }) => to);

interface Purchase {
  readonly page: Page;
  readonly hasScripts: boolean;
  readonly isSameBuild: boolean;
  /** The storefront that shows the first page. */
  readonly first: number;
}

/** Holds a ticket: the form was shown by the first storefront, and is posted to the second. */
async function hold(deployment: Deployment, { page, hasScripts, isSameBuild, first }: Purchase) {
  const second = 1 - first;
  await deployment.at(first, () => chooseFerry(page, deployment.shop.url));
  const { pathname: offer } = new URL(page.url());
  let documents: string[] = [];
  const passed = await deployment.at(second, async () => {
    documents = await documentsDuring(page, async () => {
      await page.getByRole('button', { name: w.hold }).click();
      await page.waitForURL(/\/checkout\//, patience);
      await expectPage(page.getByText(isSameBuild || second === 0 ? title : otherTitle)).toBeVisible(
        patience,
      );
    });
  });
  // Without scripts the form of a browser that had no cookie is sent once more, with the cookie that it got.
  expect(posts(passed, /\/offers\//)).toEqual(hasScripts ? [second] : [second, second]);
  const { pathname: checkout } = new URL(page.url());
  // Scripts show a page of another build only after loading it as a full document.
  const loaded = isSameBuild ? [] : [checkout];
  expect(documents).toEqual(hasScripts ? loaded : [offer, offer, checkout]);
}

/**
 * Sends invalid details from the second storefront's page to the first, which shows them again. The
 * validation rules in the browser are one of the files that another build does not have.
 */
async function sendWrongDetails(deployment: Deployment, { page, hasScripts, first }: Purchase) {
  let documents: string[] = [];
  const passed = await deployment.at(first, async () => {
    await page.route('**/_next/static/**/*.js', (route) => route.abort());
    await fillDetails(page, 'no address', w);
    documents = await documentsDuring(page, async () => {
      await page.getByRole('button', { name: w.orderAndPay }).click();
      await expectPage(page.getByText('One thing is missing or wrong')).toBeVisible(patience);
    });
    await page.unroute('**/_next/static/**/*.js');
  });
  expect(posts(passed, /\/checkout\//)).toEqual([first]);
  expect(documents).toHaveLength(hasScripts ? 0 : 1);
  await expectPage(page.getByLabel(w.email)).toHaveValue('no address');
  await expectPage(page.getByLabel(w.firstname, { exact: true })).toHaveValue(zoe.firstname);
  await expectPage(page.getByLabel(w.lastname, { exact: true })).toHaveValue(zoe.lastname);
}

/** Orders, pays, and gets the tickets, each step at the other storefront. */
async function order(deployment: Deployment, { page, hasScripts, first }: Purchase, email: string) {
  const second = 1 - first;
  // Without scripts the page is the response of the first storefront, so its form goes to the second.
  const other = hasScripts ? first : second;
  const ordered = await deployment.at(other, async () => {
    await page.getByLabel(w.email).fill(email);
    await page.getByRole('button', { name: w.orderAndPay }).click();
    await page.waitForURL(/\/pay\//, patience);
  });
  expect(posts(ordered, /\/checkout\//)).toEqual([other]);
  const returned = await deployment.at(first, async () => {
    await page.getByRole('button', { name: w.pay, exact: true }).click();
    await page.waitForURL(/\/orders\//, patience);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  expect(returned.find(({ path }) => path.startsWith('/en/orders/'))).toMatchObject({
    to: first,
    status: 200,
  });
  await deployment.at(second, async () => {
    await page.goto(page.url());
    await expectPage(page.getByRole('heading', { name: w.tickets })).toBeVisible(patience);
  });
  await deployment.at(first, async () => {
    expect(await downloadedText(page, w)).toContain(zoe.lastname);
  });
  await expect.poll(() => mailsTo(email, deployment.shop.demoUrl), patience).toHaveLength(1);
}

async function buy(deployment: Deployment, purchase: Purchase): Promise<void> {
  const second = 1 - purchase.first;
  const before = deployment.shop.balancer.passed().length;
  deployment.sendWebhooksTo(second);
  await hold(deployment, purchase);
  await sendWrongDetails(deployment, purchase);
  await order(deployment, purchase, `${purchase.first}-${String(purchase.hasScripts)}@example.test`);
  const webhooks = () =>
    deployment.shop.balancer
      .passed()
      .slice(before)
      .filter(({ path }) => path === webhookPath);
  await expect.poll(webhooks, patience).not.toEqual([]);
  expect(webhooks().filter(({ to, status }) => to !== second || status !== 200)).toEqual([]);
  await purchase.page.context().close();
}

describe('two storefronts of the same build', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await deploy(['.', '.']);
  }, 180_000);
  afterAll(() => deployment.shop.stop());

  it.each([
    ['without', false],
    ['with', true],
  ])('complete each other’s purchase %s scripts', { timeout: 300_000 }, async (_name, hasScripts) => {
    const page = await newPage(hasScripts);
    await buy(deployment, { page, hasScripts, isSameBuild: true, first: 0 });
  });
});

describe('two storefronts of different builds', () => {
  let other: OtherBuild;
  let deployment: Deployment;
  beforeAll(async () => {
    const file = 'lib/locale/messages/en/checkout.json';
    other = await buildChanged({ file, from: title, to: otherTitle });
    deployment = await deploy(['.', other.folder]);
  }, 900_000);
  afterAll(async () => {
    await deployment.shop.stop();
    await other.remove();
  });

  it.each([
    ['without', 'this', false, 0],
    ['without', 'the other', false, 1],
    ['with', 'this', true, 0],
    ['with', 'the other', true, 1],
  ])(
    'complete each other’s purchase %s scripts, begun at %s build',
    { timeout: 300_000 },
    async (_scripts, _build, hasScripts, first) => {
      const page = await newPage(hasScripts);
      await buy(deployment, { page, hasScripts, isSameBuild: false, first });
    },
  );

  it(
    'load a new document when a link leads to another build, and only then',
    { timeout: 300_000 },
    async () => {
      const page = await newPage(true);
      await deployment.at(0, () => page.goto(`${deployment.shop.url}/en`, { waitUntil: 'networkidle' }));
      await deployment.at(1, async () => {
        const first = await documentsDuring(page, async () => {
          await follow(page, 'La Ligne d’Eau, River Boats');
          await page.waitForURL(/\/catalogs\//, patience);
          await page.getByRole('heading', { name: 'Museum and Boat' }).waitFor();
        });
        expect(first).toEqual([new URL(page.url()).pathname]);
        const second = await documentsDuring(page, async () => {
          await follow(page, 'Museum and Boat');
          await page.getByRole('table').waitFor();
        });
        expect(second).toEqual([]);
      });
      await page.context().close();
    },
  );

  it('call all actions by the same names', async () => {
    const manifestSchema = z.object({ node: z.record(z.string(), z.unknown()) });
    const namesIn = async (folder: string) => {
      const path = join(folder, '.next/server/server-reference-manifest.json');
      return Object.keys(manifestSchema.parse(JSON.parse(await readFile(path, 'utf8'))).node).sort();
    };
    const names = await namesIn('.');
    expect(names.length).toBeGreaterThan(0);
    expect(await namesIn(other.folder)).toEqual(names);
  });
});
