import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { signIn } from './desk';
import { importProgramme, londonFeed } from './import-programme';
import { test } from './recorded';
import { chooseTime, follow, holdAndPay, openDay, words } from './shop';
import { startOwnPrograms } from './start-programs';

// A separate shop, because the attention list is the same for everyone.

const w = words.en;
const day = `${new Date().getFullYear() + 1}-06-05`;
let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

/** Boats on one day, which leave at this time. */
const boats = (time: string) =>
  londonFeed('lake', 'Lake Boats', {
    events: [
      {
        key: 'lake',
        name: { en: 'Across the Lake' },
        sessions: [{ key: 'only', occursAt: `${day}T${time}:00+01:00`, capacity: 9 }],
      },
    ],
    products: [
      {
        key: 'adult',
        name: { en: 'Across the Lake, adult' },
        tickets: [{ key: 'boat', name: { en: 'Boat' }, event: 'lake', dateAccess: false }],
        offers: [{ date: day, price: '4.00', capacity: null }],
      },
    ],
  });

async function buy(page: Page): Promise<void> {
  await page.goto(`${shop.programs.storefrontUrl}/en`);
  await follow(page, 'Lake Boats');
  await follow(page, 'Across the Lake');
  await page.waitForURL(/events/);
  await openDay(page, 0);
  await chooseTime(page);
  await holdAndPay(page, 'on-the-lake@example.test', w);
}

test.beforeAll(async () => {
  shop = await startOwnPrograms();
  await importProgramme(shop, boats('10:00'));
});
test.afterAll(() => shop.stop());

test('staff learn that an import without a person moved a session with sold tickets, and say what is done', async ({
  page,
  desk,
}) => {
  await buy(page);
  await importProgramme(shop, boats('11:30'));
  await signIn(desk, 'admin@demo.test', 'demo-admin', shop.programs.storefrontUrl);
  const staff = `${shop.programs.storefrontUrl}/en/staff`;
  const entry = desk.getByRole('listitem').filter({ hasText: 'Across the Lake' });
  // The shop asks once a minute.
  await expect(async () => {
    await desk.goto(staff);
    await expect(entry).toContainText('11:30', { timeout: 1_000 });
  }).toPass({ timeout: 100_000, intervals: [3_000] });
  await expect(entry).toContainText('1 valid ticket');
  await check(desk);
  await entry.getByRole('link').click();
  await expect(desk.getByText('1 booking has valid tickets of this session.')).toBeVisible();
  await desk.goto(staff);
  await entry.getByLabel('Why is there nothing to do?').fill('Everyone was called');
  await entry.getByRole('button').click();
  await expect(desk.getByText('The entry has left the list.')).toBeVisible();
  await expect(entry).toHaveCount(0);
  await desk.goto(`${staff}/audit`);
  await expect(desk.locator('main')).toContainText('Everyone was called');
});
