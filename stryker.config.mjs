// Mutation tests: `npm run test:mutation -- payment`. See docs/testing.md.

/**
 * The changed files, and the tests that run for each change. An area may be divided into parts (`order.tickets`):
 * every test file that is loaded costs a second for each change, so a part has only the tests that it needs.
 */
export const areas = {
  payment: {
    mutate: ['lib/payment/*.ts'],
    tests: ['lib/payment/*.test.ts'],
  },
  checkout: {
    mutate: [
      'lib/shop/values/checkout-state.ts',
      'lib/shop/rules/{fees,incident,matter,order-evidence}.ts',
      'lib/shop/flows/*/{overdue,reconcile-compare}.ts',
    ],
    // Tests of whole purchases test these decisions too, but much more slowly.
    tests: [
      'lib/shop/{values,rules,flows/order}/{checkout-state,fees-of,incident,matter,order-evidence,overdue-ages,apply-age}.test.ts',
      'lib/shop/flows/reconciliation/{reconcile-compare,reconcile-orders}.test.ts',
    ],
  },
  'availability.queue': {
    mutate: ['service/availability/{allocate,changes,shared-transactions,sold-out-cache}.ts'],
    tests: ['service/availability/{allocate,shared-transactions,sold-out}.test.ts'],
  },
  'availability.counters': {
    mutate: ['service/availability/{availability-resource,counts,hold-store,set-capacities,sweeper}.ts'],
    tests: ['service/availability/{counters,locks,sweeper}.test.ts'],
  },
  'order.decisions': {
    mutate: ['service/order/decide-orders.ts'],
    tests: ['service/order/decide-orders.test.ts'],
  },
  'order.bookings': {
    mutate: ['service/order/{create-orders,order,order-resource,order-store,read-orders,shared-orders}.ts'],
    tests: ['service/order/{order-answers,shared-orders}.test.ts'],
  },
  'order.tickets': {
    mutate: ['service/order/item-ticket{,-store}.ts'],
    tests: ['service/order/{item-ticket,shared-orders}.test.ts'],
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
  mutate: [...area.mutate, '!**/*.test.ts', '!**/*-table.ts'],
  // Code that is evaluated once, when a module is loaded, would need a new test process for each change.
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
