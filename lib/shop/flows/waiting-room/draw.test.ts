import { expect, it } from 'vitest';
import { relativeTime } from '@/testing/processor-time';
import { drawnPlaces } from './draw';

it.each([0, 1, 2, 3, 10, 1_000, 10_000])('each of %d numbers gets a place of its own', (count) => {
  const places = [...drawnPlaces('seed', count)].sort((a, b) => a - b);
  expect(places).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

it('the same seed gives the same order, in every process', () => {
  expect(drawnPlaces('seed', 1_000)).toEqual(drawnPlaces('seed', 1_000));
  expect([...drawnPlaces('seed', 8)]).toEqual([1, 4, 6, 2, 8, 5, 7, 3]);
});

it('another seed gives another order', () => {
  const same = drawnPlaces('one', 1_000).filter((place, index) => place === drawnPlaces('two', 1_000)[index]);
  expect(same.length).toBeLessThan(20);
});

it('each number gets each place equally often', () => {
  const [draws, count] = [20_000, 4];
  const first = Array.from({ length: count }, () => 0);
  const last = Array.from({ length: count }, () => 0);
  for (let draw = 0; draw < draws; draw += 1) {
    const places = drawnPlaces(String(draw), count);
    const [own = 0, others = 0] = [places[0], places[count - 1]];
    first[own - 1] = (first[own - 1] ?? 0) + 1;
    last[others - 1] = (last[others - 1] ?? 0) + 1;
  }
  for (const times of [...first, ...last]) expect(Math.abs(times / draws - 1 / count)).toBeLessThan(0.02);
});

it('takes little time for a million numbers', () => {
  const time = relativeTime(() => expect(drawnPlaces('seed', 1_000_000)).toHaveLength(1_000_000));
  expect(time).toBeLessThan(60);
});
