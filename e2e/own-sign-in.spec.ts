import { type Browser, expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import { mailsTo } from './shop';
import { startOwnPrograms } from './start-programs';

// A separate shop, whose staff sign in there with passkeys.

let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.beforeAll(async () => {
  shop = await startOwnPrograms({ STAFF_SIGN_IN: 'passkeys', STAFF_FIRST_ADMIN: 'ada@shop.example' });
});
test.afterAll(() => shop.stop());

/** A browser with a device that makes and uses passkeys without asking anybody. */
async function withDevice(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('WebAuthn.enable');
  await chromium.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}

/** The link in the newest invitation of a person, when there are so many. */
async function invitation(email: string, count: number): Promise<string> {
  const { demoUrl } = shop.programs;
  await expect.poll(async () => (await mailsTo(email, demoUrl)).length).toBe(count);
  const text = JSON.stringify(await mailsTo(email, demoUrl));
  const links = [...text.matchAll(/https?:\/\/[^\s"\\<>]+\/staff\/join\/[\w-]+/g)].map(([link]) => link);
  const newest = links.at(0);
  if (newest === undefined) throw new Error(`no invitation in: ${text}`);
  return newest;
}

async function join(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await check(page);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.waitForURL(/\/staff\/sign-in/);
  await expect(page.getByRole('status')).toContainText('Your passkey is saved.');
  await check(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(/\/staff$/);
}

const team = () => `${shop.programs.storefrontUrl}/en/staff/team`;

test('the first admin joins by e-mail, invites an agent, changes the role, and removes the person', async ({
  browser,
}) => {
  const ada = await withDevice(browser);
  const link = await invitation('ada@shop.example', 1);
  await join(ada, link);
  await ada.goto(team());
  await check(ada);
  await ada.getByLabel('Name').fill('Ben');
  await ada.getByLabel('E-mail').fill('ben');
  await ada.getByRole('button', { name: 'Invite' }).click();
  await expect(ada.getByText('This is no e-mail address.').first()).toBeVisible();
  await expect(ada.getByLabel('Name')).toHaveValue('Ben');
  await ada.getByLabel('E-mail').fill('ben@shop.example');
  await ada.getByRole('button', { name: 'Invite' }).click();
  await expect(ada.getByRole('status')).toContainText('The invitation is on its way.');

  // An invitation that was used says so.
  const ben = await withDevice(browser);
  await ben.goto(link);
  await expect(ben.getByText('This invitation can’t be used')).toBeVisible();
  // A device without a passkey of this shop.
  await ben.goto(`${shop.programs.storefrontUrl}/en/staff/counter`);
  await ben.getByRole('button', { name: 'Sign in' }).click();
  await ben.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(ben.getByRole('main').getByRole('alert')).toContainText('The passkey was not used');
  await join(ben, await invitation('ben@shop.example', 1));
  await ben.goto(`${shop.programs.storefrontUrl}/en/staff/counter`);
  await expect(ben.getByRole('heading', { level: 1 })).toBeVisible();

  await ada.goto(team());
  await ada.getByRole('link', { name: 'Change Ben' }).click();
  await ada.locator('#person-role').selectOption('door');
  await ada.getByRole('button', { name: 'Save' }).click();
  await expect(ada.getByRole('status')).toContainText('The change is saved');
  expect((await ben.goto(`${shop.programs.storefrontUrl}/en/staff/counter`))?.status()).toBe(403);

  await ada.getByRole('link', { name: 'Change Ben' }).click();
  await ada.getByLabel('Yes, remove Ben').check();
  await ada.getByRole('button', { name: 'Remove' }).click();
  await expect(ada.getByRole('status')).toContainText('The person has no access any more.');
  await ben.goto(team());
  await expect(ben.getByRole('button', { name: 'Sign in' })).toBeVisible();

  // Who works with one catalogue sees only it.
  await ada.getByLabel('Name').fill('Marie');
  await ada.getByLabel('E-mail').fill('marie@shop.example');
  await ada.getByLabel('Only these:').check();
  await ada.getByRole('button', { name: 'Invite' }).click();
  await expect(ada.getByText('Tick at least one catalogue.').first()).toBeVisible();
  await expect(ada.getByLabel('Only these:')).toBeChecked();
  const [first, second] = await ada.locator('input[name="catalog"]').all();
  if (first === undefined || second === undefined) throw new Error('the shop has fewer than two catalogues');
  const nameOf = async (box: typeof first) => (await box.locator('xpath=..').innerText()).trim();
  const [own, other] = [await nameOf(first), await nameOf(second)];
  await first.check();
  await check(ada);
  await ada.getByRole('button', { name: 'Invite' }).click();
  await expect(ada.getByRole('status')).toContainText('The invitation is on its way.');
  const marie = await withDevice(browser);
  await join(marie, await invitation('marie@shop.example', 1));
  for (const page of ['today', 'counter']) {
    await marie.goto(`${shop.programs.storefrontUrl}/en/staff/${page}`);
    await expect(marie.getByRole('main')).toContainText(own);
    await expect(marie.getByRole('main')).not.toContainText(other);
    await check(marie);
  }
  for (const page of ['reports', 'catalogs', 'audit'])
    expect((await marie.goto(`${shop.programs.storefrontUrl}/en/staff/${page}`))?.status()).toBe(403);
  await marie.context().close();
  await ada.goto(team());
  await ada.getByRole('link', { name: 'Change Marie' }).click();
  await ada.getByLabel('Yes, remove Marie').check();
  await ada.getByRole('button', { name: 'Remove' }).click();
  await expect(ada.getByRole('status')).toContainText('The person has no access any more.');

  // She is the last admin.
  await ada.getByRole('link', { name: /^Change / }).click();
  await ada.getByLabel(/^Yes, remove/).check();
  await ada.getByRole('button', { name: 'Remove' }).click();
  await expect(ada.getByRole('main').getByRole('alert')).toContainText('this is the last admin');
  await ben.context().close();
  await ada.context().close();
});
