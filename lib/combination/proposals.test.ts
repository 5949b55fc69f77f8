import { describe, expect, it } from 'vitest';
import { relativeTime } from '@/testing/processor-time';
import { arrivals, fixed, planOf, visit } from '@/testing/combination/plan';
import { judge } from './judge';
import type { Plan, Stop } from './plan';
import { propose } from './proposals';

describe('proposals', () => {
  // The demonstration’s boat and museum in winter.
  const boat = fixed(75, '10:30', '12:00', '14:00', '15:30');
  const museum = fixed(90, '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00');
  const begins = (plan: Plan, people = 1, most = 4) =>
    propose(plan, people, most).proposals.map(({ visits }) => visits.map(({ id }) => id.slice(2)));

  it('are combinations that do not overlap, the earliest first, spread over the day', () => {
    expect(begins(planOf(2, boat, museum), 1, 10)).toEqual([
      ['12:00', '10:00'],
      ['10:30', '12:00'],
      ['14:00', '12:00'],
      ['15:30', '13:00'],
      ['14:00', '16:00'],
    ]);
    expect(begins(planOf(2, boat, museum), 1, 2)).toEqual([
      ['12:00', '10:00'],
      ['14:00', '16:00'],
    ]);
  });

  it('are judged fine, with the way between the places', () => {
    const found = propose(planOf(25, boat, museum), 1, 10).proposals;
    expect(found).not.toHaveLength(0);
    for (const { judgement } of found) {
      expect(judgement.kind).toBe('fine');
      for (const { gap } of judgement.legs) expect(gap).toBeGreaterThanOrEqual(35);
    }
  });

  it('have room for the whole group, and say for how many', () => {
    const limited: Stop = {
      isWindow: false,
      visits: [visit('10:00', 30, 3), visit('11:00', 30, 5), visit('12:00', 30, 2)],
    };
    const plan = planOf(2, limited, fixed(30, '14:00'));
    expect(begins(plan, 5)).toEqual([['11:00', '14:00']]);
    expect(propose(plan, 5, 4).proposals[0]?.free).toBe(5);
    expect(begins(plan, 6)).toEqual([]);
    // Of several that are over at the same moment, the one that begins last.
    expect(begins(plan, 2)).toEqual([['12:00', '14:00']]);
  });

  it('are none where nothing fits, and none for one event', () => {
    expect(begins(planOf(2, fixed(90, '10:00'), fixed(90, '11:00')))).toEqual([]);
    expect(begins(planOf(2, fixed(90, '10:00')))).toEqual([]);
    expect(begins(planOf(2, fixed(90, '10:00'), fixed(90)))).toEqual([]);
  });

  it('put an arrival window before or after', () => {
    const begun = (...windows: string[]) => begins(planOf(4, fixed(75, '10:30'), arrivals(20, ...windows)));
    expect(begun('10:00', '10:40', '11:00', '11:40', '12:00')).toEqual([['10:30', '11:40']]);
    expect(begun('09:00', '09:20', '10:40')).toEqual([['10:30', '09:20']]);
  });

  it('never overlap and are never worse than another, for generated timetables', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 300; round++) {
      const stops = Array.from({ length: 2 + random(3) }, () => ({
        isWindow: random(3) === 0,
        visits: Array.from({ length: 1 + random(12) }, (_, index) => ({
          id: String(index),
          begin: 540 + random(720),
          minutes: random(8) === 0 ? null : 10 + random(110),
          free: random(4) === 0 ? null : random(12),
        })),
      }));
      const plan = planOf(random(40), ...stops);
      const people = 1 + random(6);
      const found = propose(plan, people, 5).proposals;
      for (const proposal of found) {
        expect(judge(plan, proposal.visits)?.kind).toBe('fine');
        expect(proposal.visits.every(({ free }) => free === null || free >= people)).toBe(true);
        const worse = found.filter((other) => other.begin > proposal.begin && other.end <= proposal.end);
        expect(worse).toEqual([]);
      }
      expect(found.map(({ begin }) => begin)).toEqual(found.map(({ begin }) => begin).sort((a, b) => a - b));
      // All pairs of two events: if any fits, one is proposed.
      const [one, other] = plan.stops;
      if (plan.stops.length === 2 && one !== undefined && other !== undefined) {
        const fits = one.visits.some((a) =>
          other.visits.some(
            (b) =>
              judge(plan, [a, b])?.kind === 'fine' &&
              [a, b].every(({ free }) => free === null || free >= people),
          ),
        );
        expect(found.length > 0).toBe(fits);
      }
    }
  });

  it('5 events with 200 sessions each, and 12 events, take little time', () => {
    const many = (offset: number): Stop => ({
      isWindow: false,
      visits: Array.from({ length: 200 }, (_, index) => ({
        id: String(index),
        begin: offset + index * 5,
        minutes: 40 + (index % 7) * 5,
        free: 20,
      })),
    });
    for (const count of [5, 12]) {
      const plan = planOf(6, ...Array.from({ length: count }, (_, index) => many(540 + index)));
      expect(relativeTime(() => expect(propose(plan, 2, 4).proposals).toHaveLength(4))).toBeLessThan(8);
    }
  });

  /** So many events with sessions all day that last so many minutes; the first is only once, at this minute. */
  const busy = (events: number, minutes: number, only: number): Plan =>
    planOf(
      5,
      ...Array.from({ length: events }, (_, event): Stop => {
        const begins = event === 0 ? [only] : Array.from({ length: 500 }, (__, i) => 540 + event + i * 1.5);
        return {
          isWindow: false,
          visits: begins.map((begin, i) => ({
            id: String(i),
            begin: Math.floor(begin),
            minutes,
            free: null,
          })),
        };
      }),
    );

  it('are found among 8 events with 500 sessions each, where most orders lead to nothing', () => {
    // What begins last is the only one, so all others have to come before it, and just can.
    const plan = busy(8, 90, 540 + 7 * 106);
    const { proposals } = propose(plan, 2, 4);
    expect(proposals.length).toBeGreaterThan(0);
    for (const { judgement } of proposals) expect(judgement.kind).toBe('fine');
  });

  it('are known not to exist for 8 events with 500 sessions each', () => {
    for (const [minutes, only] of [
      [90, 540 + 6 * 105],
      [120, 560],
      [120, 900],
    ] as const) {
      const plan = busy(8, minutes, only);
      const time = relativeTime(() =>
        expect(propose(plan, 2, 4)).toEqual({ proposals: [], isComplete: true }),
      );
      expect(time).toBeLessThan(15);
    }
  });

  it('say so if there were too many combinations to look at all of them', () => {
    expect(propose(busy(16, 90, 900), 2, 4)).toEqual({ proposals: [], isComplete: false });
  });
});
