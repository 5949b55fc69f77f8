import { expect } from '@playwright/test';
import { test } from './recorded';
import { chooseMuseumAndBoat, downloadedText, holdAndPay, words, zoe } from './shop';

// The combined offer of a boat and a museum, with a session to choose for each.
for (const [javaScriptEnabled, language] of [
  [true, 'fr'],
  [false, 'en'],
] as const) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}, in ${language}`, () => {
    test.use({ javaScriptEnabled });

    test('buys the museum and the boat by product', async ({ page }) => {
      const w = words[language];
      const times = await chooseMuseumAndBoat(page, language);
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
