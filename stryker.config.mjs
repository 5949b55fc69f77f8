// Mutation tests: `npm run test:mutation -- payment`. See docs/testing.md.

/**
 * What is changed, and the tests that are to notice, in this order: the first that fails ends the run of a change, so
 * the quickest come first. Without them, each change would be run by half of all tests.
 */
const areas = {
  payment: {
    mutate: ['lib/payment/*.ts'],
    tests: ['lib/payment/*.test.ts'],
  },
  checkout: {
    mutate: [
      'lib/checkout/{checkout-state,fees,incident,matter,order-evidence,overdue,reconcile-compare}.ts',
    ],
    tests: [
      'lib/checkout/{checkout-state,fees,incident,matter,order-evidence,overdue,reconcile-compare}.test.ts',
      'lib/checkout/{outcome-letters,reconcile-findings}.test.ts',
    ],
  },
  availability: {
    mutate: ['service/availability/*.ts'],
    tests: [
      'service/availability/sold-out.test.ts',
      'service/availability/shared-transactions.test.ts',
      'service/availability/allocate.test.ts',
      'service/availability/locks.test.ts',
      'service/availability/counters.test.ts',
      'service/availability/sweeper.test.ts',
    ],
  },
  order: {
    mutate: ['service/order/*.ts'],
    tests: [
      'service/order/decide-orders.test.ts',
      'service/order/order-answers.test.ts',
      'service/order/item-ticket.test.ts',
      'service/order/shared-orders.test.ts',
      'service/order/refresh-document.test.ts',
    ],
  },
};

const name = process.env.MUTATION_AREA ?? '';
const area = areas[name];
if (area === undefined) throw new Error(`name an area: ${Object.keys(areas).join(', ')}`);

export const { tests } = area;

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  mutate: [...area.mutate, '!**/*.test.ts', '!**/*testing*.ts', '!**/*-table.ts'],
  // What is evaluated once, when a module is loaded, would need every test anew.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 10_000,
  dryRunTimeoutMinutes: 10,
  tempDirName: 'test-results/mutation',
  ignorePatterns: ['.next', '.data', 'test-results', 'docs', 'public', 'bench/results'],
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false },
  jsonReporter: { fileName: `test-results/mutation-${name}.json` },
};
