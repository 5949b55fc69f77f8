import { describe, expect, it } from 'vitest';
import { done, draftWith, event, pricesOf, product, refusal, session, timesOf } from '@/testing/setup/drafts';
import { type Choice, changeChosen } from './choose-sessions';
import { sessionsOf } from './session-view';

// Two weeks from Sunday 1 June 2031, at 10:00 and 17:30.
const days = Array.from({ length: 14 }, (_, index) => `2031-06-${String(index + 1).padStart(2, '0')}`);
const draft = draftWith({
  events: [
    event({
      sessions: days.flatMap((day) => ['10:00', '17:30'].map((time) => session(`${day}T${time}:00`))),
    }),
  ],
  products: [product(Object.fromEntries(days.map((day) => [day, '10.00'])))],
});
const all: Choice = { event: 'concert', from: '', until: '', weekdays: [], times: [], today: '2031-06-03' };
const change = (changes: object, shift: number | null = null) => ({ act: 'change', changes, shift }) as const;
const remove = { act: 'remove' } as const;
const capacities = (of: typeof draft) => sessionsOf(of, 'concert').map(({ capacity }) => capacity);

describe('many sessions at once', () => {
  it('are those of a period, of days of the week and of times', () => {
    const choice = { ...all, from: '2031-06-01', until: '2031-06-10', weekdays: [6], times: ['17:30'] };
    const { removed, draft: after } = done(changeChosen(draft, choice, remove));
    expect(removed).toBe(2);
    expect(timesOf(draft).filter((time) => !timesOf(after).includes(time))).toEqual([
      '2031-06-01 17:30',
      '2031-06-08 17:30',
    ]);
  });

  it('are without a first day all that are to come', () => {
    const changed = done(changeChosen(draft, all, change({ capacity: 7 })));
    expect([changed.changed, changed.first, changed.last]).toEqual([24, '2031-06-03', '2031-06-14']);
    expect(capacities(changed.draft)).toEqual([100, 100, 100, 100, ...new Array<number>(24).fill(7)]);
  });

  it('are moved by minutes, over each other, and keep their prices', () => {
    const moved = done(changeChosen(draft, { ...all, from: '2031-06-14' }, change({ capacity: 7 }, 450)));
    expect(moved).toMatchObject({ changed: 2, leftOut: [] });
    expect(timesOf(moved.draft).slice(-2)).toEqual(['2031-06-14 17:30', '2031-06-15 01:00']);
    expect(capacities(moved.draft).slice(-2)).toEqual([7, 7]);
    expect(pricesOf(moved.draft)).toMatchObject({ '2031-06-14': '10.00', '2031-06-15': '10.00' });
    const earlier = done(changeChosen(draft, all, change({}, -30)));
    expect(timesOf(earlier.draft)).toContain('2031-06-14 09:30');
  });

  it('leave out who would be at the time of another one', () => {
    const moved = done(
      changeChosen(draft, { ...all, from: '2031-06-14', times: ['10:00'] }, change({}, 450)),
    );
    expect(moved).toMatchObject({
      changed: 0,
      leftOut: [{ day: '2031-06-14', time: '17:30', reason: 'exists' }],
    });
  });

  it('may be none', () => {
    const nobody = done(changeChosen(draft, { ...all, times: ['11:00'] }, remove));
    expect(nobody).toMatchObject({ added: 0, removed: 0, changed: 0 });
  });

  it.each([
    [{ from: '2031-02-30' }, change({ capacity: 1 }), 'from: invalid'],
    [{ from: '2031-06-02', until: '2031-06-01' }, remove, 'until: order'],
    [{ times: ['25:00'] }, remove, 'times: invalid'],
    [{ weekdays: [7] }, remove, 'weekdays: invalid'],
    [{ event: 'other' }, remove, 'event: unknown'],
    [{}, change({}), 'act: missing'],
    [{}, change({}, 0), 'shift: invalid'],
    [{}, change({}, Number.NaN), 'shift: invalid'],
    [{}, change({ capacity: -1 }), 'capacity: invalid'],
  ])('are refused with %j', (choice, what, problem) => {
    expect(refusal(changeChosen(draft, { ...all, ...choice }, what))).toEqual([problem]);
  });
});
