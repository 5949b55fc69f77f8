import { expect } from '@playwright/test';
import { test } from './recorded';
import { address, chooseFerry, chooseTime, fillDetails, follow, holdAndPay, words } from './shop';

const w = words.en;

// Adults and children for one session, in one submission, on a phone; with scripts, and without.
for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('buys two types of tickets at once', async ({ page }) => {
      await page.goto(`${address('E2E_SHOP')}/en`);
      await follow(page, 'La Ligne d’Eau, River Boats');
      await follow(page, 'The Great Bend');
      await chooseTime(page);

      const [adults, children] = ['The Great Bend, adult', 'The Great Bend, child'].map((name) =>
        page.getByRole('spinbutton', { name }),
      );
      if (adults === undefined || children === undefined) throw new Error('no fields');
      await expect(adults).toHaveValue('1');
      const form = page.locator('main form').filter({ has: page.getByRole('button', { name: w.hold }) });
      await expect(form.getByRole('spinbutton')).toHaveCount(2);

      // Nothing is held while one of the numbers can't be, and what was typed is kept.
      await form.evaluate((element: HTMLFormElement) => (element.noValidate = true));
      await adults.fill('2');
      await children.fill('11');
      await page.getByRole('button', { name: w.hold }).click();
      await expect(page.locator('#problem')).toContainText('The Great Bend, child: Choose a number');
      await expect(adults).toHaveValue('2');
      await expect(children).toHaveValue('11');

      await children.fill('1');
      if (javaScriptEnabled) await expect(page.locator('output').last()).toHaveText('€38.50');
      await holdAndPay(page, `types-${javaScriptEnabled}@example.test`, w);
      await expect(page.locator('main')).toContainText('The Great Bend, adult');
      await expect(page.locator('main')).toContainText('The Great Bend, child');
      await expect(page.locator('main')).toContainText('€38.50');
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('two clicks hold once, and the same form of a new page holds again', async ({ page }) => {
    for (const total of ['€4.50', '€9.00']) {
      await chooseFerry(page, address('E2E_SHOP'));
      await page.getByRole('button', { name: w.hold }).dblclick();
      await page.waitForURL(/\/checkout\//);
      await fillDetails(page, 'twice@example.test', w);
      await expect(page.getByRole('button', { name: w.orderAndPay })).toContainText(total);
    }
  });
});
