import { expect, it } from 'vitest';
import { commonSaleEnd, earlySaleEnd, lastSaleEnded } from './sale-end';

const date = '2027-06-01';
const noon = '2027-06-01T12:00:00+02:00';
const morning = '2027-06-01T08:00:00+02:00';

it.each([
  // The end of the day of an offer, and the beginning of a session, are what everybody expects.
  [{ saleEndsAt: '2027-06-02T00:00:00+02:00' }, undefined, null],
  [{ saleEndsAt: noon }, undefined, noon],
  [{ saleEndsAt: '2027-05-31T18:00:00+02:00' }, undefined, '2027-05-31T18:00:00+02:00'],
  [{ saleEndsAt: '2027-06-02T00:00:00+02:00' }, { occursAt: noon, saleEndsAt: null }, null],
  [{ saleEndsAt: noon }, { occursAt: noon, saleEndsAt: morning }, morning],
  [{ saleEndsAt: morning }, { occursAt: noon, saleEndsAt: null }, morning],
  [{ saleEndsAt: noon }, { occursAt: morning }, null],
  // A server that offers only the specification.
  [{}, { occursAt: noon }, null],
  [{}, undefined, null],
])('of an offer %o and a session %o is %s', (offer, session, end) => {
  expect(earlySaleEnd({ date, ...offer }, session)).toBe(end);
});

const evening = '2027-06-01T18:00:00+02:00';
const timed = (...sessions: { occursAt: string; saleEndsAt?: string }[]) => ({ dateAccess: false, sessions });

it.each([
  // The end of its last session: each session says its own.
  [{ saleEndsAt: noon }, [timed({ occursAt: morning }, { occursAt: noon })], null],
  [{ saleEndsAt: morning }, [timed({ occursAt: noon, saleEndsAt: morning })], null],
  // Its own end, before that of a session.
  [{ saleEndsAt: noon }, [timed({ occursAt: morning }, { occursAt: evening })], noon],
  [{ saleEndsAt: noon }, [timed({ occursAt: noon }), timed({ occursAt: evening })], null],
  [{ saleEndsAt: noon }, [{ dateAccess: true, sessions: [] }], noon],
  [{}, [timed({ occursAt: noon })], null],
])('an offer %o with the tickets %o has a common end: %s', (offer, tickets, end) => {
  expect(commonSaleEnd({ date, ...offer }, tickets)).toBe(end);
});

it.each([
  [[morning, noon], evening, noon],
  [[morning, evening], noon, null],
  [[morning, null], evening, null],
])('the sale of offers until %o has at %s ended: %s', (ends, now, end) => {
  const offers = ends.map((saleEndsAt) => ({ saleEndsAt }));
  expect(lastSaleEnded(offers, new Date(now))).toBe(end);
});
