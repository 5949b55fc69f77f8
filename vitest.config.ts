import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    globalSetup: 'lib/database/template-testing.ts',
    include: ['{lib,service,demo,app,components,e2e}/**/*.test.{ts,tsx}'],
    // What takes minutes runs apart: vitest.long.config.ts.
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: an embedded database a worker, so few workers.
    maxWorkers: 2,
  },
});
