import { expect } from '@playwright/test';
import { test } from './recorded';
import { address, chooseSessions, downloadedText, follow, holdAndPay, words, zoe } from './shop';

// The combined offer: a boat and a museum, a session to choose for each.
for (const [javaScriptEnabled, language] of [
  [true, 'fr'],
  [false, 'en'],
] as const) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}, in ${language}`, () => {
    test.use({ javaScriptEnabled });

    test('buys the museum and the boat by product', async ({ page }) => {
      const w = words[language];
      await page.goto(`${address('E2E_SHOP')}/${language}`);
      await follow(page, language === 'en' ? 'La Ligne d’Eau, River Boats' : 'La Ligne d’Eau');
      await follow(page, language === 'en' ? 'Museum and Boat' : 'Musée et bateau');
      // The second day on sale: all of its sessions lie ahead.
      await page.getByRole('table').getByRole('link').nth(1).click();
      await page.getByRole('link', { name: w.choose }).click();
      const times = await chooseSessions(page);
      expect(times).toHaveLength(2);
      await holdAndPay(page, `product-${language}@example.test`, w);

      const text = await downloadedText(page, w);
      const squeezed = text.replaceAll(' ', '');
      for (const time of times) expect(squeezed).toContain(time.replaceAll(' ', ''));
      expect(text).toContain(language === 'en' ? 'The Great Bend' : 'La Grande Boucle');
      expect(text).toContain(
        language === 'en' ? 'Lormeau Museum, from the Quay' : 'Musée Lormeau, vu du quai',
      );
      expect(text).toContain(`${zoe.firstname} ${zoe.lastname}`);
    });
  });
}
