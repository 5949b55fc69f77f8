import { describe, expect, it } from 'vitest';
import { at, chosen, planOf, visit } from '@/testing/combination/plan';
import { choiceKey, chosenVisits } from './choice';
import { nextFree } from './next-free';
import type { PlannedOffer, Stop } from './plan';

describe('the next free time for the same group', () => {
  const boat: Stop = { isWindow: false, visits: [visit('10:00', 60)] };
  const museum: Stop = {
    isWindow: false,
    visits: [visit('09:00', 30, 9), visit('11:30', 30, 1), visit('12:00', 30, 3), visit('13:00', 30, 9)],
  };
  const plan = planOf(5, boat, museum);
  const next = (begin: string, people: number) => nextFree(plan, chosen(plan, '10:00', begin), people);

  it('is none if the chosen sessions have room', () => {
    expect(next('11:30', 1)).toBeNull();
    expect(nextFree(plan, [undefined, undefined], 5)).toBeNull();
  });

  it('is the next session with room for all', () => {
    expect(next('11:30', 3)).toMatchObject({
      stop: 1,
      full: { begin: at('11:30') },
      instead: { begin: at('12:00') },
    });
    expect(next('11:30', 4)?.instead?.begin).toBe(at('13:00'));
  });

  it('fits the other chosen sessions if possible, otherwise it is the nearest', () => {
    const full: Stop = {
      isWindow: false,
      visits: [visit('09:30', 20, 0), visit('10:30', 20, 9), visit('11:30', 20, 9)],
    };
    const other = planOf(5, boat, full);
    expect(nextFree(other, chosen(other, '10:00', '09:30'), 2)?.instead?.begin).toBe(at('11:30'));
    const only = planOf(5, boat, { ...full, visits: full.visits.slice(0, 2) });
    expect(nextFree(only, chosen(only, '10:00', '09:30'), 2)?.instead?.begin).toBe(at('10:30'));
  });

  it('is an earlier one if there is none later, and null if there is none at all', () => {
    const last: Stop = { isWindow: false, visits: [visit('08:30', 20, 9), visit('12:00', 20, 0)] };
    const other = planOf(5, boat, last);
    expect(nextFree(other, chosen(other, '10:00', '12:00'), 2)?.instead?.begin).toBe(at('08:30'));
    expect(nextFree(other, chosen(other, '10:00', '12:00'), 20)).toMatchObject({ instead: null });
  });
});

describe('the choice of a form', () => {
  const words = { from: '', until: null };
  const stop = (fields: string[], ids: string[]) => ({
    fields,
    name: '',
    isWindow: false,
    visits: ids.map((id) => ({ ...visit('10:00', 60), ...words, id })),
  });
  const plan: PlannedOffer = {
    stops: [stop(['adult', 'child'], ['a', 'b']), stop(['boat'], ['c'])],
    ways: [],
  };
  const ids = (form: Record<string, string>) =>
    chosenVisits(plan, (field) => form[field]).map((each) => each?.id);

  it('has one session for each stop', () => {
    expect(ids({ adult: 'a', child: 'a', boat: 'c' })).toEqual(['a', 'c']);
    expect(ids({ adult: 'b' })).toEqual(['b', undefined]);
    expect(ids({ boat: 'x' })).toEqual([undefined, undefined]);
  });

  it('has none for a stop where the group is not together', () => {
    expect(ids({ adult: 'a', child: 'b', boat: 'c' })).toEqual([undefined, 'c']);
  });

  it('has a key that does not depend on the order of the stops', () => {
    const [a, b] = [visit('10:00', 1), visit('11:00', 1)];
    expect(choiceKey([a, undefined, b])).toBe(choiceKey([b, a]));
    expect(choiceKey([a])).not.toBe(choiceKey([b]));
  });
});
