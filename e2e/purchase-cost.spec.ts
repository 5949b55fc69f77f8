import { expect, type Page } from '@playwright/test';
import { type CountingServer, sumOf } from '@/testing/database/counted';
import { isPoll, startCountedPrograms, transactionsOf } from './counted-programs';
import { test } from './recorded';
import { askForFerry, fillDetails, mailsTo, words } from './shop';

// What a purchase costs: statements, transactions and calls from the home page to the e-mail, without scripts, of the second
// customer, when the caches are filled; and what an idle shop costs. Who changes a number here makes every purchase dearer or
// cheaper. They leave room for what depends on time: caches that end, background work that is repeated, and a page that is
// read again while the order is made; pictures of the front page, which ask for their events. One process of each: others have
// caches of their own.

const most = {
  // In the last days of a month the calendar of the next one is read, too.
  hold: { service: 20, storefront: 8, calls: 16 },
  details: { service: 1, storefront: 9, calls: 2 },
  // The e-mail has the tickets attached: the service draws them with one statement.
  pay: { service: 10, storefront: 23, calls: 6 },
};
const mostTogether = { service: 28, storefront: 40 };
const mostTransactions = { service: 3, storefront: 8 };
const mostIdle = 1.5;
const idleSeconds = 30;

const w = words.en;

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: w.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
}

test('a purchase sends no more statements, transactions and calls than are written here', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const programs = await startCountedPrograms();
  const { server, urls } = programs;
  const transactions = { service: 0, storefront: 0 };
  const statements = { service: 0, storefront: 0 };
  const take = async (step: keyof typeof most | null) => {
    const calls = await programs.takeCalls();
    if (step !== null) {
      process.stdout.write(`${step}: ${calls.length} calls\n`);
      expect(calls.length, `${step}:\n${calls.join('\n')}`).toBeLessThanOrEqual(most[step].calls);
    }
    for (const program of ['service', 'storefront'] as const) {
      const counted = await server.read(urls[program]);
      if (step === null) continue;
      const { count, skipped, list } = sumOf(counted, isPoll);
      const begun = transactionsOf(counted);
      transactions[program] += begun;
      statements[program] += count;
      process.stdout.write(
        `${step}, ${program}: ${count} statements, ${skipped} polls, ${begun} transactions\n`,
      );
      expect(count, `${step}, ${program}:\n${list}`).toBeLessThanOrEqual(most[step][program]);
    }
  };
  try {
    for (const isCounted of [false, true]) {
      // Each is a customer who was never here.
      const page = await browser.newPage({ javaScriptEnabled: false });
      const email = `cost-${isCounted}@example.test`;
      // Others have just looked at the same pages.
      const other = await browser.newPage({ javaScriptEnabled: false });
      await askForFerry(other, programs.storefrontUrl);
      await other.close();
      await take(null);
      await askForFerry(page, programs.storefrontUrl);
      await take(isCounted ? 'hold' : null);
      await fillDetails(page, email, w);
      await page.getByRole('button', { name: w.orderAndPay }).click();
      await page.waitForURL(/\/pay\//);
      await take(isCounted ? 'details' : null);
      await pay(page);
      await expect.poll(async () => (await mailsTo(email, programs.demoUrl)).length).toBeGreaterThan(0);
      await programs.untilRest();
      await take(isCounted ? 'pay' : null);
      await page.close();
    }
    for (const program of ['service', 'storefront'] as const) {
      expect(statements[program], `statements of the ${program}`).toBeLessThanOrEqual(mostTogether[program]);
      expect(transactions[program], `transactions of the ${program}`).toBeLessThanOrEqual(
        mostTransactions[program],
      );
    }
    await expectIdle(server, urls);
  } finally {
    await programs.stop();
  }
});

/** While nothing happens, a program sends so many statements a second. */
async function expectIdle(server: CountingServer, urls: Readonly<Record<string, string>>): Promise<void> {
  const since = performance.now();
  for (const url of Object.values(urls)) await server.read(url);
  await expect
    .poll(() => performance.now() - since, { timeout: 2 * idleSeconds * 1000, intervals: [1_000] })
    .toBeGreaterThan(idleSeconds * 1000);
  for (const [program, url] of Object.entries(urls)) {
    const { statements } = await server.read(url);
    const rate = statements.reduce((sum, { count }) => sum + count, 0) / ((performance.now() - since) / 1000);
    process.stdout.write(`idle, ${program}: ${rate.toFixed(2)} statements a second\n`);
    const list = statements.map(({ text, count }) => `${count} × ${text.slice(0, 200)}`).join('\n');
    expect(rate, `${program}:\n${list}`).toBeLessThanOrEqual(mostIdle);
  }
}
