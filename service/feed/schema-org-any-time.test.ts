import { describe, expect, it } from 'vitest';
import { feedSchema } from '@/lib/contract/feed';
import type { DaysWithoutTime } from '@/lib/contract/feed-import';
import { catalog, document, readAtOnce, unpricedTalk } from '@/testing/ticketing-service/schema-org';

const offer = { '@type': 'Offer', price: '12.00', priceCurrency: 'EUR' };
const fair = { ...unpricedTalk, name: 'Fair', startDate: '2027-09-05', endDate: '2027-09-05', offers: offer };
const talk = { ...unpricedTalk, offers: offer };

function resultOf(choice: DaysWithoutTime, ...events: object[]) {
  const result = readAtOnce(document(...events), catalog, choice);
  return {
    feed: result.ok ? feedSchema.parse(result.feed) : null,
    errors: result.ok ? [] : result.errors.map(({ path, message }) => `${path}: ${message}`),
    warnings: result.warnings.map(({ path, message }) => `${path}: ${message}`),
  };
}

describe('an event with a day and no time', () => {
  it('is an error that names what the operator can choose', () => {
    expect(resultOf('refuse', talk, fair).errors).toEqual([
      expect.stringMatching(/^\$\["@graph"\]\[1\]\.startDate: A time is needed .*leave_out.*any_time/),
    ]);
  });

  it('is left out, with a warning, and the others are imported', () => {
    const { feed, warnings } = resultOf('leave_out', talk, fair);
    expect(feed?.events.map(({ key }) => key)).toEqual(['a-talk']);
    expect(warnings).toContain('$["@graph"][1].startDate: Left out: it has a day and no time.');
  });

  it('has tickets that are valid all day, with its places', () => {
    const limited = { ...fair, maximumAttendeeCapacity: 30, remainingAttendeeCapacity: 21 };
    const { feed } = resultOf('any_time', talk, limited);
    expect(feed?.events.map(({ sessions }) => sessions.length)).toEqual([1, 0]);
    expect(feed?.products[1]).toMatchObject({
      tickets: [{ event: 'fair', dateAccess: true }],
      offers: [{ date: '2027-09-05', price: '12.00', capacity: 30, remaining: 21 }],
    });
  });

  it('has an offer for each of its days', () => {
    const days = {
      ...fair,
      subEvent: ['04', '05'].map((day) => ({ '@type': 'Event', startDate: `2027-09-${day}` })),
    };
    expect(resultOf('any_time', days).feed?.products[0]?.offers).toMatchObject([
      { date: '2027-09-04' },
      { date: '2027-09-05' },
    ]);
  });

  // A ticket is valid on one day, and the price is that of all days.
  it('is left out if one ticket is for several days', () => {
    const { feed, warnings } = resultOf('any_time', talk, { ...fair, endDate: '2027-09-06' });
    expect(feed?.events).toHaveLength(1);
    expect(warnings).toContainEqual(expect.stringContaining('this event has several'));
  });

  it('is an error if its places can not be counted, or other parts of it have a time', () => {
    const prices = ['Adult', 'Child'].map((name) => ({ ...offer, name }));
    expect(resultOf('any_time', { ...fair, offers: prices }).errors).toEqual([]);
    expect(resultOf('any_time', { ...fair, offers: prices, maximumAttendeeCapacity: 9 }).errors).not.toEqual(
      [],
    );
    const mixed = ['2027-09-05', '2027-09-05T10:00'].map((startDate) => ({ '@type': 'Event', startDate }));
    expect(resultOf('any_time', { ...fair, subEvent: mixed }).errors).toHaveLength(1);
    const twice = ['Morning', 'Evening'].map((name) => ({ '@type': 'Event', name, startDate: '2027-09-05' }));
    expect(resultOf('any_time', { ...fair, subEvent: twice }).errors).toHaveLength(1);
  });
});
