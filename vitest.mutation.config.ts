import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { tests } from './stryker.config.mjs';
import usual from './vitest.config';

const { include: _, ...test } = usual.test ?? {};

// The tests of one area only.
export default mergeConfig(
  { ...usual, test },
  defineConfig({ test: { include: tests, exclude: [...configDefaults.exclude, '**/*.long.test.ts'] } }),
);
