import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Checks that axe finds nothing, and that nothing scrolls sideways at 320 px. */
export async function check(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  // In a window as high as the page, bars that stay at its edges do not cover a part of something else.
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size !== null) await page.setViewportSize({ ...size, height });
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  if (size !== null) await page.setViewportSize(size);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}
