import { expect, it } from 'vitest';
import { keeper } from './open-tasks';

/** Counts how often something is read. */
function reading() {
  let reads = 0;
  return { read: () => Promise.resolve((reads += 1)), reads: () => reads };
}

it('reads once for all who ask within the time, and again afterwards', async () => {
  let now = 0;
  const keep = keeper<number>(5_000, () => now);
  const { read, reads } = reading();
  expect(await Promise.all([keep(read), keep(read)])).toEqual([1, 1]);
  now = 4_999;
  expect(await keep(read)).toBe(1);
  now = 5_000;
  expect(await keep(read)).toBe(2);
  expect(reads()).toBe(2);
});

it('keeps no failure', async () => {
  const keep = keeper<number>(5_000, () => 0);
  await expect(keep(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await keep(() => Promise.resolve(7))).toBe(7);
});
