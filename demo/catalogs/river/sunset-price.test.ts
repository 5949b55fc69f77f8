import { describe, expect, it } from 'vitest';
import { amountSchema } from '@/lib/contract/values';
import { toCents } from '@/lib/money/money';
import { sunsetPrice } from './sunset-price';

// A Saturday in summer time; the boat leaves at 19:15 UTC.
const saturday = '2027-06-05';
const departure = Date.parse('2027-06-05T19:15:00Z');
const [minute, day] = [60_000, 86_400_000];

function cents(now: number, date = saturday): number {
  return toCents(sunsetPrice(date, now) ?? '');
}

describe('the price of the sunset cruise', () => {
  it('changes every minute, and is constant within a minute', () => {
    const now = departure - 20 * day;
    expect(sunsetPrice(saturday, now + 59_000)).toBe(sunsetPrice(saturday, now));
    for (let later = now; later < now + 40 * minute; later += minute) {
      expect(Math.abs(cents(later + minute) - cents(later))).toBe(10);
    }
  });

  it('is in whole cents within bounds at any time', () => {
    for (let now = departure - 130 * day; now < departure; now += 61 * minute) {
      expect(amountSchema.safeParse(sunsetPrice(saturday, now)).success).toBe(true);
      expect(cents(now)).toBeGreaterThanOrEqual(3200);
      expect(cents(now)).toBeLessThanOrEqual(3200 + 14 * 25 + 80);
    }
  });

  it('rises as the day approaches', () => {
    // Multiples of 16 minutes before: the same point of the wave.
    const before = (days: number) => cents(departure - days * day);
    expect(before(1) - before(2)).toBe(25);
    expect(before(0.01) - before(13.01)).toBeGreaterThan(250);
    expect(before(20)).toBe(before(100));
  });

  it('is lower on Wednesdays', () => {
    expect(cents(departure - 20 * day, '2027-06-02')).toBeLessThan(cents(departure - 20 * day));
  });

  it.each([
    ['when it leaves', saturday, departure],
    ['on a Monday', '2027-06-07', departure],
    ['at Christmas', '2027-12-25', departure],
  ])('is none %s', (_, date, now) => {
    expect(sunsetPrice(date, now)).toBeNull();
  });
});
