import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, type HoldRequest } from './allocate';

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
  it('never takes more than is left, and takes wholly or not at all', () => {
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
    );
  });

  it('refuses only what those before have left too little for', () => {
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
    );
  });
});
