import { existsSync } from 'node:fs';

// The headless shell comes first: it draws no window of a browser, and journeys take a third less time.
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium that CHROMIUM_PATH names or the system has; undefined: Playwright uses its own. */
export function chromiumPath() {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  return usual.find((path) => existsSync(path));
}
