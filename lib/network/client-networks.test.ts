import { expect, it } from 'vitest';
import { clientNetworks } from './client-prefix';

it.each([
  ['203.0.113.7', '203.0.113.0/24', null],
  ['203.0.113.7:51234', '203.0.113.0/24', null],
  ['::ffff:203.0.113.7', '203.0.113.0/24', null],
  ['::ffff:cb00:7107', '203.0.113.0/24', null],
  ['1.1.1.1, 203.0.113.7', '203.0.113.0/24', null],
  ['2001:db8:1:22ff::1', '2001:db8:1:2200::/56', '2001:db8:1::/48'],
  ['[2001:DB8:1:22ff::1]:443', '2001:db8:1:2200::/56', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/56', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/56', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56', 'fe80:0:0::/48'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:0::/56', '2001:db8:1::/48'],
])('%s comes from %s and %s', (header, network, site) => {
  expect(clientNetworks(header)).toEqual({ network, site });
});

it('is the same for neighbours and different for other clients; both have the same site', () => {
  const [one, neighbour, stranger] = ['2201::1', '22aa:9::9', '2301::1'].map((rest) =>
    clientNetworks(`2001:db8:1:${rest}`),
  );
  expect(neighbour).toEqual(one);
  expect(stranger?.network).not.toBe(one?.network);
  expect(stranger?.site).toBe(one?.site);
});

it.each([null, '', 'unknown', '203.0.113.7, _hidden', '1.2.3.4.5', '::1::'])(
  'is the local machine for %s, which is not an address',
  (header) => {
    expect(clientNetworks(header)).toEqual({ network: 'local', site: null });
  },
);
