import { expect, it } from 'vitest';
import { routeFinder } from './route-patterns';

const routeOf = routeFinder([
  '/[locale]',
  '/[locale]/orders',
  '/[locale]/orders/[checkoutId]',
  '/[locale]/orders/link/[token]',
  '/[locale]/staff/[...missing]',
  '/api/auth/[...step]',
  '/api/held',
]);

it.each([
  ['/en', '/[locale]'],
  ['/en/orders', '/[locale]/orders'],
  ['/en/orders/0192f0c1', '/[locale]/orders/[checkoutId]'],
  ['/en/orders/link/secret', '/[locale]/orders/link/[token]'],
  // An order whose identifier is the name of another page.
  ['/en/orders/link', '/[locale]/orders/[checkoutId]'],
  ['/en/staff/a/b', '/[locale]/staff/[...missing]'],
  ['/api/auth/callback/staff', '/api/auth/[...step]'],
  ['/api/held', '/api/held'],
  ['/api', '/[locale]'],
  ['/en/other', null],
  ['/', null],
])('%s is at %s', (path, pattern) => {
  expect(routeOf(path)).toBe(pattern);
});
