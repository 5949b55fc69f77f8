import { describe, expect, it } from 'vitest';
import { relativeTime } from '@/testing/processor-time';
import { arrivals, at, chosen, fixed, foot, planOf, visit } from '@/testing/combination/plan';
import { judge } from './judge';
import type { Plan, Stop } from './plan';

const judged = (plan: Plan, ...begins: (string | null)[]) => judge(plan, chosen(plan, ...begins));

describe('a chosen combination', () => {
  it('is judged only if two sessions are chosen', () => {
    const plan = planOf(5, fixed(60, '10:00'), fixed(60, '10:30'));
    expect(judged(plan, '10:00', null)).toBeNull();
    expect(judged(plan, null, null)).toBeNull();
  });

  it('overlaps if one session begins before another is over, in whichever order they are listed', () => {
    const legs = [{ from: 0, to: 1, kind: 'overlap', gap: -45 }];
    expect(judged(planOf(3, fixed(75, '10:30'), fixed(90, '11:00')), '10:30', '11:00')).toEqual({
      kind: 'overlap',
      legs,
    });
    const turned = judged(planOf(3, fixed(90, '11:00'), fixed(75, '10:30')), '11:00', '10:30');
    expect(turned?.legs).toEqual([{ from: 1, to: 0, kind: 'overlap', gap: -45 }]);
  });

  it.each([
    ['12:12', 'tight', 12],
    ['12:13', 'fine', 13],
    ['12:00', 'tight', 0],
    ['11:59', 'overlap', -1],
  ] as const)('needs the way of 3 minutes and 10 more: %s is %s', (begin, kind, gap) => {
    const plan = planOf(3, fixed(90, '10:30'), fixed(60, begin));
    expect(judged(plan, '10:30', begin)).toEqual({ kind, legs: [{ from: 0, to: 1, kind, gap }] });
  });

  it('is as bad as its worst leg, and a long session overlaps more than the next one', () => {
    const plan = planOf(0, fixed(480, '10:00'), fixed(60, '11:00'), fixed(60, '17:00'), fixed(60, '18:30'));
    expect(judged(plan, '10:00', '11:00', '17:00', '18:30')).toEqual({
      kind: 'overlap',
      legs: [
        { from: 0, to: 1, kind: 'overlap', gap: -420 },
        { from: 0, to: 2, kind: 'overlap', gap: -60 },
        // From 18:00, when both are over.
        { from: 2, to: 3, kind: 'fine', gap: 30 },
      ],
    });
  });

  it('a session that is chosen twice is visited once', () => {
    const shared = visit('10:00', 60);
    const plan = planOf(0, fixed(60, '10:00'), fixed(60, '10:00'));
    expect(judge(plan, [shared, shared])).toBeNull();
  });

  it('over midnight is judged like any other', () => {
    const late: Stop = {
      isWindow: false,
      visits: [{ id: 'late', begin: at('23:00'), minutes: 90, free: null }],
    };
    const next = (minutes: number): Stop => ({
      isWindow: false,
      visits: [{ id: 'next', begin: 24 * 60 + minutes, minutes: 30, free: null }],
    });
    const plan = (minutes: number): Plan => ({
      stops: [late, next(minutes)],
      ways: [
        [foot(0), foot(5)],
        [foot(5), foot(0)],
      ],
    });
    const kinds = [20, 30, 45].map((minutes) => {
      const each = plan(minutes);
      return judge(
        each,
        each.stops.map(({ visits }) => visits[0]),
      )?.kind;
    });
    expect(kinds).toEqual(['overlap', 'tight', 'fine']);
  });
});

describe('a session of unknown length', () => {
  const plan = planOf(5, fixed(null, '10:00'), fixed(30, '10:00', '10:30', '11:14', '11:15'));
  it('overlaps only what begins at the same moment', () => {
    expect(judged(plan, '10:00', '10:00')?.kind).toBe('overlap');
  });
  it('is tight if less than an hour, the way and 10 minutes remain', () => {
    expect(judged(plan, '10:00', '10:30')?.kind).toBe('tight');
    expect(judged(plan, '10:00', '11:14')?.kind).toBe('tight');
    expect(judged(plan, '10:00', '11:15')?.kind).toBe('fine');
  });
});

describe('an arrival window', () => {
  // The boat from 10:30 to 11:45.
  const boat = fixed(75, '10:30');
  const withWindow = (begin: string, minutes: number) => {
    const plan = planOf(4, boat, arrivals(minutes, begin));
    return judged(plan, '10:30', begin);
  };

  it('does not overlap if one may come before or after', () => {
    // Before: from 09:00, so there are 90 minutes.
    expect(withWindow('09:00', 20)).toEqual({
      kind: 'fine',
      legs: [{ from: 1, to: 0, kind: 'fine', gap: 90 }],
    });
    // After, though the window begins during the cruise.
    expect(withWindow('11:00', 60)).toEqual({
      kind: 'fine',
      legs: [{ from: 0, to: 1, kind: 'fine', gap: 15 }],
    });
    // The whole day: after the boat there is the most time.
    expect(withWindow('10:00', 480)).toEqual({
      kind: 'fine',
      legs: [{ from: 0, to: 1, kind: 'fine', gap: 375 }],
    });
  });

  it('is tight if the visit or the way would be short', () => {
    // From 10:00, half an hour before the boat.
    expect(withWindow('10:00', 20)).toEqual({
      kind: 'tight',
      legs: [{ from: 1, to: 0, kind: 'tight', gap: 30 }],
    });
    // Until 11:50, five minutes after the boat.
    expect(withWindow('11:30', 20)).toEqual({
      kind: 'tight',
      legs: [{ from: 0, to: 1, kind: 'tight', gap: 5 }],
    });
  });

  it('overlaps if it lies within another session', () => {
    expect(withWindow('10:40', 20)).toEqual({
      kind: 'overlap',
      legs: [{ from: 0, to: 1, kind: 'overlap', gap: -45 }],
    });
  });

  it('is put in between where that is best, whatever the order of the stops', () => {
    const plan = planOf(
      5,
      arrivals(600, '09:00'),
      fixed(60, '10:00'),
      fixed(60, '13:00'),
      fixed(60, '18:00'),
    );
    expect(judged(plan, '09:00', '10:00', '13:00', '18:00')?.kind).toBe('fine');
  });

  it('counts the expected stays of two windows one after the other', () => {
    const two = (boats: string) =>
      judged(
        planOf(3, arrivals(120, '10:00'), arrivals(120, '10:00'), fixed(60, boats)),
        '10:00',
        '10:00',
        boats,
      )?.kind;
    // 45 minutes, 3, 45, 3 and 10.
    expect(two('11:46')).toBe('fine');
    expect(two('11:00')).toBe('tight');
  });
});

describe('many chosen sessions', () => {
  it('are judged in bounded time', () => {
    const stops = Array.from({ length: 20 }, () => arrivals(600, '09:00'));
    const plan = planOf(1, ...stops);
    const begins = stops.map(() => '09:00');
    const time = relativeTime(() => expect(judged(plan, ...begins)?.legs).toHaveLength(19));
    // Trying all orders would take many thousand times as long.
    expect(time).toBeLessThan(20);
  });
});
