import { defineConfig, devices } from '@playwright/test';
import { chromiumPath } from './e2e/chromium.mjs';

const executablePath = chromiumPath();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/start-programs.ts',
  outputDir: 'test-results/e2e',
  // All tests share one shop. On two cores: while browsers wait for the shop, or for an e-mail, another draws a page.
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // A journey that hangs ends some time. A busy machine may be several times slower.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  projects: [
    { name: 'journeys', testIgnore: ['signed-addresses.spec.ts', /-cost\.spec\.ts$/] },
    // It runs alone (`npm run test:cost`): beside others, caches end and background work is repeated meanwhile.
    { name: 'cost', testMatch: /-cost\.spec\.ts$/ },
    // This project runs last and searches what all the others produced.
    { name: 'afterwards', testMatch: 'signed-addresses.spec.ts', dependencies: ['journeys'] },
  ],
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    ...devices['Pixel 7'],
    // More pixels take longer, and no journey looks at them. `--trace on` records what a journey did.
    deviceScaleFactor: 1,
    // So that what waits for a page that is rendered again (`toPass`) tries again, instead of waiting on an old page.
    actionTimeout: 30_000,
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
