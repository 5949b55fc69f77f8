import { expect, it } from 'vitest';
import { staffBackPath } from './back-path';

it.each([
  '/en/staff',
  '/fr/staff?q=zoe%40example.org',
  '/en/staff/orders/01a1fe29-32ab-73da-ae72-d6ac3eb94104',
])('the way back leads to %s', (path) => {
  expect(staffBackPath(path, 'en')).toBe(path);
});

it.each([
  null,
  '',
  '/',
  '/en',
  '/en/staffing',
  '//evil.example/en/staff',
  '/en/staff/../../../evil',
  '/en/staff\\..\\..\\evil',
  'https://evil.example/en/staff',
  '/\\evil.example/en/staff',
  'javascript:alert(1)//en/staff',
])('the way back never leads to %s', (path) => {
  expect(staffBackPath(path, 'fr')).toBe('/fr/staff');
});
