import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// These slow files run first, so that none of them runs alone at the end. Without the times of an earlier run, the
// order follows the size of the files, which says nothing about their duration.
const slow = [
  'e2e/conformance/conformance.test.ts',
  'lib/shop/stress.test.ts',
  'lib/shop/network.test.ts',
  'lib/runtime/run-reconcile.test.ts',
  'service/main.test.ts',
  'lib/shop/crashes.test.ts',
  'lib/database/database.test.ts',
  'service/availability/model.test.ts',
  'service/description/fuzz.test.ts',
  'lib/shop/flows/payment/exact-money.test.ts',
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
    globalSetup: 'testing/database/global-setup.ts',
    setupFiles: 'testing/storefront/request-storage.ts',
    include: ['{lib,service,demo,app,components,testing,e2e,docs}/**/*.test.{ts,tsx}'],
    // Tests that take minutes run separately: vitest.long.config.ts.
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    // A test that hangs ends some time. A busy machine may be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // On two cores: a third of the time a worker waits, for a program that starts or a lease that ends.
    maxWorkers: 3,
    // Without isolation, because a third of the time went into loading the same modules for each file. The modules
    // keep no state that another file's test could see; what a test replaces is restored after it.
    isolate: false,
    restoreMocks: true,
    sequence: { sequencer: SlowFirst },
  },
});
