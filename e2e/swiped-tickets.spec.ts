import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import { address, chooseTime, follow, holdAndPay, mailsTo, openDay, words } from './shop';

const w = words.en;
const ruleOf = (text: string) => /Free cancellation[^.]*\./.exec(text)?.[0] ?? 'no rule';

/** Two adults and a child. What the ticket box says about cancelling is said again before the order, by it and in the e-mail. */
async function buyForThree(page: Page, email: string): Promise<void> {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'La Ligne d’Eau, River Boats');
  await follow(page, 'The Great Bend');
  await expect(page.getByRole('definition').filter({ hasText: 'French, English, and German' })).toBeVisible();
  // Some days ahead, when they can be cancelled: what is said of a session of today depends on the hour.
  await openDay(page, 4);
  await chooseTime(page);
  const rule = ruleOf(await page.getByRole('main').innerText());
  expect(rule).not.toBe('no rule');
  await page.getByRole('spinbutton', { name: 'The Great Bend, adult' }).fill('2');
  await page.getByRole('spinbutton', { name: 'The Great Bend, child' }).fill('1');
  await holdAndPay(page, email, w);
  expect(ruleOf(await page.getByRole('main').innerText())).toBe(rule);
  await expect.poll(async () => (await mailsTo(email)).map(({ text }) => ruleOf(text ?? ''))).toEqual([rule]);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toContain('Attached are your tickets as a PDF, and their dates for your calendar.');
}

const card = (page: Page, number: number) => page.locator(`#ticket-${number}`);

/** Where the three tickets are, from the first one's left and upper edge. */
async function places(page: Page) {
  const boxes = await Promise.all([1, 2, 3].map((number) => card(page, number).boundingBox()));
  const [first] = boxes;
  return boxes.map((box) => ({ x: (box?.x ?? 0) - (first?.x ?? 0), y: (box?.y ?? 0) - (first?.y ?? 0) }));
}

/** All below each other. */
async function areStacked(page: Page): Promise<void> {
  const [, second, third] = await places(page);
  expect([second?.x, third?.x]).toEqual([0, 0]);
  expect(second?.y).toBeGreaterThan(100);
  expect(third?.y).toBeGreaterThan(second?.y ?? 0);
}

for (const width of [320, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('one ticket at a time is shown, and the keyboard leads to the others', async ({ page }) => {
      await buyForThree(page, `swiped-${width}@example.test`);
      await expect(card(page, 1)).toBeInViewport();
      await expect(card(page, 2)).not.toBeInViewport({ ratio: 0.2 });
      const [, second] = await places(page);
      expect(second?.y).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await check(page);
      await card(page, 1).getByRole('link', { name: 'Next ticket' }).focus();
      await page.keyboard.press('Enter');
      await expect(card(page, 2)).toBeInViewport({ ratio: 0.2 });
      await expect(card(page, 1)).not.toBeInViewport({ ratio: 0.2 });
      await expect(card(page, 2).getByText('Ticket 2 of 3').filter({ visible: true })).toBeInViewport();
      await check(page);
      await page.emulateMedia({ media: 'print' });
      await areStacked(page);
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('all tickets are below each other', async ({ page }) => {
    await buyForThree(page, 'stacked@example.test');
    await areStacked(page);
    await expect(page.getByRole('link', { name: 'Next ticket' })).toHaveCount(0);
    await expect(page.getByText('Ticket 3 of 3').filter({ visible: true })).toBeVisible();
  });
});
