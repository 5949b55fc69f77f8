import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printedSeed } from '@/testing/faults/random';
import { allocate, type HoldRequest } from './allocate';

const runs = { seed: printedSeed('allocate'), numRuns: 1_000 };

const counters = ['a', 'b', 'c'];
const units = fc.array(
  fc.record({
    catalogId: fc.constant('x'),
    counterId: fc.constantFrom(...counters, 'free'),
    units: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 0, maxLength: 3 },
);
const distinct = units.map((all) => [...new Map(all.map((one) => [one.counterId, one])).values()]);
const requests = fc
  .array(distinct)
  .map((all): HoldRequest[] => all.map((one, i) => ({ id: String(i), units: one })));
const left = fc
  .record(Object.fromEntries(counters.map((id) => [id, fc.nat(20)])))
  .map((all) => new Map(Object.entries(all)));

describe('allocate', () => {
  it('never grants more than is left, and grants all units of a request or none', () => {
    fc.assert(
      fc.property(left, requests, (start, asked) => {
        const { allocations, taken } = allocate(start, asked);
        const sums = new Map<string, number>();
        asked.forEach((request, i) => {
          if (allocations[i]?.kind !== 'held') return;
          for (const one of request.units)
            sums.set(one.counterId, (sums.get(one.counterId) ?? 0) + one.units);
        });
        expect(taken).toEqual(sums);
        for (const [id, most] of start) expect(sums.get(id) ?? 0).toBeLessThanOrEqual(most);
      }),
      runs,
    );
  });

  it('refuses a request only if the earlier requests have left too little for it', () => {
    fc.assert(
      fc.property(left, requests, (start, asked) => {
        const { allocations } = allocate(start, asked);
        asked.forEach((request, i) => {
          const before = allocate(start, asked.slice(0, i)).taken;
          const fits = request.units.every(
            (one) =>
              !start.has(one.counterId) ||
              one.units <= (start.get(one.counterId) ?? 0) - (before.get(one.counterId) ?? 0),
          );
          expect(allocations[i]?.kind).toBe(fits ? 'held' : 'refused');
        });
      }),
      runs,
    );
  });

  it('grants nothing to a refused request: the later requests get the same as without it', () => {
    fc.assert(
      fc.property(left, requests, (start, asked) => {
        const { allocations, taken } = allocate(start, asked);
        const granted = asked.filter((_, i) => allocations[i]?.kind === 'held');
        const without = allocate(start, granted);
        expect(without.allocations).toEqual(granted.map(() => ({ kind: 'held' })));
        expect(without.taken).toEqual(taken);
      }),
      runs,
    );
  });

  it('serves requests in order: later requests change nothing for earlier ones', () => {
    fc.assert(
      fc.property(left, requests, requests, (start, asked, later) => {
        const alone = allocate(start, asked).allocations;
        expect(allocate(start, [...asked, ...later]).allocations.slice(0, asked.length)).toEqual(alone);
      }),
      runs,
    );
  });

  it('names a counter that has too few units, and what it had left at that moment', () => {
    fc.assert(
      fc.property(left, requests, (start, asked) => {
        allocate(start, asked).allocations.forEach((allocation, i) => {
          if (allocation.kind === 'held') return;
          const { counterId } = allocation;
          const before = allocate(start, asked.slice(0, i)).taken.get(counterId) ?? 0;
          expect(allocation.left).toBe((start.get(counterId) ?? Infinity) - before);
          const wanted = asked[i]?.units.find((one) => one.counterId === counterId)?.units ?? 0;
          expect(wanted).toBeGreaterThan(allocation.left);
          // A request for exactly that number would have been granted.
          const fitting = { id: 'fitting', units: [{ catalogId: 'x', counterId, units: allocation.left }] };
          const instead = [...asked.slice(0, i), fitting];
          expect(allocate(start, instead).allocations.at(-1)).toEqual({ kind: 'held' });
        });
      }),
      runs,
    );
  });

  it('reports 0 units left, never fewer, for a counter with more held and sold than its limit', () => {
    const request = { id: 'a', units: [{ catalogId: 'x', counterId: 'a', units: 1 }] };
    expect(allocate(new Map([['a', -3]]), [request]).allocations).toEqual([
      { kind: 'refused', counterId: 'a', left: 0 },
    ]);
  });
});
