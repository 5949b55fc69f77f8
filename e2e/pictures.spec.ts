import { expect } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import { address, follow } from './shop';

for (const javaScriptEnabled of [true, false]) {
  test.describe(`320 px wide, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ viewport: { width: 320, height: 640 }, javaScriptEnabled });

    test('a visitor moves along the pictures of an event, and reads whose they are', async ({ page }) => {
      await page.goto(`${address('E2E_SHOP')}/en/search?q=great+bend`);
      await follow(page, 'The Great Bend');
      const main = page.getByRole('main').getByRole('img', { name: /makes a loop around a yellow sun/ });
      // The bend stays where the picture is cut.
      await expect(main).toHaveCSS('object-position', '60% 50%');
      await expect(main).toHaveAttribute('loading', 'eager');
      const pictures = page.getByRole('list', { name: 'Pictures' });
      await expect(pictures.getByRole('img')).toHaveCount(2);
      await expect(page.locator('img[loading=eager]')).toHaveCount(1);
      await expect(pictures.getByRole('figure').first()).toContainText('Dessin : Nour Belkacem');
      // The list is wider than the page, which itself does not move.
      await pictures.focus();
      await page.keyboard.press('End');
      const last = pictures.getByRole('img').last();
      await expect(last).toBeInViewport();
      await expect.poll(() => last.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      if (javaScriptEnabled) await check(page);
    });
  });
}
