import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { tests } from './stryker.config.mjs';
import usual from './vitest.config';

const { include: _, sequence: __, ...test } = usual.test ?? {};

/** In the order in which the area names its files; what a pattern matches comes in the usual order. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => tests.findIndex((name) => moduleId.endsWith(`/${name}`));
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

// The tests of one area only.
export default mergeConfig(
  { ...usual, test },
  defineConfig({
    test: {
      include: tests,
      exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
      sequence: { sequencer: AsNamed },
    },
  }),
);
