import { describe, expect, it } from 'vitest';
import {
  document,
  read,
  sessionsOf,
  talk,
  unpricedTalk,
  warningsOf,
} from '@/testing/ticketing-service/schema-org';

describe('the status of an event', () => {
  it.each([
    ['EventScheduled', 'scheduled'],
    ['https://schema.org/EventCancelled', 'cancelled'],
    [{ '@id': 'http://schema.org/EventPostponed' }, 'postponed'],
    ['schema:EventRescheduled', 'scheduled'],
    ['EventMovedOnline', 'scheduled'],
    [['EventRescheduled', 'EventMovedOnline'], 'scheduled'],
    [['EventScheduled', 'EventCancelled'], 'cancelled'],
    ['EventPaused', 'not_on_sale'],
  ])('%j: it is shown as %s', (eventStatus, status) => {
    expect(sessionsOf({ ...talk, eventStatus })).toMatchObject([{ status }]);
    expect(sessionsOf({ ...talk, eventStatus, subEvent: [talk] })).toMatchObject([{ status }]);
    expect(sessionsOf({ ...talk, subEvent: [{ ...talk, eventStatus }] })).toMatchObject([{ status }]);
  });

  it('is the strictest of the events around a session', () => {
    const event = { ...talk, eventStatus: 'EventPostponed' };
    expect(
      sessionsOf({ ...event, subEvent: [talk, { ...talk, eventStatus: 'EventCancelled' }] }),
    ).toMatchObject([{ status: 'postponed' }, { status: 'cancelled' }]);
  });

  it('that prevents the event means that it needs no price, and has no product', () => {
    const feed = read(document({ ...unpricedTalk, eventStatus: 'EventCancelled' }));
    expect(feed.events[0]?.sessions).toMatchObject([{ status: 'cancelled' }]);
    expect(feed.products).toEqual([]);
  });

  it('that prevents the event means that it needs no date: without one it can’t be shown, which is reported', () => {
    const cancelled = { ...talk, eventStatus: 'EventCancelled', startDate: 'never' };
    expect(sessionsOf({ ...talk, subEvent: [cancelled, talk] })).toHaveLength(1);
    expect(warningsOf(document({ ...talk, subEvent: [cancelled, talk] }))).toEqual([
      expect.stringContaining('$["@graph"][0].subEvent[0].startDate: Left out'),
    ]);
  });
});

describe('a session that was moved', () => {
  const before = { ...talk, name: 'Tour' };
  const moved = {
    ...before,
    eventStatus: 'EventRescheduled',
    previousStartDate: before.startDate,
    startDate: '2027-10-01T18:00:00+01:00',
  };

  it('is sold at its new date, and is the same session, so that its earlier sales count', () => {
    const [first] = sessionsOf({ ...talk, subEvent: [before] });
    const [second] = sessionsOf({ ...talk, subEvent: [moved] });
    expect(second).toMatchObject({
      key: first?.key,
      occursAt: '2027-10-01T18:00:00+01:00',
      status: 'scheduled',
    });
    expect(read(document({ ...talk, subEvent: [moved] })).products[0]?.offers).toMatchObject([
      { date: '2027-10-01' },
    ]);
  });

  it('twice, is identified by the first of its dates', () => {
    const twice = { ...moved, previousStartDate: ['2027-09-20T18:00:00+01:00', before.startDate] };
    const [first] = sessionsOf({ ...talk, subEvent: [before] });
    expect(sessionsOf({ ...talk, subEvent: [twice] })[0]?.key).toBe(first?.key);
  });

  it('from an unreadable day causes a warning', () => {
    const vague = { ...moved, previousStartDate: 'in spring' };
    expect(warningsOf(document(vague))).toEqual([expect.stringContaining('.previousStartDate: Not read')]);
  });
});

describe('a session of an event', () => {
  it('has a description if it is its own', () => {
    const event = { ...talk, description: 'Of all' };
    const subEvent = [
      { ...talk, description: 'Of this' },
      { ...talk, description: 'Of all' },
      { ...talk, description: '' },
      talk,
    ];
    expect(sessionsOf({ ...event, subEvent }).map(({ description }) => description)).toEqual([
      { en: 'Of this' },
      null,
      null,
      null,
    ]);
  });

  it('gives the event its venue if the event has none', () => {
    const feed = read(document({ ...talk, subEvent: [talk, { ...talk, location: 'Garden' }] }));
    expect(feed.events[0]?.venue).toEqual({ name: 'Garden', address: '' });
  });
});
