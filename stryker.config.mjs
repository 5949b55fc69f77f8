// Mutation tests: `npm run test:mutation -- payment`. See docs/testing.md.

/**
 * What is changed, and the tests that are to notice. An area may be in parts (`order.tickets`): every file of tests that
 * is loaded costs a second for each change, so a part has no more of them than it needs.
 */
export const areas = {
  payment: {
    mutate: ['lib/payment/*.ts'],
    tests: ['lib/payment/*.test.ts'],
  },
  checkout: {
    mutate: [
      'lib/checkout/{checkout-state,fees,incident,matter,order-evidence,overdue,reconcile-compare}.ts',
    ],
    // Whole purchases test these decisions too, and much more slowly.
    tests: [
      'lib/checkout/{checkout-state,fees-of,incident,matter,order-evidence,overdue-ages,apply-age}.test.ts',
      'lib/checkout/{reconcile-compare,reconcile-orders}.test.ts',
    ],
  },
  'availability.queue': {
    mutate: ['service/availability/{allocate,changes,shared-transactions,sold-out}.ts'],
    tests: ['service/availability/{allocate,shared-transactions,sold-out}.test.ts'],
  },
  'availability.counters': {
    mutate: ['service/availability/{availability-resource,counts,hold-store,set-capacities,sweeper}.ts'],
    tests: [
      'service/availability/counters.test.ts',
      'service/availability/locks.test.ts',
      'service/availability/sweeper.test.ts',
    ],
  },
  'order.decisions': {
    mutate: ['service/order/decide-orders.ts'],
    tests: ['service/order/decide-orders.test.ts'],
  },
  'order.bookings': {
    mutate: ['service/order/{create-orders,order,order-resource,order-store,read-orders,shared-orders}.ts'],
    tests: ['service/order/order-answers.test.ts', 'service/order/shared-orders.test.ts'],
  },
  'order.tickets': {
    mutate: ['service/order/item-ticket{,-store}.ts'],
    tests: ['service/order/item-ticket.test.ts', 'service/order/shared-orders.test.ts'],
  },
  'order.documents': {
    mutate: ['service/order/{order-sheet,refresh-document}.ts'],
    tests: ['service/order/refresh-document.test.ts'],
  },
};

const name = process.env.MUTATION_AREA ?? '';
const area = areas[name] ?? {
  mutate: Object.values(areas).flatMap(({ mutate }) => mutate),
  tests: Object.values(areas).flatMap(({ tests: some }) => some),
};

export const { tests } = area;

const config = {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.mjs', related: false },
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

export default config;
