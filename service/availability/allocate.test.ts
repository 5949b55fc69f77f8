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
  .map((all): HoldRequest[] => all.map((one, i) => ({ id: String(i), units: one, atDesk: false })));
const left = fc
  .record(Object.fromEntries(counters.map((id) => [id, fc.nat(20)])))
  .map((all) => new Map(Object.entries(all)));

const none = new Map<string, number>();

describe('allocate', () => {
  it('never grants more than is left, and grants all units of a request or none', () => {
    fc.assert(
      fc.property(left, requests, (start, asked) => {
        const { allocations, taken } = allocate({ left: start, kept: none }, asked);
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
        const { allocations } = allocate({ left: start, kept: none }, asked);
        asked.forEach((request, i) => {
          const before = allocate({ left: start, kept: none }, asked.slice(0, i)).taken;
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
        const { allocations, taken } = allocate({ left: start, kept: none }, asked);
        const granted = asked.filter((_, i) => allocations[i]?.kind === 'held');
        const without = allocate({ left: start, kept: none }, granted);
        expect(without.allocations).toEqual(granted.map(() => ({ kind: 'held' })));
        expect(without.taken).toEqual(taken);
      }),
      runs,
    );
  });

  it('serves requests in order: later requests change nothing for earlier ones', () => {
    fc.assert(
      fc.property(left, requests, requests, (start, asked, later) => {
        const alone = allocate({ left: start, kept: none }, asked).allocations;
        expect(
          allocate({ left: start, kept: none }, [...asked, ...later]).allocations.slice(0, asked.length),
        ).toEqual(alone);
      }),
      runs,
    );
  });

  it('names a counter that has too few units, and what it had left at that moment', () => {
    fc.assert(
      fc.property(left, requests, (start, asked) => {
        allocate({ left: start, kept: none }, asked).allocations.forEach((allocation, i) => {
          if (allocation.kind === 'held') return;
          const { counterId } = allocation;
          const before = allocate({ left: start, kept: none }, asked.slice(0, i)).taken.get(counterId) ?? 0;
          expect(allocation.left).toBe((start.get(counterId) ?? Infinity) - before);
          const wanted = asked[i]?.units.find((one) => one.counterId === counterId)?.units ?? 0;
          expect(wanted).toBeGreaterThan(allocation.left);
          // A request for exactly that number would have been granted.
          const ofIt = [{ catalogId: 'x', counterId, units: allocation.left }];
          const fitting = { id: 'fitting', units: ofIt, atDesk: false };
          const instead = [...asked.slice(0, i), fitting];
          expect(allocate({ left: start, kept: none }, instead).allocations.at(-1)).toEqual({ kind: 'held' });
        });
      }),
      runs,
    );
  });

  it('reports 0 units left, never fewer, for a counter with more held and sold than its limit', () => {
    const request = { id: 'a', units: [{ catalogId: 'x', counterId: 'a', units: 1 }], atDesk: false };
    expect(allocate({ left: new Map([['a', -3]]), kept: none }, [request]).allocations).toEqual([
      { kind: 'refused', counterId: 'a', left: 0 },
    ]);
  });
});

describe('units that are kept for sales desks', () => {
  const one = (atDesk: boolean, number = 1): HoldRequest => ({
    id: 'x',
    units: [{ catalogId: 'x', counterId: 'a', units: number }],
    atDesk,
  });
  const kinds = (left: number, kept: number, asked: readonly HoldRequest[]) =>
    allocate({ left: new Map([['a', left]]), kept: new Map([['a', kept]]) }, asked).allocations;
  const held = { kind: 'held' };
  const refused = (has: number) => ({ kind: 'refused', counterId: 'a', left: has });

  it('are refused to others, who hear what they could have, and granted to desks', () => {
    expect(kinds(5, 3, [one(false, 3), one(false, 2), one(false), one(true, 4), one(true, 3)])).toEqual([
      refused(2),
      held,
      refused(0),
      refused(3),
      held,
    ]);
  });

  it('are what a desk takes first, so that others have what they had before', () => {
    expect(kinds(5, 3, [one(true, 3), one(false, 2), one(false)])).toEqual([held, held, refused(0)]);
  });

  it('leave the rest to whoever comes first', () => {
    expect(kinds(5, 3, [one(true, 4), one(false, 2), one(false), one(true)])).toEqual([
      held,
      refused(1),
      held,
      refused(0),
    ]);
  });

  it('are never granted to others, and what desks and others get together is never more than is left', () => {
    const asked = fc.array(fc.record({ atDesk: fc.boolean(), units: fc.integer({ min: 1, max: 4 }) }));
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), asked, (left, kept, all) => {
        const granted = kinds(
          left,
          kept,
          all.map(({ atDesk, units: number }) => one(atDesk, number)),
        );
        const sum = (atDesk: boolean) =>
          all.reduce(
            (total, each, i) =>
              each.atDesk === atDesk && granted[i]?.kind === 'held' ? total + each.units : total,
            0,
          );
        expect(sum(false)).toBeLessThanOrEqual(Math.max(0, left - kept));
        expect(sum(true) + sum(false)).toBeLessThanOrEqual(left);
      }),
      runs,
    );
  });
});
