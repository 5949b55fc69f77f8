import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from './recorded';
import { startOwnPrograms } from './start-programs';
import { chooseSessions, fillDetails, follow, holdFerry, words, zoe } from './shop';

// A separate shop with short holds: for expired holds and free offers.

const w = words.en;
let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  shop = await startOwnPrograms({ HOLD_MINUTES: '0.4' });
});
test.afterAll(() => shop.stop());

/** A programme as event sites publish it: free, with a capacity. */
const programme = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Event',
      identifier: 'walk',
      name: 'A Walk along the Walls',
      startDate: `${nextYear()}-06-05T14:00:00+01:00`,
      isAccessibleForFree: true,
      location: { '@type': 'Place', name: 'The walls', address: '1 Wall Street' },
      subEvent: [
        {
          '@type': 'Event',
          name: 'A Walk along the Walls',
          startDate: `${nextYear()}-06-05T14:00:00+01:00`,
          maximumAttendeeCapacity: 2,
        },
      ],
    },
  ],
};

function nextYear(): number {
  return new Date().getFullYear() + 1;
}

test('a free place of an imported programme needs no payment, and the last one sells out', async ({
  page,
}) => {
  const { programs, dataDir } = shop;
  const file = join(dataDir, 'programme.jsonld');
  await writeFile(file, JSON.stringify(programme));
  const command = [
    'run',
    '--silent',
    'catalog:import',
    '--',
    file,
    '--catalog',
    'walls',
    '--name',
    'Open Walls',
    '--timezone',
    'Europe/London',
  ];
  const { serviceUrl, demoUrl } = programs;
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    SERVICE_URL: serviceUrl,
    DEMO_PORT: new URL(demoUrl).port,
  };
  const { stdout } = await promisify(execFile)('npm', command, { env });
  expect(stdout).toContain('session: 1 added');

  await page.goto(`${programs.storefrontUrl}/en`);
  await follow(page, 'Open Walls');
  await follow(page, 'A Walk along the Walls');
  await page.locator('main a:has(time)').last().click();
  await page.getByRole('link', { name: /^Choose .+, €0/ }).click();
  const offer = page.url();
  await chooseSessions(page);
  await page.getByLabel(w.howMany).fill('2');
  await page.getByRole('button', { name: w.hold }).click();
  await fillDetails(page, 'free@example.test', w);
  await page.getByRole('button', { name: w.orderFree }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
  await page.goto(offer);
  await expect(page.locator('main')).toContainText(w.soldOut);
});

test('a hold that ends keeps what was typed, and the same is reserved again with one click', async ({
  page,
}) => {
  await holdFerry(page, 'expired@example.test', shop.programs.storefrontUrl);
  await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Hold the same tickets again' }).click();
  await expect(page.getByLabel(w.firstname, { exact: true })).toHaveValue(zoe.firstname);
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
});
