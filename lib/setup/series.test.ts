import { describe, expect, it } from 'vitest';
import { done, draftWith, event, product, pricesOf, refusal, session, timesOf } from '@/testing/setup/drafts';
import { eventOf } from './event-view';
import { addOpeningHours, addSeries, type OpeningHours, type Series } from './series';
import { sessionsOf } from './session-view';

const series: Series = {
  event: 'concert',
  weekdays: [4, 5],
  times: ['20:00'],
  from: '2031-06-01',
  until: '2031-06-15',
  except: [],
  minutes: 90,
  capacity: 120,
  lateMinutes: null,
  counterPlaces: null,
  releaseMinutes: null,
  today: '2031-01-01',
};

const hours: OpeningHours = {
  event: 'concert',
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  open: '10:00',
  close: '12:00',
  window: 30,
  capacity: 40,
  isSoldLate: false,
  counterPlaces: null,
  releaseMinutes: null,
  from: '2031-06-02',
  until: '2031-06-03',
  except: [],
  today: '2031-01-01',
};

describe('a series', () => {
  it('may be sold after the beginning of its sessions; opening hours, until the time of arrival ends', () => {
    const late = done(addSeries(draftWith(), { ...series, lateMinutes: 15 }));
    expect(sessionsOf(late.draft, 'concert').map(({ lateMinutes }) => lateMinutes)).toEqual([15, 15, 15, 15]);
    const open = done(
      addOpeningHours(draftWith({ events: [event({ sessions: [] })] }), { ...hours, isSoldLate: true }),
    );
    expect(sessionsOf(open.draft, 'concert')[0]).toMatchObject({ minutes: 30, lateMinutes: 30 });
    expect(refusal(addSeries(draftWith(), { ...series, lateMinutes: 1441 }))).toEqual([
      'lateMinutes: invalid',
    ]);
  });

  it('may keep places for the counter, until so many minutes before the beginning; opening hours, too', () => {
    const counterOf = (of: { draft: Parameters<typeof sessionsOf>[0] }) =>
      sessionsOf(of.draft, 'concert').map((one) => [one.counterPlaces, one.releaseMinutes])[0];
    const kept = { counterPlaces: 10, releaseMinutes: 60 };
    expect(counterOf(done(addSeries(draftWith(), { ...series, ...kept })))).toEqual([10, 60]);
    expect(counterOf(done(addSeries(draftWith(), { ...series, ...kept, releaseMinutes: 0 })))).toEqual([
      10,
      null,
    ]);
    const empty = draftWith({ events: [event({ sessions: [] })] });
    expect(counterOf(done(addOpeningHours(empty, { ...hours, ...kept })))).toEqual([10, 60]);
    expect(counterOf(done(addSeries(draftWith(), { ...series, counterPlaces: 0 })))).toEqual([null, null]);
  });

  it.each<[Partial<Series>, string[]]>([
    [{ counterPlaces: 121 }, ['counterPlaces: invalid']],
    [{ counterPlaces: 1, capacity: null }, ['counterPlaces: invalid']],
    [{ counterPlaces: -1 }, ['counterPlaces: invalid']],
    [{ releaseMinutes: 60 }, ['counterPlaces: missing']],
    [{ counterPlaces: 1, releaseMinutes: 527_041 }, ['releaseMinutes: invalid']],
  ])('refuses places for the counter that are none: %j', (typed, problems) => {
    expect(refusal(addSeries(draftWith(), { ...series, ...typed }))).toEqual(problems);
  });

  it('has a session at each of its times on its days of the week', () => {
    const result = done(addSeries(draftWith(), { ...series, times: ['20:00', '17:30', '20:00'] }));
    expect(timesOf(result.draft)).toEqual(
      ['06', '07', '13', '14'].flatMap((day) => [`2031-06-${day} 17:30`, `2031-06-${day} 20:00`]),
    );
    expect(result).toMatchObject({
      added: 8,
      removed: 0,
      changed: 0,
      days: 4,
      first: '2031-06-06',
      last: '2031-06-14',
      leftOut: [],
    });
    expect(sessionsOf(result.draft, 'concert')[0]).toMatchObject({
      key: '2031-06-06T17:30',
      occursAt: '2031-06-06T17:30:00+02:00',
      minutes: 90,
      capacity: 120,
    });
  });

  it('has no session on the days that are excepted', () => {
    const { draft } = done(addSeries(draftWith(), { ...series, except: ['2031-06-07', '2031-06-08'] }));
    expect(timesOf(draft)).toEqual(['2031-06-06 20:00', '2031-06-13 20:00', '2031-06-14 20:00']);
  });

  it('leaves out what the event has at that moment, however it is written', () => {
    const existing = [session('2031-06-06T18:00:00Z', { key: 'gala' }), session('2031-06-07T20:00:00')];
    const result = done(addSeries(draftWith({ events: [event({ sessions: existing })] }), series));
    expect(result.added).toBe(2);
    expect(result.leftOut).toEqual([
      { day: '2031-06-06', time: '20:00', reason: 'exists' },
      { day: '2031-06-07', time: '20:00', reason: 'exists' },
    ]);
    const again = done(addSeries(result.draft, series));
    expect(again).toMatchObject({ added: 0, days: 0, first: null, last: null });
    expect(again.leftOut).toHaveLength(4);
    expect(again.draft).toEqual(result.draft);
  });

  it('gives a session another key if one that was moved has it', () => {
    const moved = session('2031-06-06T21:00:00+02:00', { key: '2031-06-06T20:00' });
    const { draft } = done(
      addSeries(draftWith({ events: [event({ sessions: [moved] })] }), { ...series, until: '2031-06-06' }),
    );
    expect(sessionsOf(draft, 'concert').map(({ key, time }) => [key, time])).toEqual([
      ['2031-06-06T20:00-2', '20:00'],
      ['2031-06-06T20:00', '21:00'],
    ]);
  });

  it('is always at the same time of the clock, and tells of times that the clocks skip or show twice', () => {
    const night = { ...series, weekdays: [6], times: ['02:30', '12:00'], today: '2030-01-01' };
    const spring = done(addSeries(draftWith(), { ...night, from: '2031-03-24', until: '2031-04-06' }));
    expect(sessionsOf(spring.draft, 'concert').map(({ occursAt }) => occursAt)).toEqual([
      '2031-03-30T12:00:00+02:00',
      '2031-04-06T02:30:00+02:00',
      '2031-04-06T12:00:00+02:00',
    ]);
    expect(spring.leftOut).toEqual([{ day: '2031-03-30', time: '02:30', reason: 'skipped_time' }]);
    const autumn = done(addSeries(draftWith(), { ...night, from: '2031-10-26', until: '2031-10-26' }));
    expect(timesOf(autumn.draft)).toEqual(['2031-10-26 12:00']);
    expect(autumn.leftOut).toEqual([{ day: '2031-10-26', time: '02:30', reason: 'time_twice' }]);
  });

  it('does not begin before today', () => {
    const result = done(addSeries(draftWith(), { ...series, today: '2031-06-13' }));
    expect(timesOf(result.draft)).toEqual(['2031-06-13 20:00', '2031-06-14 20:00']);
    expect(result.leftOut.map(({ reason }) => reason)).toEqual(['past', 'past']);
  });

  it('says what of it is wrong', () => {
    const wrong = {
      ...series,
      weekdays: [7],
      times: ['24:00'],
      from: '2031-02-30',
      until: '',
      except: ['soon'],
      minutes: 0,
      capacity: 1.5,
    };
    expect(refusal(addSeries(draftWith(), wrong))).toEqual([
      'times: invalid',
      'minutes: invalid',
      'capacity: invalid',
      'weekdays: invalid',
      'from: invalid',
      'until: missing',
      'except: invalid',
    ]);
    expect(
      refusal(addSeries(draftWith(), { ...series, weekdays: [], times: [], until: '2031-05-31' })),
    ).toEqual(['times: missing', 'weekdays: missing', 'until: order']);
    expect(refusal(addSeries(draftWith(), { ...series, event: 'opera' }))).toEqual(['event: unknown']);
    expect(refusal(addSeries(draftWith(), { ...series, until: '2099-12-31' }))).toEqual(['until: too_many']);
    const many = {
      ...series,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      until: '2036-06-01',
      times: ['10:00', '11:00', '12:00'],
    };
    expect(refusal(addSeries(draftWith(), many))).toEqual(['until: too_many']);
  });

  it('keeps what it does not know', () => {
    const strange = [
      5,
      { noKey: true },
      event({ sessions: ['?', { key: 'a', occursAt: 'soon' }], own: 1 }),
      null,
    ];
    const { draft } = done(addSeries(draftWith({ events: strange, catalog: { own: 2 } }), series));
    expect(draft.catalog['own']).toBe(2);
    expect(draft.events).toHaveLength(4);
    expect(draft.events[2]).toMatchObject({
      own: 1,
      sessions: ['?', { key: 'a', occursAt: 'soon' }, {}, {}, {}, {}],
    });
  });

  it('gives its days to products at the price that they have', () => {
    const products = [product({ '2031-01-01': '18.00' }), product({}, { key: 'empty' })];
    const result = done(addSeries(draftWith({ products }), series));
    expect(pricesOf(result.draft)).toEqual({
      '2031-06-06': '18.00',
      '2031-06-07': '18.00',
      '2031-06-13': '18.00',
      '2031-06-14': '18.00',
    });
    expect(result.offers).toEqual({
      added: 4,
      removed: 1,
      prices: [{ product: 'seat', price: '18.00', days: 4 }],
      withoutPrice: ['empty'],
    });
  });
});

describe('opening hours', () => {
  it('are sessions in which one may arrive, until it closes', () => {
    const result = done(addOpeningHours(draftWith(), { ...hours, close: '11:40' }));
    expect(timesOf(result.draft)).toEqual(
      ['2', '3'].flatMap((day) => ['10:00', '10:30', '11:00'].map((time) => `2031-06-0${day} ${time}`)),
    );
    expect(result).toMatchObject({ added: 6, days: 2, rest: 10 });
    expect(eventOf(result.draft, 'concert')?.arrivalWindow).toBe(true);
    expect(sessionsOf(result.draft, 'concert')[0]).toMatchObject({ minutes: 30, capacity: 40 });
  });

  it('can be added to opening hours, but not to sessions of another kind', () => {
    const { draft } = done(addOpeningHours(draftWith(), hours));
    expect(done(addOpeningHours(draft, { ...hours, until: '2031-06-04' }))).toMatchObject({
      added: 4,
      rest: 0,
    });
    const concerts = draftWith({ events: [event({ sessions: [session('2031-06-01T20:00:00')] })] });
    expect(refusal(addOpeningHours(concerts, hours))).toEqual(['event: other_kind']);
  });

  it('have at least one time in which one may arrive', () => {
    expect(refusal(addOpeningHours(draftWith(), { ...hours, window: 150 }))).toEqual(['window: invalid']);
    expect(refusal(addOpeningHours(draftWith(), { ...hours, close: '10:00', window: NaN }))).toEqual([
      'close: order',
      'window: missing',
    ]);
    expect(refusal(addOpeningHours(draftWith(), { ...hours, event: 'opera' }))).toEqual(['event: unknown']);
  });
});

it('tells the exceptions that are on no day of the series', () => {
  const except = ['2031-06-07', '2032-06-07', '2031-06-08'];
  const saturdays = { ...series, weekdays: [5], from: '2031-06-07', until: '2031-06-14', except };
  expect(done(addSeries(draftWith(), saturdays)).unused).toEqual(['2032-06-07', '2031-06-08']);
});
