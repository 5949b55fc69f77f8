import { describe, expect, it } from 'vitest';
import { done, draftWith, event, pricesOf, product, refusal, session, timesOf } from '@/testing/setup/drafts';
import { monthsOf, nextSession, sessionsOf } from './session-view';
import { addSession, changeSession, changeSessions, removeSessions } from './sessions';

const sessions = [
  session('2031-07-05T20:00:00', { name: { en: 'Gala' }, tag: 'gala', own: 1 }),
  session('2031-06-01T20:00:00+02:00', { status: 'cancelled' }),
  session('2031-06-02T18:00:00Z', { duration: 'PT1H30M', capacity: null }),
];
const draft = draftWith({
  events: [event({ sessions })],
  products: [product({ '2031-06-01': '10.00', '2031-06-02': '12.00', '2031-07-05': '14.00' })],
});
const [first = '', second = '', third = ''] = sessionsOf(draft, 'concert').map(({ key }) => key);
const terms = {
  event: 'concert',
  minutes: 60,
  capacity: 100,
  lateMinutes: null,
  counterPlaces: null,
  releaseMinutes: null,
};

describe('the sessions of an event', () => {
  it('can be sold after their beginning, and no more', () => {
    const sold = (lateMinutes: number) =>
      done(changeSessions(draft, { event: 'concert', sessions: [first], lateMinutes })).draft;
    const lateOf = (of: typeof draft) => sessionsOf(of, 'concert').map(({ lateMinutes }) => lateMinutes);
    expect(lateOf(sold(20))).toEqual([20, null, null]);
    const ended = done(changeSessions(sold(20), { event: 'concert', sessions: [first], lateMinutes: 0 }));
    expect(lateOf(ended.draft)).toEqual([null, null, null]);
  });

  it('can keep places for the counter; what is not said about these stays as it is', () => {
    const change = (of: typeof draft, changes: Parameters<typeof changeSessions>[1]) =>
      changeSessions(of, changes);
    const both = { event: 'concert', sessions: [first, third] };
    const limited = done(change(draft, { ...both, capacity: 40 })).draft;
    const counterOf = (of: typeof draft) =>
      sessionsOf(of, 'concert').map((one) => [one.counterPlaces, one.releaseMinutes]);
    const kept = done(change(limited, { ...both, counterPlaces: 10, releaseMinutes: 60 })).draft;
    expect(counterOf(kept)).toEqual([
      [10, 60],
      [null, null],
      [10, 60],
    ]);
    const fewer = done(change(kept, { ...both, sessions: [first], counterPlaces: 5 })).draft;
    expect(counterOf(fewer)[0]).toEqual([5, 60]);
    const never = done(change(fewer, { ...both, releaseMinutes: 0 })).draft;
    expect(counterOf(never)).toEqual([
      [5, null],
      [null, null],
      [10, null],
    ]);
    expect(counterOf(done(change(never, { ...both, counterPlaces: 0 })).draft)[0]).toEqual([null, null]);
    // More than the places, also when these become fewer.
    expect(refusal(change(kept, { ...both, capacity: 9 }))).toEqual(['counterPlaces: invalid']);
    expect(refusal(change(kept, { ...both, capacity: null }))).toEqual(['counterPlaces: invalid']);
    expect(refusal(change(limited, { ...both, counterPlaces: 41 }))).toEqual(['counterPlaces: invalid']);
    // A session without them is not changed by their release.
    expect(counterOf(done(change(limited, { ...both, releaseMinutes: 30 })).draft)[0]).toEqual([null, null]);
  });

  it('are read in order of time at the clock of the catalogue', () => {
    expect(timesOf(draft)).toEqual(['2031-06-01 20:00', '2031-06-02 20:00', '2031-07-05 20:00']);
    expect(sessionsOf(draft, 'concert')[1]).toMatchObject({
      minutes: 90,
      capacity: null,
      status: 'scheduled',
    });
    expect(sessionsOf(draft, 'concert')[2]).toMatchObject({ name: { en: 'Gala' }, tag: 'gala', index: 0 });
    expect(sessionsOf(draft, 'opera')).toEqual([]);
  });

  it('have months, and a next one that is sold', () => {
    expect(monthsOf(sessionsOf(draft, 'concert'))).toEqual(['2031-06', '2031-07']);
    expect(nextSession(sessionsOf(draft, 'concert'), '2031-05-01')?.day).toBe('2031-06-02');
    expect(nextSession(sessionsOf(draft, 'concert'), '2031-06-02T20:00')?.day).toBe('2031-06-02');
    expect(nextSession(sessionsOf(draft, 'concert'), '2031-06-02T20:01')?.day).toBe('2031-07-05');
    expect(nextSession(sessionsOf(draft, 'concert'), '2031-07-06')).toBeNull();
  });

  it('are shown without a day if the document has no moment', () => {
    const broken = draftWith({
      events: [
        event({ sessions: [{ key: 'a', occursAt: '2031-13-01T10:00:00' }, session('2031-06-01T20:00:00')] }),
      ],
    });
    expect(sessionsOf(broken, 'concert').map(({ key, day }) => [key, day])).toEqual([
      ['2031-06-01T20:00', '2031-06-01'],
      ['a', ''],
    ]);
  });
});

describe('one session', () => {
  it('is added with its day at the price of the day before', () => {
    const result = done(
      addSession(draft, { ...terms, day: '2031-06-20', time: '19:00', today: '2031-01-01' }),
    );
    expect(result).toMatchObject({ key: '2031-06-20T19:00', added: 1, first: '2031-06-20' });
    expect(pricesOf(result.draft)).toMatchObject({ '2031-06-20': '12.00' });
  });

  it('is not added twice', () => {
    const result = done(
      addSession(draft, { ...terms, day: '2031-06-02', time: '20:00', today: '2031-01-01' }),
    );
    expect(result).toMatchObject({ key: null, added: 0, leftOut: [{ reason: 'exists' }] });
    expect(result.draft).toEqual(draft);
  });

  it('keeps its key and what else it has when it is moved, and its price goes with it', () => {
    const moved = {
      ...terms,
      session: third,
      day: '2031-07-06',
      time: '18:00',
      status: 'not_on_sale',
    } as const;
    const result = done(changeSession(draft, moved));
    expect(result).toMatchObject({ changed: 1, added: 0, removed: 0, days: 1 });
    expect(sessionsOf(result.draft, 'concert')[2]).toMatchObject({
      key: third,
      day: '2031-07-06',
      time: '18:00',
      tag: 'gala',
      status: 'not_on_sale',
    });
    expect(result.draft.events[0]).toMatchObject({ sessions: [{ own: 1 }, {}, {}] });
    expect(pricesOf(result.draft)).toEqual({
      '2031-06-01': '10.00',
      '2031-06-02': '12.00',
      '2031-07-06': '14.00',
    });
  });

  it('is not moved to where another one is', () => {
    const moved = {
      ...terms,
      session: third,
      day: '2031-06-02',
      time: '20:00',
      status: 'scheduled',
    } as const;
    const result = done(changeSession(draft, moved));
    expect(result).toMatchObject({
      changed: 0,
      leftOut: [{ day: '2031-06-02', time: '20:00', reason: 'exists' }],
    });
    expect(result.draft).toEqual(draft);
  });

  it('is refused with what is wrong', () => {
    const wrong = { ...terms, day: 'soon', time: '8pm', minutes: -1, capacity: -1 };
    expect(refusal(addSession(draft, { ...wrong, today: '2031-01-01' }))).toEqual([
      'day: invalid',
      'time: invalid',
      'minutes: invalid',
      'capacity: invalid',
    ]);
    expect(refusal(changeSession(draft, { ...wrong, session: 'none', status: 'scheduled' }))).toEqual([
      'session: unknown',
    ]);
  });
});

describe('several sessions', () => {
  it('get what is given, and keep the rest', () => {
    const result = done(changeSessions(draft, { event: 'concert', sessions: [first, second], capacity: 50 }));
    expect(result).toMatchObject({ changed: 2, days: 2, first: '2031-06-01', last: '2031-06-02' });
    expect(
      sessionsOf(result.draft, 'concert').map(({ capacity, status, minutes }) => [capacity, status, minutes]),
    ).toEqual([
      [50, 'cancelled', 60],
      [50, 'scheduled', 90],
      [100, 'scheduled', 60],
    ]);
  });

  it('are removed with the offers of their days, but the last price is kept', () => {
    const two = done(removeSessions(draft, { event: 'concert', sessions: [first, third, 'gone'] }));
    expect(two).toMatchObject({ removed: 2, days: 2, offers: { removed: 2, added: 0 } });
    expect(pricesOf(two.draft)).toEqual({ '2031-06-02': '12.00' });
    const all = done(removeSessions(two.draft, { event: 'concert', sessions: [second] }));
    expect(all).toMatchObject({ removed: 1, offers: { removed: 0 } });
    expect(timesOf(all.draft)).toEqual([]);
    const again = done(
      addSession(all.draft, { ...terms, day: '2031-09-01', time: '20:00', today: '2031-01-01' }),
    );
    expect(pricesOf(again.draft)).toEqual({ '2031-09-01': '12.00' });
  });

  it('are refused if there are none', () => {
    expect(refusal(removeSessions(draft, { event: 'concert', sessions: [] }))).toEqual(['sessions: missing']);
    expect(refusal(removeSessions(draft, { event: 'opera', sessions: [first] }))).toEqual(['event: unknown']);
    expect(refusal(removeSessions(draft, { event: 'concert', sessions: ['a', 'b'] }))).toEqual([
      'sessions: unknown',
    ]);
  });
});
