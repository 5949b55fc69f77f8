import { expect, type Locator, type Page } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import {
  chooseMuseumAndBoat,
  holdAndPay,
  offerAddress,
  openMuseumAndBoat,
  suggestions,
  quantityField,
  words,
} from './shop';

// The boat and the museum on one ticket: suggested combinations, warnings, and the next time with enough places.

const w = words.en;
const anyway = 'Hold them anyway';

// Totals are outputs, which have this role, too.
const statusOf = (page: Page) => page.locator('[role=status]:not(.sr-only)');
const boat = (page: Page) => page.getByRole('group', { name: /^Boat/ });
const museum = (page: Page) => page.getByRole('group', { name: /^Museum/ });
const time = (group: Locator, name: string | RegExp) =>
  group.getByRole('radio', { name }).and(group.locator(':enabled'));

/** Times that overlap on every day of the year; some of them may be sold out. */
const overlapping = [
  ['10:30', '11:00'],
  ['10:30', '10:00'],
  ['12:00', '12:00'],
  ['12:00', '13:00'],
  ['14:00', '15:00'],
  ['14:00', '14:00'],
];

/** Chooses the first or the second pair that is not sold out. */
async function chooseOverlap(page: Page, skipped = 0): Promise<void> {
  await boat(page).waitFor();
  let found = 0;
  for (const [boatAt, museumAt] of overlapping) {
    const [one, other] = [
      time(boat(page), new RegExp(`^${boatAt}`)),
      time(museum(page), new RegExp(`^${museumAt}`)),
    ];
    if ((await one.count()) + (await other.count()) < 2 || found++ < skipped) continue;
    await one.check();
    await other.check();
    return;
  }
  throw new Error('no two times overlap');
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a suggested combination leads to tickets without an overlap', async ({ page }) => {
      const times = await chooseMuseumAndBoat(page, 'en');
      await expect(suggestions(page).first()).toHaveAttribute('aria-current', 'true');
      await expect(statusOf(page)).toContainText(/These times fit together.+about 2 min on foot/);
      await expect(page.locator('main')).not.toContainText('overlap');
      await holdAndPay(page, `combined-${javaScriptEnabled}@example.test`, w);
      for (const each of times) await expect(page.locator('main')).toContainText(each);
    });
  });
}

test('every time that is missing is named, until it is chosen', async ({ page }) => {
  await openMuseumAndBoat(page, 'en');
  // The form begins with times that fit together; somebody may send one without.
  await expect(suggestions(page).first()).toHaveAttribute('aria-current', 'true');
  await page.getByRole('radio', { checked: true }).evaluateAll((radios) => {
    for (const radio of radios) if (radio instanceof HTMLInputElement) radio.disabled = true;
  });
  await page.getByRole('button', { name: w.hold }).click();
  await expect(page.locator('#problem')).toContainText(/Choose a time for Boat.+ and Museum/);
  const missing = page.locator('fieldset').getByText(/^Choose a time for/);
  await expect(missing).toHaveCount(2);
  await suggestions(page).first().click();
  await expect(missing.filter({ visible: true })).toHaveCount(0);
});

test('an overlap is stated as soon as it is chosen, and can be held at once', async ({ page }) => {
  await openMuseumAndBoat(page, 'en');
  await chooseOverlap(page);
  const status = statusOf(page);
  await expect(status).toContainText(/These times overlap.+ends at \d\d:\d\d\. .+begins at \d\d:\d\d\./);
  // Another combination takes the warning back, and the summary names its times.
  await suggestions(page).first().click();
  const summary = page.getByRole('region', { name: 'Your choice' });
  for (const group of [boat(page), museum(page)]) {
    const chosen = await group.locator('label:has(:checked) time').innerText();
    await expect(summary.getByRole('listitem').filter({ hasText: chosen })).toBeVisible();
  }
  await expect(status).toContainText('These times fit together');
  await expect(page.getByRole('button', { name: w.hold })).toBeVisible();
  await chooseOverlap(page);
  await page.getByRole('button', { name: anyway }).click();
  await expect(page.getByRole('button', { name: w.orderAndPay })).toContainText('€21.00');
});

test('the server asks if the code that judges does not arrive', async ({ page }) => {
  await openMuseumAndBoat(page, 'en');
  // Another page, which has not loaded it yet.
  await page.goto((await offerAddress(page)).replace(/\?.*/, ''));
  await page.waitForLoadState('networkidle');
  await page.route('**/_next/static/**', (route) => route.abort());
  await chooseOverlap(page);
  await page.getByRole('button', { name: w.hold }).click();
  // The form is sent: from now on everything may arrive.
  await page.unroute('**/_next/static/**');
  await expect(page.locator('#problem')).toContainText('overlap');
  await page.unrouteAll();
  await page.getByRole('button', { name: anyway }).click();
  await expect(page.getByRole('button', { name: w.orderAndPay })).toContainText('€21.00');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an overlap is answered once, and is held once by two clicks', async ({ page }) => {
    await openMuseumAndBoat(page, 'en');
    await chooseOverlap(page);
    await page.getByRole('button', { name: w.hold }).click();
    const problem = page.locator('#problem');
    await expect(problem).toContainText('Your tickets are not held yet');
    await expect(problem).toContainText(/overlap.+ends at \d\d:\d\d\. .+begins at \d\d:\d\d\./);
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(2);
    await page.getByRole('button', { name: anyway }).dblclick();
    await page.waitForURL(/\/checkout\//);
    await expect(page.getByRole('button', { name: w.orderAndPay })).toContainText('€21.00');
  });

  test('another overlap is asked about again, and what fits is held', async ({ page }) => {
    await openMuseumAndBoat(page, 'en');
    await chooseOverlap(page);
    await page.getByRole('button', { name: w.hold }).click();
    const problem = page.locator('#problem');
    await expect(problem).toContainText('overlap');
    const before = await problem.innerText();
    await chooseOverlap(page, 1);
    await page.getByRole('button', { name: anyway }).click();
    await expect(problem).not.toHaveText(before);
    await expect(problem).toContainText('overlap');
    await suggestions(page).first().click();
    await expect(problem).toHaveCount(0);
    await page.getByRole('button', { name: w.hold }).click();
    await page.waitForURL(/\/checkout\//);
  });
});

/** A session with few places on one of the next days, with the number of its places. */
async function openScarce(
  page: Page,
): Promise<{ group: Locator; other: Locator; radio: Locator; left: number }> {
  for (let day = 1; day < 12; day++) {
    await openMuseumAndBoat(page, 'en', day);
    await boat(page).waitFor();
    const [one, two] = [museum(page), boat(page)];
    for (const [group, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const radios = time(group, /(?:Last one|Last \d|\b[4-9] left)$/);
      if ((await radios.count()) === 0) continue;
      const radio = radios.first();
      const name = (await radio.locator('xpath=..').innerText()).trim();
      return { group, other, radio, left: Number(/(\d+)(?: left)?$/.exec(name)?.[1] ?? 1) };
    }
  }
  throw new Error('no session has few places');
}

test('for a group that is too large for a session, the next one with enough places is offered', async ({
  page,
}) => {
  const { group, radio, left } = await openScarce(page);
  await quantityField(page).fill(String(left + 1));
  await radio.check();
  const status = statusOf(page);
  await expect(status).toContainText('there are not enough places at');
  const link = status.getByRole('link', { name: /^Choose \d\d:\d\d instead$/ });
  const [instead = ''] = /\d\d:\d\d/.exec(await link.innerText()) ?? [];
  await link.click();
  await expect(time(group, new RegExp(`^${instead}`))).toBeChecked();
  await expect(status).not.toContainText('not enough places');
  // Suggestions are for this group, too.
  await expect(suggestions(page).first()).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a group that is too large is refused, and the next time with enough places is a link', async ({
    page,
  }) => {
    const { other, radio, left } = await openScarce(page);
    await other.getByRole('radio').and(page.locator(':enabled')).first().check();
    await quantityField(page).fill(String(left + 1));
    await radio.check();
    await page.getByRole('button', { name: w.hold }).click();
    await expect(page.locator('#problem')).toContainText('Your tickets are not held yet');
    await page.getByRole('link', { name: /^Choose \d\d:\d\d instead$/ }).click();
    await expect(statusOf(page)).not.toContainText('not enough places');
    await expect(quantityField(page)).toHaveValue(String(left + 1));
  });
});

test.describe('320 px wide', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('suggestions, warnings and the answer are accessible', async ({ page }) => {
    await openMuseumAndBoat(page, 'en');
    await suggestions(page).first().click();
    await check(page);
    await chooseOverlap(page);
    await expect(statusOf(page)).toContainText('overlap');
    await check(page);
    const url = new URL(await offerAddress(page));
    const chosen = await page
      .getByRole('radio', { checked: true })
      .evaluateAll((radios) =>
        radios.map((radio) => [radio.getAttribute('name'), radio.getAttribute('value')]),
      );
    for (const [name, value] of chosen) url.searchParams.set(name ?? '', value ?? '');
    url.searchParams.set('problem', 'overlap');
    await page.goto(url.href);
    await expect(page.locator('#problem')).toContainText('overlap');
    await check(page);
  });
});
