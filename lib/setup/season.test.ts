import { describe, expect, it } from 'vitest';
import { done, draftWith, event, pricesOf, product, refusal, session, timesOf } from '@/testing/setup/drafts';
import { blockDays, copySeason, type CopiedSeason } from './season';
import { sessionsOf } from './session-view';

// 2 June 2031 is a Monday.
const week = [
  session('2031-06-02T20:00:00'),
  session('2031-06-06T20:00:00', { saleStartsAt: '2031-06-01T09:00:00+02:00', remaining: 3, tag: 'late' }),
  session('2031-06-07T17:00:00', { capacity: 50 }),
  session('2031-06-07T20:00:00', { status: 'cancelled' }),
];
const prices = { '2031-06-02': '15.00', '2031-06-06': '18.00', '2031-06-07': '20.00' };
const draft = draftWith({ events: [event({ sessions: week })], products: [product(prices)] });

const copy: CopiedSeason = {
  events: 'all',
  from: '2031-06-02',
  until: '2031-06-08',
  to: '2031-06-09',
  newUntil: null,
  today: '2031-01-01',
};

describe('a copied season', () => {
  it('has the sessions and the prices of the same days of the week', () => {
    const result = done(copySeason(draft, copy));
    expect(timesOf(result.draft).slice(4)).toEqual([
      '2031-06-09 20:00',
      '2031-06-13 20:00',
      '2031-06-14 17:00',
    ]);
    expect(pricesOf(result.draft)).toEqual({
      ...prices,
      '2031-06-09': '15.00',
      '2031-06-13': '18.00',
      '2031-06-14': '20.00',
    });
    expect(result).toMatchObject({
      added: 3,
      days: 3,
      first: '2031-06-09',
      last: '2031-06-14',
      offers: { added: 3 },
    });
  });

  it('repeats the last week for as long as is asked', () => {
    const result = done(copySeason(draft, { ...copy, newUntil: '2031-07-06' }));
    expect(result).toMatchObject({ added: 12, days: 12, last: '2031-07-05' });
    expect(pricesOf(result.draft)['2031-07-04']).toBe('18.00');
  });

  it('begins on the day that is given, also on another day of the week', () => {
    const result = done(copySeason(draft, { ...copy, to: '2032-06-02', newUntil: '2032-06-08' }));
    expect(timesOf(result.draft).slice(4)).toEqual([
      '2032-06-04 20:00',
      '2032-06-05 17:00',
      '2032-06-07 20:00',
    ]);
  });

  it('takes over what sessions have, but not what remained of them, and moves when their sale begins', () => {
    const result = done(copySeason(draft, { ...copy, to: '2031-11-03' }));
    const events = result.draft.events as [{ sessions: object[] }];
    expect(events[0].sessions.slice(4)[1]).toEqual({
      key: '2031-11-07T20:00',
      occursAt: '2031-11-07T20:00:00+01:00',
      duration: 'PT60M',
      capacity: 100,
      tag: 'late',
      saleStartsAt: '2031-11-02T09:00:00+01:00',
    });
  });

  it('leaves out what is there, and what is over', () => {
    const once = done(copySeason(draft, copy));
    const again = done(copySeason(once.draft, { ...copy, today: '2031-06-10' }));
    expect(again.added).toBe(0);
    expect(again.leftOut.map(({ reason }) => reason)).toEqual(['past', 'exists', 'exists']);
    expect(again.draft).toEqual(once.draft);
  });

  it('is refused where it makes no sense', () => {
    expect(refusal(copySeason(draft, { ...copy, to: '2031-06-08', newUntil: '2031-06-01' }))).toEqual([
      'to: order',
      'newUntil: order',
    ]);
    expect(refusal(copySeason(draft, { ...copy, newUntil: '2099-01-01' }))).toEqual(['newUntil: too_many']);
    expect(refusal(copySeason(draft, { ...copy, events: [] }))).toEqual(['events: missing']);
    expect(refusal(copySeason(draft, { ...copy, events: ['opera'] }))).toEqual(['events: unknown']);
  });

  it('of a few days has only their days of the week', () => {
    const result = done(
      copySeason(draft, { ...copy, from: '2031-06-06', until: '2031-06-07', newUntil: '2031-06-22' }),
    );
    expect(timesOf(result.draft).slice(4)).toEqual([
      '2031-06-13 20:00',
      '2031-06-14 17:00',
      '2031-06-20 20:00',
      '2031-06-21 17:00',
    ]);
  });
});

describe('blocked days', () => {
  const anyTime = {
    key: 'pass',
    tickets: [{ key: 'museum', name: { en: 'Museum' }, event: 'museum', dateAccess: true }],
  };
  const gift = {
    key: 'gift',
    giftCard: true,
    tickets: [{ key: 'concert', name: {}, event: 'concert', dateAccess: true }],
  };
  const house = draftWith({
    events: [event({ sessions: week }), event({ key: 'museum' })],
    products: [product(prices), product(prices, anyTime), product(prices, gift)],
  });

  it('have no sessions and no offers', () => {
    const result = done(blockDays(house, { events: 'all', from: '2031-06-06', until: '2031-06-07' }));
    expect(result).toMatchObject({
      removed: 3,
      days: 2,
      first: '2031-06-06',
      last: '2031-06-07',
      offers: { removed: 4 },
    });
    expect(timesOf(result.draft)).toEqual(['2031-06-02 20:00']);
    expect(pricesOf(result.draft)).toEqual({ '2031-06-02': '15.00' });
    expect(pricesOf(result.draft, 'pass')).toEqual({ '2031-06-02': '15.00' });
    expect(pricesOf(result.draft, 'gift')).toEqual(prices);
  });

  it('are those of the chosen events', () => {
    const result = done(blockDays(house, { events: ['museum'], from: '2031-06-06', until: '2031-06-06' }));
    expect(result).toMatchObject({ removed: 0, offers: { removed: 1 } });
    expect(sessionsOf(result.draft, 'concert')).toHaveLength(4);
    expect(pricesOf(result.draft, 'pass')).toEqual({ '2031-06-02': '15.00', '2031-06-07': '20.00' });
  });

  it('are refused where they make no sense', () => {
    expect(refusal(blockDays(house, { events: 'all', from: '2031-06-06', until: '2031-06-05' }))).toEqual([
      'until: order',
    ]);
    expect(refusal(blockDays(house, { events: ['opera'], from: '', until: '' }))).toEqual([
      'events: unknown',
    ]);
    expect(refusal(blockDays(house, { events: 'all', from: '', until: '' }))).toEqual([
      'from: missing',
      'until: missing',
    ]);
  });
});
