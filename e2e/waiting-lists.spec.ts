import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { signIn } from './desk';
import { importProgramme, londonFeed } from './import-programme';
import { test } from './recorded';
import { follow, offerAddress, openDay } from './shop';
import { startOwnPrograms } from './start-programs';

// A separate shop with boats, of which the one at noon is sold out.

let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

const day = `${new Date().getFullYear() + 1}-06-06`;
const button = 'Join the waiting list';

const lake = londonFeed('lake', 'Lake Boats', {
  events: [
    {
      key: 'lake',
      name: { en: 'Across the Lake' },
      sessions: [
        { key: 'ten', occursAt: `${day}T10:00:00+01:00`, capacity: 9 },
        { key: 'noon', occursAt: `${day}T12:00:00+01:00`, capacity: 0 },
      ],
    },
  ],
  products: [
    {
      key: 'adult',
      name: { en: 'Across the Lake, adult' },
      tickets: [{ key: 'boat', name: { en: 'Boat' }, event: 'lake', dateAccess: false }],
      offers: [{ date: day, price: '8.00', capacity: null }],
    },
  ],
});

test.beforeAll(async () => {
  shop = await startOwnPrograms();
  await importProgramme(shop, lake);
});
test.afterAll(() => shop.stop());

/** Joins the list of the boat at noon. */
async function join(page: Page, email: string): Promise<void> {
  await page.goto(`${shop.programs.storefrontUrl}/en`);
  await follow(page, 'Lake Boats');
  await follow(page, 'Across the Lake');
  await page.waitForURL(/events/);
  await openDay(page, 0);
  await page.goto(await offerAddress(page));
  await page.getByRole('link', { name: `${button} 12:00` }).click();
  await page.waitForURL(/session=.*#waiting-list/);
  const list = page.getByRole('region', { name: button });
  await list.getByLabel('E-mail address').fill(email);
  await list.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name: 'Your place in line' })).toBeVisible();
}

test('staff see who waits for what, without scripts, and take somebody off a list with a reason', async ({
  page,
  browser,
}) => {
  const { storefrontUrl } = shop.programs;
  const email = 'taken-off@example.test';
  await join(page, email);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const desk = await context.newPage();
  await signIn(desk, 'reader@demo.test', 'demo-reader', storefrontUrl);
  await desk.goto(`${storefrontUrl}/en/staff/waiting-lists`);
  await desk.getByLabel('Event or product').fill('across the LAKE');
  await desk.getByRole('button', { name: 'Show' }).click();
  await desk
    .getByRole('link', { name: /Across the Lake.*12:00/ })
    .first()
    .click();
  await expect(desk.getByRole('row', { name: email })).toContainText('waiting');
  // Who may not change bookings removes nobody.
  await expect(desk.getByRole('link', { name: 'Remove' })).toHaveCount(0);
  const list = desk.url();
  await context.close();

  const agents = await browser.newContext({ javaScriptEnabled: false });
  const agent = await agents.newPage();
  await signIn(agent, 'staff@demo.test', 'demo-staff', storefrontUrl);
  await agent.goto(list);
  await agent.getByRole('row', { name: email }).getByRole('link', { name: 'Remove' }).click();
  await agent.getByRole('button', { name: 'Remove from the list' }).click();
  await expect(agent.getByRole('alert')).toContainText('Write a reason');
  await agent.getByLabel('Reason').fill('asked for it by phone');
  await agent.getByRole('button', { name: 'Remove from the list' }).click();
  await expect(agent.getByRole('status')).toContainText('The person was removed from the list.');
  await expect(agent.getByRole('row', { name: email })).toContainText('left or removed');
  await agents.close();
});

test('the pages of waiting lists can be used by everybody', async ({ desk }) => {
  const { storefrontUrl } = shop.programs;
  await signIn(desk, 'staff@demo.test', 'demo-staff', storefrontUrl);
  await desk.getByRole('link', { name: 'Waiting lists' }).click();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Waiting lists');
  await check(desk);
  await desk.goto(`${storefrontUrl}/en/staff/waiting-lists?event=nothing+like+this`);
  await expect(desk.getByText('No list fits.')).toBeVisible();
});
