import next from 'eslint-config-next/core-web-vitals';
import redos from 'eslint-plugin-redos';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// The checker of regular expressions: the one in Java needs more memory and leaves processes, the one in JavaScript takes
// twenty times as long, and there is a native one for these machines.
process.env['RECHECK_BACKEND'] ??= process.arch === 'x64' ? 'native' : 'pure';

export default defineConfig([
  globalIgnores(['**/.next/', 'dist/', '.data/', 'next-env.d.ts', 'test-results/', 'playwright-report/']),
  // Where React is used: its rules read every file, and take an eighth of the time.
  { files: ['{app,components,lib/storefront,testing/storefront}/**/*.{ts,tsx}', '*.tsx'], extends: [next] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strict],
    rules: { '@typescript-eslint/consistent-type-imports': 'error' },
  },
  {
    // A text from outside must not take time that grows with the square of its length. Migrations are our own texts.
    files: ['{app,components,demo,lib,service}/**/*.{ts,tsx}', '*.ts'],
    ignores: ['**/*.test.{ts,tsx}', 'lib/database/long-locks.ts'],
    plugins: { redos },
    // The default of ten seconds is not enough on a busy machine, and then an expression counts as safe.
    rules: { 'redos/no-vulnerable': ['error', { timeout: 60_000 }] },
  },
  {
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60, IIFEs: true }],
      eqeqeq: 'error',
      'no-console': 'error',
      // Written out, members are found, sorted and checked: TypeScript accepts unknown members in a spread object.
      'no-restricted-syntax': [
        'error',
        ...[
          'SpreadElement > ObjectExpression',
          'JSXSpreadAttribute > ObjectExpression',
          'SpreadElement > ArrayExpression',
          'SpreadElement > TSAsExpression > :matches(ObjectExpression, ArrayExpression)',
        ].map((selector) => ({ selector, message: 'Write the members out.' })),
      ],
    },
  },
  {
    // Pages read through stores; they change something only through the flows of the shop.
    files: ['app/**', 'lib/storefront/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        { property: 'transaction', message: 'Call a flow of lib/shop.' },
        { property: 'single', message: 'Call a flow of lib/shop.' },
      ],
    },
  },
  {
    // The length limit of functions is not meant for a describe block.
    files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // So that the tests of one subject are in one file, with what they use.
    files: ['**/*.test.ts', '**/*.test.tsx'],
    rules: { 'max-lines': ['error', 400] },
  },
]);
