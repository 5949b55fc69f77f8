import { expect, it } from 'vitest';
import { networkLimit } from './network-limit';

const tenMinutes = 10 * 60;

const home = { network: '192.0.2.0/24', site: null };
const elsewhere = { network: '198.51.100.0/24', site: null };

it('limits a network in each thing that is counted, and says for how long', async () => {
  const { count, secondsLeft } = networkLimit({ network: 2, site: 5 }, tenMinutes);
  expect(await secondsLeft(home, 1)).toBeNull();
  expect([await count(home, 1), await count(home, 1), await count(home, 1)]).toEqual([true, true, false]);
  expect(await secondsLeft(home, 1)).toBeGreaterThan(9 * 60);
  expect(await secondsLeft(home, 1)).toBeLessThanOrEqual(10 * 60);
  expect(await count(elsewhere, 1)).toBe(true);
  expect(await count(home, 2)).toBe(true);
  expect(await secondsLeft(home, 2)).toBeNull();
});

it('limits the networks of an IPv6 site together', async () => {
  const { count, secondsLeft } = networkLimit({ network: 2, site: 3 }, tenMinutes);
  const networks = [0, 1, 2, 3, 4].map((part) => ({
    network: `2001:db8:1:${part}00::/56`,
    site: '2001:db8:1::/48',
  }));
  const counted: boolean[] = [];
  for (const network of networks) counted.push(await count(network, 1));
  expect(counted).toEqual([true, true, true, false, false]);
  expect(await secondsLeft({ network: '2001:db8:1:900::/56', site: '2001:db8:1::/48' }, 1)).toBeGreaterThan(
    9 * 60,
  );
  expect(await count({ network: '2001:db8:2:0::/56', site: '2001:db8:2::/48' }, 1)).toBe(true);
});

it('a network that is refused does not use up what is left for the others of its site', async () => {
  const { count } = networkLimit({ network: 2, site: 5 }, tenMinutes);
  const greedy = { network: '2001:db8:1:100::/56', site: '2001:db8:1::/48' };
  const counted: boolean[] = [];
  for (let request = 0; request < 20; request += 1) counted.push(await count(greedy, 1));
  expect(counted.filter(Boolean)).toHaveLength(2);
  expect(await count({ network: '2001:db8:1:200::/56', site: '2001:db8:1::/48' }, 1)).toBe(true);
});

it('counts several at once, but not those that it refuses, and takes back those of which nothing came', async () => {
  const { count, giveBack, secondsLeft } = networkLimit({ network: 10, site: 10 }, 60);
  const networks = { network: '203.0.113.0/24', site: null };
  expect(await count(networks, '', 8)).toBe(true);
  expect(await count(networks, '', 3)).toBe(false);
  expect(await secondsLeft(networks)).toBeNull();
  expect(await count(networks, '', 2)).toBe(true);
  expect(await secondsLeft(networks)).toBeGreaterThan(50);
  await giveBack(networks, '', 10);
  expect(await count(networks, '', 10)).toBe(true);
});

it('what its site refuses takes nothing from a network', async () => {
  const { count, giveBack } = networkLimit({ network: 20, site: 20 }, 60);
  const site = '2001:db8:1::/48';
  const [one, other] = [
    { network: '2001:db8:1:100::/56', site },
    { network: '2001:db8:1:200::/56', site },
  ];
  expect([await count(one, '', 15), await count(other, '', 10)]).toEqual([true, false]);
  await giveBack(one, '', 15);
  expect(await count(other, '', 15)).toBe(true);
});
