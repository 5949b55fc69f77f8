import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { tests } from './stryker.config.mjs';
import usual from './vitest.config.ts';

const { include: _, ...test } = usual.test ?? {};

// Only the tests of one area.
export default mergeConfig(
  { ...usual, test },
  defineConfig({ test: { include: tests, exclude: [...configDefaults.exclude, '**/*.long.test.ts'] } }),
);
