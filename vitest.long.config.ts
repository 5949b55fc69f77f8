import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// What takes minutes: the promises of reliability in full, apart from the tests of every day.
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    globalSetup: 'lib/database/setup-testing.ts',
    include: ['{lib,service,e2e}/**/*.long.test.ts'],
    hookTimeout: 60_000,
    // Each starts and ends programs; side by side they would only slow each other down.
    maxWorkers: 1,
  },
});
