import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startPrograms } from '../demo/run-programs';
import { test } from './recorded';
import { holdFerry, mailsTo, words } from './shop';
import { freePorts } from './start-programs';

const w = words.en;
const email = 'killed@example.test';

test('all programs are killed after the payment, and the tickets are in the mailbox after the next start', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-killed-'));
  const options = { ports: await freePorts(), dataDir };
  let programs = await startPrograms(options);
  try {
    await holdFerry(page, email, programs.storefrontUrl);
    const order = page.url().replace('/checkout/', '/orders/');
    await page.getByRole('button', { name: w.orderAndPay }).click();
    await page.waitForURL(/\/pay\//);
    // Neither the browser nor a webhook tells the shop, so only the provider knows of the payment.
    await page.route('**/pay/**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch({ maxRedirects: 0 });
      programs.kill();
      return route.abort();
    });
    const gone = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Pay, webhook never', exact: true }).click();
    await gone;
    await page.unrouteAll();
    // The ports are free when the last killed program has ended.
    await expect(async () => {
      programs = await startPrograms(options);
    }).toPass({ timeout: 90_000 });
    await expect
      .poll(async () => (await mailsTo(email, programs.demoUrl)).map(({ subject }) => subject), {
        timeout: 90_000,
      })
      .toEqual([expect.stringMatching(/ – your tickets$/)]);
    await page.goto(order);
    await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible();
  } finally {
    await programs.stop();
    await rm(dataDir, { recursive: true });
  }
});
