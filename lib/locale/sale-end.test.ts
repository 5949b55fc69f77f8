import { expect, it } from 'vitest';
import { earlySaleEnd } from './sale-end';

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
