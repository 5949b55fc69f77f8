import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { Client } from 'pg';
import { startCountingPostgres, sumOf } from '@/testing/database/counted';
import { startPrograms } from '../demo/run-programs';
import { test } from './recorded';
import { askForFerry, fillDetails, mailsTo, words } from './shop';
import { freePorts } from './start-programs';

// What a purchase costs: the statements from the home page to the e-mail, without scripts, of the second customer, when
// the caches are filled. Who changes a number here makes every purchase dearer or cheaper. They leave room for what depends
// on time: caches that end, background work that is repeated, and a page that is read again while the order is made
// (measured: 17, 11, 36 to 42; 20 or 21, 0, 13).

const most = {
  hold: { service: 28, storefront: 22 },
  details: { service: 5, storefront: 14 },
  pay: { service: 20, storefront: 60 },
};
const mostTransactions = { service: 12, storefront: 20 };

const w = words.en;

test.use({ javaScriptEnabled: false });

/** How many of them there are depends on the time that a purchase takes: one a second, and one after each job. */
const polls = [
  /^with wanted as/,
  /^select count\(\*\) from "storefront"\."checkout"/,
  /^\/\* rest \*\//,
  /from ticketing\.hold\s+where expires_at/,
  /^delete from ticketing\.idempotency_key/,
  /from ticketing\.catalog where id =/,
];
const isPoll = new RegExp(polls.map(({ source }) => source).join('|'));

/** Waits until nothing is left to do for a purchase but to end what is held. */
async function untilRest(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const left = `/* rest */ select (select count(*) from storefront.job where kind in ('order', 'paid_webhook', 'mail'))
    + (select count(*) from storefront.checkout where customer is not null and persons_indexed is null) as count`;
  const count = async () => Number((await client.query<{ count: string }>(left)).rows[0]?.count);
  await expect.poll(count).toBe(0);
  await client.end();
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: w.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
}

test('a purchase sends no more statements and transactions than are written here', async ({ page }) => {
  test.setTimeout(240_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-cost-'));
  const server = await startCountingPostgres();
  const urls = { service: await server.createDatabase(), storefront: await server.createDatabase() };
  const programs = await startPrograms({
    ports: await freePorts(),
    dataDir,
    envOf: { service: { DATABASE_URL: urls.service }, storefront: { DATABASE_URL: urls.storefront } },
  });
  const sums = { service: 0, storefront: 0 };
  const take = async (step: keyof typeof most | null) => {
    for (const program of ['service', 'storefront'] as const) {
      const counted = await server.read(urls[program]);
      if (step === null) continue;
      const { count, skipped, list } = sumOf(counted, isPoll);
      sums[program] += counted.transactions;
      process.stdout.write(
        `${step}, ${program}: ${count} statements, ${skipped} polls, ${counted.transactions} transactions\n`,
      );
      expect(count, `${step}, ${program}:\n${list}`).toBeLessThanOrEqual(most[step][program]);
    }
  };
  try {
    for (const isCounted of [false, true]) {
      const email = `cost-${isCounted}@example.test`;
      await take(null);
      await askForFerry(page, programs.storefrontUrl);
      await take(isCounted ? 'hold' : null);
      await fillDetails(page, email, w);
      await page.getByRole('button', { name: w.orderAndPay }).click();
      await page.waitForURL(/\/pay\//);
      await take(isCounted ? 'details' : null);
      await pay(page);
      await expect.poll(async () => (await mailsTo(email, programs.demoUrl)).length).toBeGreaterThan(0);
      await untilRest(urls.storefront);
      await take(isCounted ? 'pay' : null);
    }
    for (const program of ['service', 'storefront'] as const)
      expect(sums[program], `transactions of the ${program}`).toBeLessThanOrEqual(mostTransactions[program]);
  } finally {
    await programs.stop();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
