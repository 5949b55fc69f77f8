import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { boatDay } from './boat-day';
import { signIn } from './desk';
import { test } from './recorded';
import { startOwnPrograms } from './start-programs';

// A separate shop: sales of other journeys would belong to the shifts of the same people.

let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.describe.configure({ timeout: 180_000 });
test.beforeAll(async () => {
  shop = await startOwnPrograms();
});
test.afterAll(() => shop.stop());

const staff = (path: string) => `${shop.programs.storefrontUrl}/en/staff/${path}`;
const alert = (desk: Page) => desk.getByRole('main').getByRole('alert');
const row = (desk: Page, name: string) => desk.getByRole('row', { name: new RegExp(`^${name} `) });

async function openShift(desk: Page, till: string, float: string) {
  await desk.goto(staff('counter'));
  await desk.getByRole('link', { name: 'Open a shift' }).click();
  await desk.getByLabel('Till').fill(till);
  await desk.getByLabel('Float (EUR)').fill(float);
  await desk.getByRole('button', { name: 'Open the shift' }).click();
}

/** Sells one adult ticket of a boat; resolves to its price, as it is shown without a currency. */
async function sell(desk: Page, method: 'cash' | 'card'): Promise<string> {
  await desk.goto(staff(`counter?date=${boatDay()}`));
  await desk.getByRole('link', { name: /^10:30 ?The Great Bend/ }).click();
  await desk.waitForURL(/session=/);
  await desk.getByRole('button', { name: 'The Great Bend, adult: One more' }).click();
  const exact = desk.getByRole('button', { name: /^Exact cash €\d+\.\d\d$/ });
  const price = (await exact.innerText()).replace(/^[^€]*€/, '');
  await (method === 'cash' ? exact : desk.getByRole('button', { name: 'Card terminal' })).click();
  await expect(desk.getByRole('heading', { name: 'Sold' })).toBeVisible();
  return price;
}

async function count(desk: Page, cash: string, terminal: string) {
  await desk.getByLabel('Counted cash (EUR)').fill(cash);
  await desk.getByLabel('Total of the card terminal (EUR)').fill(terminal);
  await desk.getByRole('button', { name: 'Submit the count' }).click();
}

const euros = (amount: number) => `€${amount.toFixed(2)}`;

test('two people at two tills count their shifts blind; one euro is missing in one of them', async ({
  browser,
}) => {
  const contexts = [await browser.newContext(), await browser.newContext()];
  const [ada, bo] = (await Promise.all(contexts.map((one) => one.newPage()))) as [Page, Page];
  await signIn(ada, 'admin@demo.test', 'demo-admin', shop.programs.storefrontUrl);
  await signIn(bo, 'staff@demo.test', 'demo-staff', shop.programs.storefrontUrl);

  await ada.goto(staff('counter'));
  await expect(ada.getByRole('main')).toContainText('No shift is open.');
  await openShift(ada, '', '100');
  await expect(alert(ada)).toContainText('Write a name of the till');
  await expect(ada.getByLabel('Float (EUR)')).toHaveValue('100');
  await ada.getByLabel('Till').fill('North desk');
  await ada.getByRole('button', { name: 'Open the shift' }).click();
  await expect(ada.getByRole('main').getByRole('status')).toContainText('The shift is open.');
  await check(ada);

  // Somebody has this till.
  await openShift(bo, 'north DESK', '50');
  await expect(alert(bo)).toContainText('Somebody has a shift open at this till.');
  await expect(bo.getByLabel('Till')).toHaveValue('north DESK');
  await bo.getByLabel('Till').fill('South desk');
  await bo.getByRole('button', { name: 'Open the shift' }).click();
  await bo.waitForURL(/done=opened/);

  const price = Number(await sell(ada, 'cash'));
  await sell(ada, 'card');
  await ada.goto(staff('counter'));
  await ada.getByRole('link', { name: 'Shift at “North desk”' }).click();
  await ada.getByLabel('What', { exact: true }).selectOption('Taken out');
  await ada.getByLabel('Amount (EUR)').fill('50');
  await ada.getByRole('button', { name: 'Record' }).click();
  await expect(alert(ada)).toContainText('Write a reason');
  await expect(ada.getByLabel('Amount (EUR)')).toHaveValue('50');
  await ada.getByLabel('Reason').fill('=cmd() to the safe');
  await ada.getByRole('button', { name: 'Record' }).click();
  await expect(ada.getByRole('main').getByRole('status')).toContainText('The cash was recorded.');
  await expect(ada.getByRole('main')).toContainText('=cmd() to the safe');
  // Nothing says what was sold.
  await expect(ada.getByRole('main')).not.toContainText(euros(price));

  // Two windows: the second count is refused.
  const late = await ada.context().newPage();
  await late.goto(staff('counter/shift'));
  await count(ada, (100 + price - 50 - 1).toFixed(2).replace('.', ','), price.toFixed(2));
  await ada.waitForURL(/done=counted/);
  await expect(row(ada, 'Difference')).toContainText('-€1.00');
  await expect(row(ada, 'Expected')).toContainText(euros(50 + price));
  await count(late, '1', '0');
  await expect(alert(late)).toContainText('It was counted or closed already.');
  await late.close();
  await check(ada);
  await ada.goto(staff('counter'));
  await ada.getByRole('link', { name: 'Write the note' }).click();
  await ada.getByRole('button', { name: 'Close the shift' }).click();
  await expect(alert(ada)).toContainText('Write why');
  await ada.getByLabel('Note').fill('One coin fell behind the desk');
  await ada.getByRole('button', { name: 'Close the shift' }).click();
  await expect(ada.getByRole('main').getByRole('status')).toContainText('The shift is closed.');
  await ada.emulateMedia({ media: 'print' });
  await expect(ada.getByText('Date and signature')).toBeVisible();
  await expect(ada.getByRole('navigation').first()).toBeHidden();
  await ada.emulateMedia({ media: 'screen' });

  // The other shift is left open, and somebody else closes it.
  await sell(bo, 'cash');
  await ada.goto(staff('closing'));
  await expect(ada.getByRole('main')).toContainText('1 shift is still open.');
  const day = ada.getByRole('region', { name: 'Shifts' });
  await expect(day.getByRole('row', { name: /^North desk/ })).toContainText('-€1.00');
  await expect(day.getByRole('row', { name: /^South desk/ })).toContainText('after the count');
  await expect(day.getByRole('row', { name: /^Total/ })).toContainText(euros(2 * price));
  await day.getByRole('link', { name: 'South desk' }).click();
  await expect(ada.getByRole('main')).toContainText('That you close it is recorded.');
  await ada.getByLabel(/has this shift open: count it all the same/).check();
  await count(ada, (50 + price).toFixed(2), '0');
  await ada.waitForURL(/done=closed/);
  await expect(row(ada, 'Difference')).toContainText('€0.00');
  await expect(ada.getByRole('main')).toContainText('Counted by');

  await ada.getByRole('link', { name: 'All shifts' }).click();
  await expect(ada.getByRole('row')).toHaveCount(3);
  await check(ada);
  await bo.goto(staff('counter'));
  await expect(bo.getByRole('main')).toContainText('No shift is open.');
  for (const context of contexts) await context.close();
});
