import { type Browser, chromium } from '@playwright/test';
import { chromiumPath } from './chromium.mjs';

/** Starts this machine's Chromium for a test that Playwright does not run. */
export function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  return chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}
