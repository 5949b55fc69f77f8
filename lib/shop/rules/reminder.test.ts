import { expect, it } from 'vitest';
import { reminderAt } from './reminder';

const now = new Date('2030-03-01T12:00:00Z');
const visit = (occursAt: string | null, change = {}, timezone: string | null = 'Europe/Paris') => ({
  date: '2030-05-04',
  timezone,
  tickets: [{ occursAt, ...change }],
});
const at = (...lines: ReturnType<typeof visit>[]) => reminderAt(lines, 10, now)?.toISOString() ?? null;

it('is the day before at this hour of the venue, also when its clocks are changed in between', () => {
  expect(at(visit('2030-05-04T14:30:00+02:00'))).toBe('2030-05-03T08:00:00.000Z');
  expect(at(visit('2030-03-31T14:30:00+02:00'))).toBe('2030-03-30T09:00:00.000Z');
  expect(at(visit('2030-05-04T14:30:00+03:00', {}, null))).toBe('2030-05-03T07:00:00.000Z');
  expect(at(visit('2030-05-04T23:30:00-04:00', {}, 'America/New_York'))).toBe('2030-05-03T14:00:00.000Z');
});

it('counts from the day of a ticket for any time of it, and from the first of several visits', () => {
  expect(at(visit(null))).toBe('2030-05-03T08:00:00.000Z');
  expect(at(visit('2030-06-01T10:00:00+02:00'), visit(null))).toBe('2030-05-03T08:00:00.000Z');
});

it('is none for what is called off, at an unknown clock, or too soon', () => {
  expect(at(visit(null, { calledOff: 'cancelled' }))).toBeNull();
  expect(at(visit(null, {}, null))).toBeNull();
  expect(at()).toBeNull();
  // A gift card is no visit on its last day.
  expect(reminderAt([{ ...visit(null), giftCard: true }], 10, now)).toBeNull();
  // At 9:00 UTC of the next day, 21 hours later, and less than twelve hours later.
  expect(at(visit('2030-03-03T10:00:00+01:00'))).toBe('2030-03-02T09:00:00.000Z');
  expect(reminderAt([visit('2030-03-03T10:00:00+01:00')], 10, new Date('2030-03-01T21:30:00Z'))).toBeNull();
});
