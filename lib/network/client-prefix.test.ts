import { expect, it } from 'vitest';
import { clientPrefix } from './client-prefix';

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.7:51234', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['1.1.1.1, 203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:22ff::1', '2001:db8:1:2200::/56'],
  ['[2001:DB8:1:22ff::1]:443', '2001:db8:1:2200::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
])('%s comes from %s', (header, prefix) => {
  expect(clientPrefix(header)).toBe(prefix);
});

it('is the same for neighbours, and different for other clients', () => {
  expect(clientPrefix('2001:db8:1:2201::1')).toBe(clientPrefix('2001:db8:1:22aa:9::9'));
  expect(clientPrefix('2001:db8:1:2301::1')).not.toBe(clientPrefix('2001:db8:1:2201::1'));
});

it.each([null, '', 'unknown', 'evil', '203.0.113.7, _hidden'])('is unknown for %s', (header) => {
  expect(clientPrefix(header)).toBe(null);
});
