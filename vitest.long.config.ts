import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests that take minutes: the reliability guarantees in full, separate from the everyday tests.
export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    globalSetup: 'testing/database/global-setup.ts',
    include: ['{lib,service,e2e}/**/*.long.test.ts'],
    hookTimeout: 240_000,
    // Each starts and ends programs; in parallel they would only slow each other down.
    maxWorkers: 1,
  },
});
