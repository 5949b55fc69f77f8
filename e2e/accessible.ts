import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

async function expectNothingFound(page: Page, axe: AxeBuilder): Promise<void> {
  // While a link is followed, a page has no title for a moment: what is wrong then must be wrong later, too.
  const found = async () => {
    await makeWindowAsHighAsPage(page);
    const { violations } = await axe.analyze();
    return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html ?? ''}`);
  };
  await expect.poll(found, { timeout: 40_000 }).toEqual([]);
}

/** Then bars that stay at its edges do not cover a part of something else. A page may still grow while it loads. */
async function makeWindowAsHighAsPage(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const size = page.viewportSize();
  if (size !== null) await page.setViewportSize({ ...size, height });
}

/** No page has frames, and only what is wrong is read: that takes two thirds of the processor's time. */
const axeOf = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();

/** Checks that axe finds nothing, in light and in dark, and that nothing scrolls sideways. */
export async function check(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  // After a link within the shop, the title may come later than the page.
  await expect(page).toHaveTitle(/./);
  const size = page.viewportSize();
  const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  await expectNothingFound(page, axeOf(page).withTags(all));
  // Only the colours differ in dark.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNothingFound(page, axeOf(page).withRules(['color-contrast']));
  await page.emulateMedia({ colorScheme: null });
  if (size !== null) await page.setViewportSize(size);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}
