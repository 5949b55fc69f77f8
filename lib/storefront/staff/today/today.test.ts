import { expect, it } from 'vitest';
import { phaseOf } from './today';

const session = { occursAt: '2027-06-01T10:00:00+02:00', endsAt: '2027-06-01T11:00:00+02:00' };
const at = (time: string) => Date.parse(`2027-06-01T${time}+02:00`);

it.each([
  ['09:59:59', 'coming'],
  ['10:00:00', 'running'],
  ['10:59:59', 'running'],
  ['11:00:00', 'over'],
])('a session from ten to eleven is at %s %s', (time, phase) => {
  expect(phaseOf(session, at(time))).toBe(phase);
});

it('a session whose end is not known is over when it has begun', () => {
  expect(phaseOf({ ...session, endsAt: null }, at('09:59:59'))).toBe('coming');
  expect(phaseOf({ ...session, endsAt: null }, at('10:00:00'))).toBe('over');
});
