import { expect, it } from 'vitest';
import { placeCookies } from './place-cookie';

const cookies = placeCookies('the secret of the shop');

it('the number in a cookie is read by every process with the secret', () => {
  expect(placeCookies('the secret of the shop').read(7, cookies.write(7, 1_234))).toBe(1_234);
});

it('a cookie of another room, or of a shop with another secret, has no number', () => {
  expect(cookies.read(8, cookies.write(7, 1))).toBeNull();
  expect(placeCookies('another secret').read(7, cookies.write(7, 1))).toBeNull();
  // 71 of room 1 is not 1 of room 17.
  expect(cookies.read(1, cookies.write(17, 1))).toBeNull();
});

const [, signature = ''] = cookies.write(7, 12).split('.');

it.each([
  '',
  '.',
  '12',
  `1.${signature}`,
  `012.${signature}`,
  `-12.${signature}`,
  `12.0.${signature}`,
  `12.${signature.slice(1)}`,
  `12.${signature}A`,
  `12.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
  `9999999999999.${signature}`,
  `12.${'é'.repeat(43)}`,
  `12.${'A'.repeat(43)}`,
  `${'1'.repeat(100_000)}.${signature}`,
])('%j is no place', (value) => {
  expect(cookies.read(7, value)).toBeNull();
});

it('the same number with its own signature is one', () => {
  expect(cookies.read(7, `12.${signature}`)).toBe(12);
});
