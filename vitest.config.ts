import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// First, so that none of them is left alone at the end: where no earlier run has left its times, the size of a file
// decides, which says nothing about how long it takes.
const slow = [
  'e2e/conformance/conformance.test.ts',
  'lib/checkout/storm.test.ts',
  'lib/checkout/network.test.ts',
  'lib/runtime/run-reconcile.test.ts',
  'service/main.test.ts',
  'lib/checkout/deaths.test.ts',
  'lib/database/database.test.ts',
  'service/availability/model.test.ts',
  'service/description/fuzz.test.ts',
  'lib/checkout/exact-money.test.ts',
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const known = slow.findIndex((name) => moduleId.endsWith(`/${name}`));
      return known < 0 ? slow.length : known;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    globalSetup: 'lib/database/setup-testing.ts',
    include: ['{lib,service,demo,app,components,e2e}/**/*.test.{ts,tsx}'],
    // What takes minutes runs apart: vitest.long.config.ts.
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: an embedded database a worker, so few workers.
    maxWorkers: 2,
    // A third of the time went into loading the same modules for each file. They keep no state that another file's test
    // could meet; what a test replaces is put back after it.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: SlowFirst },
  },
});
