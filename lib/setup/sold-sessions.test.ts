import { expect, it } from 'vitest';
import { done, draftWith, event, session } from '@/testing/setup/drafts';
import { removeEvent } from './events';
import { changeSession, changeSessions, removeSessions } from './sessions';
import { concernedTickets } from './sold-sessions';

const at = (time: string) => `2031-06-01T${time}:00`;
const [ten, noon] = ['2031-06-01T10:00', '2031-06-01T12:00'] as const;
const draft = draftWith({ events: [event({ sessions: [session(at('10:00')), session(at('12:00'))] })] });
const sold = [{ event: 'concert', session: ten, tickets: 3 }];
const concerned = (after: typeof draft) => concernedTickets(draft, after, sold);
const moved = (time: string) =>
  done(
    changeSession(draft, {
      event: 'concert',
      session: ten,
      day: '2031-06-01',
      time,
      minutes: 60,
      capacity: 100,
      status: 'scheduled',
    }),
  ).draft;
const both = { event: 'concert', sessions: [ten, noon] };
const three = { sessions: 1, tickets: 3 };
const nothing = { sessions: 0, tickets: 0 };

it('tickets are concerned if their session is removed, moved, cancelled or postponed', () => {
  expect(concerned(done(removeSessions(draft, both)).draft)).toEqual(three);
  expect(concerned(done(removeEvent(draft, 'concert')).draft)).toEqual(three);
  expect(concerned(moved('11:00'))).toEqual(three);
  for (const status of ['cancelled', 'postponed'] as const)
    expect(concerned(done(changeSessions(draft, { ...both, status })).draft)).toEqual(three);
});

it('tickets are not concerned by other changes, of other sessions, or of one that the draft did not have', () => {
  expect(concerned(done(changeSessions(draft, { ...both, capacity: 50, minutes: 90 })).draft)).toEqual(
    nothing,
  );
  expect(concerned(done(changeSessions(draft, { ...both, status: 'not_on_sale' })).draft)).toEqual(nothing);
  expect(concerned(done(removeSessions(draft, { event: 'concert', sessions: [noon] })).draft)).toEqual(
    nothing,
  );
  const without = done(removeSessions(draft, both)).draft;
  expect(concernedTickets(without, without, sold)).toEqual(nothing);
});
