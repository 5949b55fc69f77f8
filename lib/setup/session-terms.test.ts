import { expect, it } from 'vitest';
import { done, draftWith, event, session } from '@/testing/setup/drafts';
import { addSeries } from './series';
import { termsOfNew } from './session-terms';
import { changeSessions } from './sessions';

const draft = draftWith({ events: [event({ sessions: [session('2027-06-01T18:00:00+02:00')] })] });
const series = {
  event: 'concert',
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  from: '2027-06-01',
  until: '2027-06-03',
  except: [],
  times: ['18:00'],
  minutes: 90,
  capacity: 40,
  lateMinutes: 15,
  counterPlaces: 5,
  releaseMinutes: 30,
  today: '2027-05-01',
};

it('tells what the new sessions have, and not what was there before', () => {
  const added = done(addSeries(draft, series)).draft;
  expect(termsOfNew(draft, added)).toEqual([
    {
      minutes: 90,
      capacity: 40,
      lateMinutes: 15,
      counterPlaces: 5,
      releaseMinutes: 30,
      status: 'scheduled',
      sessions: 2,
      times: ['18:00'],
    },
  ]);
  const keys = ['2027-06-01T18:00', '2027-06-02T18:00'];
  const changed = done(changeSessions(added, { event: 'concert', sessions: keys, capacity: 41 })).draft;
  expect(termsOfNew(added, changed)).toMatchObject([
    { minutes: 60, capacity: 41, lateMinutes: null, counterPlaces: null, releaseMinutes: null, sessions: 1 },
    { minutes: 90, capacity: 41, lateMinutes: 15, counterPlaces: 5, releaseMinutes: 30, sessions: 1 },
  ]);
  const off = done(changeSessions(added, { event: 'concert', sessions: keys, status: 'cancelled' })).draft;
  expect(termsOfNew(added, off).map(({ status, sessions }) => [status, sessions])).toEqual([
    ['cancelled', 1],
    ['cancelled', 1],
  ]);
  expect(
    termsOfNew(draft, done(addSeries(draft, { ...series, times: ['20:00', '09:30', '18:00'] })).draft),
  ).toMatchObject([{ sessions: 8, times: ['09:30', '18:00', '20:00'] }]);
});
