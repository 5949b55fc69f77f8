// Mutation tests: `npm run test:mutation -- payment`. See docs/testing.md.

import { existsSync } from 'node:fs';

/**
 * The changed files, and the tests that run for each change. An area may be divided into parts (`order.tickets`):
 * every test file that is loaded costs a second for each change, so a part has only the tests that it needs.
 */
const files = (folder, names, end = '.ts') => names.split(' ').map((name) => `${folder}${name}${end}`);

export const areas = {
  payment: {
    mutate: ['lib/payment/*.ts'],
    tests: ['lib/payment/*.test.ts'],
  },
  'checkout.state': {
    mutate: ['lib/shop/values/checkout-state.ts'],
    tests: ['lib/shop/values/checkout-state.test.ts'],
  },
  // Tests of whole purchases test these decisions too, but much more slowly.
  'checkout.rules': {
    mutate: files('lib/shop/rules/', 'checkout fees incident order-evidence refund with-staff'),
    tests: files(
      'lib/shop/rules/',
      'checkout fees-of incident order-evidence refund refund-incidents with-staff',
      '.test.ts',
    ),
  },
  'checkout.overdue': {
    mutate: ['lib/shop/flows/order/overdue.ts'],
    tests: files('lib/shop/flows/order/', 'apply-age overdue-ages', '.test.ts'),
  },
  'checkout.reconcile': {
    mutate: ['lib/shop/flows/reconciliation/reconcile-compare.ts'],
    tests: files(
      'lib/shop/flows/reconciliation/',
      'reconcile-compare reconcile-orders replaced-money',
      '.test.ts',
    ),
  },
  'availability.queue': {
    mutate: files('service/availability/', 'allocate changes shared-transactions sold-out-cache'),
    tests: files('service/availability/', 'allocate shared-transactions sold-out', '.test.ts'),
  },
  'availability.counters': {
    mutate: files('service/availability/', 'availability-resource counts hold-store set-capacities sweeper'),
    tests: files('service/availability/', 'counters locks sweeper', '.test.ts'),
  },
  'order.decisions': {
    mutate: ['service/order/decide-orders.ts'],
    tests: ['service/order/decide-orders.test.ts'],
  },
  'order.bookings': {
    mutate: files(
      'service/order/',
      'create-orders order order-resource order-store read-orders shared-orders',
    ),
    tests: files('service/order/', 'order-answers shared-orders', '.test.ts'),
  },
  'order.tickets': {
    mutate: files('service/order/', 'item-ticket item-ticket-store'),
    tests: files('service/order/', 'item-ticket shared-orders', '.test.ts'),
  },
  'order.documents': {
    mutate: files('service/order/', 'order-sheet refresh-document'),
    tests: ['service/order/refresh-document.test.ts'],
  },
};

const listed = Object.values(areas).flatMap(({ mutate, tests: some }) => [...mutate, ...some]);
const missing = listed.filter((file) => !file.includes('*') && !existsSync(file));
if (missing.length > 0)
  throw new Error(`stryker.config.mjs lists no longer existing files: ${missing.join(', ')}`);

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
