import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { signIn } from './desk';
import { importProgramme } from './import-programme';
import { test } from './recorded';
import { chooseTime, fillDetails, follow, mailsTo, words } from './shop';
import { startOwnPrograms } from './start-programs';

// A separate shop with one free walk: only these visitors come to it.

const w = words.en;
const day = `${new Date().getFullYear() + 1}-06-05`;
const programme = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Event',
      identifier: 'walk',
      name: 'A Walk along the Walls',
      startDate: `${day}T14:00:00+01:00`,
      isAccessibleForFree: true,
      maximumAttendeeCapacity: 20,
      location: { '@type': 'Place', name: 'The walls', address: '1 Wall Street' },
    },
  ],
};

let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.beforeAll(async () => {
  shop = await startOwnPrograms();
  const about = ['--catalog', 'walls', '--name', 'Open Walls', '--timezone', 'Europe/London'];
  await importProgramme(shop, programme, about);
});
test.afterAll(() => shop.stop());

const inShop = (path: string) => `${shop.programs.storefrontUrl}/en${path}`;

/** Two tickets for the walk. */
async function book(page: Page, email: string): Promise<void> {
  await page.goto(inShop(''));
  await follow(page, 'Open Walls');
  await follow(page, 'A Walk along the Walls');
  await page.waitForURL(/events/);
  await page.goto(`${page.url().split('?')[0] ?? ''}?date=${day}`);
  await chooseTime(page);
  await page.getByRole('button', { name: w.hold }).click();
  await fillDetails(page, email, w);
  await page.getByRole('button', { name: w.orderFree }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
}

/** From the day of the walk to the form. */
async function openForm(desk: Page): Promise<void> {
  await desk.goto(inShop(`/staff/today?day=${day}`));
  await desk
    .getByRole('link', { name: /A Walk along the Walls|14:00/ })
    .first()
    .click();
  await desk.waitForURL(/\/staff\/today\/.+\/.+\//);
  await desk.getByRole('link', { name: 'Write to everyone' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Write to everyone' })).toBeVisible();
}

const subjectsTo = async (email: string) =>
  (await mailsTo(email, shop.programs.demoUrl)).map(({ subject }) => subject);

/** The fields of the English text. */
const english = (desk: Page) => ({
  subject: desk.locator('[name="subject-en"]'),
  text: desk.locator('[name="text-en"]'),
});

for (const javaScriptEnabled of [false, true]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('everyone of a visit gets one e-mail, after a test of exactly its text', async ({ page, desk }) => {
      const email = `walker-${String(javaScriptEnabled)}@example.test`;
      const colleague = `desk-${String(javaScriptEnabled)}@example.test`;
      await book(page, email);
      await signIn(desk, 'staff@demo.test', 'demo-staff', shop.programs.storefrontUrl);
      await openForm(desk);
      if (javaScriptEnabled) await check(desk);
      const { subject, text } = english(desk);
      const title = `We start later <${String(javaScriptEnabled)}>`;
      await subject.fill(title);
      await desk.getByLabel('Address for the test').fill('nobody');
      await desk.getByRole('button', { name: 'Send a test' }).click();
      await expect(desk.getByRole('main').getByRole('alert')).toContainText('The test was not sent');
      await expect(subject).toHaveValue(title);
      await desk.getByRole('radio', { name: /not cancelled/ }).check();
      await text.fill('Come at three.\n\nBring a coat.');
      await desk.getByLabel('Address for the test').fill(colleague);
      await desk.getByRole('button', { name: 'Send a test' }).click();
      await desk.waitForURL(/\/staff\/messages\//);
      await expect.poll(() => subjectsTo(colleague), { timeout: 30_000 }).toEqual([`Test: ${title}`]);
      // Nobody else has got anything.
      expect(await subjectsTo(email)).not.toContain(title);

      await expect(async () => {
        await desk.reload();
        await expect(desk.getByRole('button', { name: /^Send to \d+ booking/ })).toBeVisible({
          timeout: 1_000,
        });
      }).toPass({ timeout: 30_000 });
      if (javaScriptEnabled) await check(desk);
      await desk.getByRole('button', { name: /^Send to \d+ booking/ }).click();
      await expect(desk.getByRole('main').getByRole('alert')).toContainText('Tick the box');
      await desk.getByLabel('I have read the test').check();
      await desk.getByRole('button', { name: /^Send to \d+ booking/ }).click();
      await expect(async () => {
        await desk.reload();
        // Before the bookings are found it is none of none.
        await expect(desk.getByRole('status')).toHaveText(/^([1-9]\d*) of \1 sent, 0 failed$/, {
          timeout: 1_000,
        });
      }).toPass({ timeout: 60_000 });
      const got = async () => (await subjectsTo(email)).filter((one) => one === title);
      await expect.poll(got, { timeout: 15_000 }).toHaveLength(1);
      const [mail] = (await mailsTo(email, shop.programs.demoUrl)).filter((one) => one.subject === title);
      expect(mail?.text).toContain('Bring a coat.');
      const link = /https?:\/\/\S+\/orders\/link\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
      await page.goto(link);
      await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible();
    });
  });
}

test('a text that was changed in another window is not sent without a test of it', async ({ page, desk }) => {
  await book(page, 'two-windows@example.test');
  await signIn(desk, 'staff@demo.test', 'demo-staff', shop.programs.storefrontUrl);
  await openForm(desk);
  const { subject, text } = english(desk);
  await subject.fill('First text');
  await text.fill('One.');
  await desk.getByRole('radio', { name: /not cancelled/ }).check();
  await desk.getByLabel('Address for the test').fill('windows@example.test');
  await desk.getByRole('button', { name: 'Send a test' }).click();
  const confirm = desk.getByLabel('I have read the test');
  await expect(confirm).toBeVisible({ timeout: 30_000 });

  const other = await desk.context().newPage();
  await other.goto(desk.url());
  await other.getByRole('link', { name: 'Change the text' }).click();
  await expect(english(other).subject).toHaveValue('First text');
  await english(other).subject.fill('Second text');
  await other.getByLabel('Address for the test').fill('windows@example.test');
  await other.getByRole('button', { name: 'Send a test' }).click();
  await other.waitForURL(/\/staff\/messages\//);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Second text');

  await confirm.check();
  await desk.getByRole('button', { name: /^Send to \d+ booking/ }).click();
  await expect(desk.getByRole('main').getByRole('alert')).toContainText('The text was changed since');
  expect(await subjectsTo('two-windows@example.test')).not.toContain('First text');
});

test('who may only read sees no way to write', async ({ desk }) => {
  await signIn(desk, 'reader@demo.test', 'demo-reader', shop.programs.storefrontUrl);
  await desk.goto(inShop(`/staff/today?day=${day}`));
  await desk
    .getByRole('link', { name: /A Walk along the Walls|14:00/ })
    .first()
    .click();
  await desk.waitForURL(/\/staff\/today\/.+\/.+\//);
  await expect(desk.getByText(/\d+ valid/)).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Write to everyone' })).toHaveCount(0);
  await desk.goto(`${desk.url()}/message`);
  await expect(desk.getByRole('heading', { level: 1 })).not.toHaveText('Write to everyone');
});
