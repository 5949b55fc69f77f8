import { expect, it } from 'vitest';
import { placeLimit } from './place-limit';

const home = { network: '192.0.2.0/24', site: null };
const elsewhere = { network: '198.51.100.0/24', site: null };

it('limits the places of a network in each room, and says for how long', async () => {
  const { count, secondsLeft } = placeLimit({ network: 2, site: 5 });
  expect(await secondsLeft(1, home)).toBeNull();
  expect([await count(1, home), await count(1, home), await count(1, home)]).toEqual([true, true, false]);
  expect(await secondsLeft(1, home)).toBeGreaterThan(9 * 60);
  expect(await secondsLeft(1, home)).toBeLessThanOrEqual(10 * 60);
  expect(await count(1, elsewhere)).toBe(true);
  expect(await count(2, home)).toBe(true);
  expect(await secondsLeft(2, home)).toBeNull();
});

it('limits the networks of an IPv6 site together', async () => {
  const { count, secondsLeft } = placeLimit({ network: 2, site: 3 });
  const networks = [0, 1, 2, 3, 4].map((part) => ({
    network: `2001:db8:1:${part}00::/56`,
    site: '2001:db8:1::/48',
  }));
  const counted: boolean[] = [];
  for (const network of networks) counted.push(await count(1, network));
  expect(counted).toEqual([true, true, true, false, false]);
  expect(await secondsLeft(1, { network: '2001:db8:1:900::/56', site: '2001:db8:1::/48' })).toBeGreaterThan(
    9 * 60,
  );
  expect(await count(1, { network: '2001:db8:2:0::/56', site: '2001:db8:2::/48' })).toBe(true);
});

it('a network that is refused does not use up what is left for the others of its site', async () => {
  const { count } = placeLimit({ network: 2, site: 5 });
  const greedy = { network: '2001:db8:1:100::/56', site: '2001:db8:1::/48' };
  const counted: boolean[] = [];
  for (let request = 0; request < 20; request += 1) counted.push(await count(1, greedy));
  expect(counted.filter(Boolean)).toHaveLength(2);
  expect(await count(1, { network: '2001:db8:1:200::/56', site: '2001:db8:1::/48' })).toBe(true);
});
