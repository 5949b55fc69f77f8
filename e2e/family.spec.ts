import { expect, type Page } from '@playwright/test';
import { test } from './recorded';
import { address, follow, words, zoe } from './shop';

const w = words.en;

// What a family of three does on a phone, from the front page to the payment: who adds a tap or a field changes a number here.
const most = { taps: 7, fields: 3 };

/** Counts what a person does, for all pages of this browser: trusted clicks, and fields into which something was typed. */
async function countActs(page: Page) {
  const acts = { taps: 0, fields: new Set<string>() };
  await page.exposeFunction('noteTap', () => void (acts.taps += 1));
  await page.exposeFunction('noteField', (name: string) => void acts.fields.add(name));
  await page.addInitScript(() => {
    const note = globalThis as unknown as { noteTap(): void; noteField(name: string): void };
    addEventListener('click', ({ isTrusted }) => isTrusted && note.noteTap(), true);
    addEventListener('input', ({ isTrusted, target }) => {
      if (isTrusted && target instanceof HTMLElement) note.noteField(target.id);
    });
  });
  return acts;
}

// The country is the one of the browser's language.
test.use({ locale: 'fr-FR' });

test('a family of three is at the payment after 7 taps and 3 fields', async ({ page }) => {
  const acts = await countActs(page);
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'The Great Bend');
  await page.waitForURL(/\/events\//);
  // Another day and another time than the ones that are chosen already.
  const days = page.locator('#days li[id^=day-] a:not([aria-current])').filter({ visible: true });
  await days.last().click();
  await page.waitForURL(/date=/);
  await page.locator('#times a:has(time)').last().click();
  await page.waitForURL(/session=/);
  await page.getByRole('button', { name: /adult: One more/ }).click();
  await page.getByRole('button', { name: /child: One more/ }).click();
  await page.getByRole('button', { name: w.hold }).click();
  await page.waitForURL(/checkout/);
  await page.getByLabel(w.firstname, { exact: true }).pressSequentially(zoe.firstname);
  await page.getByLabel(w.lastname, { exact: true }).pressSequentially(zoe.lastname);
  await page.getByLabel(w.email).pressSequentially('family@example.test');
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  await expect(page.locator('main')).toContainText('€38.50');
  process.stdout.write(`a family of three: ${acts.taps} taps, ${acts.fields.size} fields\n`);
  expect(acts.taps).toBeLessThanOrEqual(most.taps);
  expect([...acts.fields]).toHaveLength(most.fields);
});
