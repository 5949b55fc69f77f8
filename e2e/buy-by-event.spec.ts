import { expect } from '@playwright/test';
import { test } from './recorded';
import {
  address,
  chooseTime,
  downloadedText,
  follow,
  holdAndPay,
  mailsTo,
  quantityField,
  words,
  zoe,
} from './shop';

// A customer finds an event, chooses a session, and gets a PDF; with scripts, and without.
for (const [javaScriptEnabled, language] of [
  [true, 'en'],
  [false, 'fr'],
] as const) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}, in ${language}`, () => {
    test.use({ javaScriptEnabled });

    test('buys two seats by event', async ({ page }) => {
      const w = words[language];
      const email = `event-${language}@example.test`;
      await page.goto(`${address('E2E_SHOP')}/${language}`);
      await follow(page, language === 'en' ? 'The Lock Theatre' : 'Théâtre de l’Écluse');
      await follow(page, language === 'en' ? 'Strings and Reeds' : 'Cordes et Roseaux');
      const time = await chooseTime(page);
      await quantityField(page).fill('2');
      await holdAndPay(page, email, w);

      await expect(page.locator('main')).toContainText(zoe.lastname);
      const text = await downloadedText(page, w);
      expect(text).toContain(language === 'en' ? 'Strings and Reeds' : 'Cordes et Roseaux');
      expect(text).toContain(`${zoe.firstname} ${zoe.lastname}`);
      expect(text.replaceAll(' ', '')).toContain(time.replaceAll(' ', ''));
      expect(text.match(/[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}/g)).toHaveLength(2);
      await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    });
  });
}
