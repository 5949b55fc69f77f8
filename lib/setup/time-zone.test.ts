import { describe, expect, it } from 'vitest';
import { done, draftWith, event, product, session } from '@/testing/setup/drafts';
import { changeCatalog } from './catalog';
import { sessionsOf } from './session-view';
import { changedTimes, keepTimes, type KeptTimes } from './time-zone';

const sessions = [
  session('2031-06-01T10:00:00+02:00', { key: 'one', saleEndsAt: '2031-05-31T18:00:00+02:00' }),
  session('2031-06-02T10:00:00', { key: 'two' }),
];
const draft = draftWith({
  events: [event({ sessions })],
  products: [product({ '2031-06-01': '10.00' })],
});

function moved(keep: KeptTimes, timezone = 'America/New_York') {
  const after = keepTimes(draft, done(changeCatalog(draft, { timezone })).draft, keep);
  return { after, sessions: sessionsOf(after, 'concert'), times: changedTimes(draft, after) };
}

describe('another time zone', () => {
  it('keeps the moments of all sessions, which are shown at another hour', () => {
    const { sessions: now, times } = moved('moments');
    const before = sessionsOf(draft, 'concert').map(({ epoch }) => epoch);
    expect(now.map(({ epoch }) => epoch)).toEqual(before);
    expect(now.map(({ time }) => time)).toEqual(['04:00', '04:00']);
    expect(times).toMatchObject({ sessions: 2, from: { time: '10:00' }, to: { time: '04:00' } });
  });

  it('keeps their hours if that is chosen, also those of sales', () => {
    const { after, sessions: now, times } = moved('hours');
    expect(now.map(({ day, time }) => `${day} ${time}`)).toEqual(['2031-06-01 10:00', '2031-06-02 10:00']);
    expect(after.events[0]).toMatchObject({ sessions: [{ saleEndsAt: '2031-05-31T18:00:00-04:00' }, {}] });
    expect(times?.sessions).toBe(2);
    expect(after.products).toEqual(draft.products);
  });

  it('that has the same clock changes nothing', () => {
    expect(moved('moments', 'Europe/Berlin').times).toBeNull();
  });
});
