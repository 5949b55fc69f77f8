import { describe, expect, it } from 'vitest';
import type { Session } from '../../../contract/session';
import { addDays, daysInStrip } from '../../../locale/calendar';
import {
  dayStrip,
  earlierStart,
  fillsStrip,
  surelyAfterEnd,
  surelyAfterStart,
  surelyBefore,
} from './session-days';

const paris = 'Europe/Paris';
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function session(occursAt: string, availableQuantity: number | null = null): Session {
  const path = `/v1/ticketing/catalogs/${id(1)}/events/${id(2)}/sessions/${id(3)}`;
  return { '@id': path, '@type': 'TicketingSession', id: id(3), occursAt, duration: null, availableQuantity };
}

/** One session on each of so many days, with this distance in days. */
function days(first: string, count: number, step: number): Session[] {
  return Array.from({ length: count }, (_, index) =>
    session(`${addDays(first, index * step)}T10:00:00+01:00`),
  );
}

describe('dayStrip', () => {
  it('shows days that have sessions, however far apart', () => {
    const weekly = dayStrip(days('2026-11-21', 20, 7), null, paris);
    expect(weekly.days).toHaveLength(daysInStrip);
    expect(weekly.days[1]?.day).toBe('2026-11-28');
    expect(weekly.laterFrom).toBe('2027-02-27');
  });

  it('ends where the programme ends', () => {
    expect(dayStrip(days('2026-11-21', 3, 1), null, paris)).toMatchObject({ laterFrom: null });
    expect(dayStrip([], null, paris)).toEqual({ days: [], laterFrom: null });
  });

  it('begins on the requested day, or on the next day with sessions', () => {
    const weekly = days('2026-11-21', 20, 7);
    expect(dayStrip(weekly, '2026-11-28', paris).days[0]?.day).toBe('2026-11-28');
    expect(dayStrip(weekly, '2026-11-29', paris).days[0]?.day).toBe('2026-12-05');
  });

  it('puts a late session on the venue’s day, and counts the available ones', () => {
    const late = [session('2026-11-21T22:30:00Z', 0), session('2026-11-21T23:30:00Z', 4)];
    expect(dayStrip(late, null, paris).days).toMatchObject([
      { day: '2026-11-21', openCount: 0 },
      { day: '2026-11-22', openCount: 1 },
    ]);
  });
});

describe('earlierStart', () => {
  it('goes back by one strip, or to the beginning', () => {
    const latestFirst = days('2026-11-21', 20, 1).reverse();
    expect(earlierStart(latestFirst, '2026-12-08', paris)).toBe('2026-11-24');
    expect(earlierStart(latestFirst, '2026-11-23', paris)).toBe('2026-11-21');
    expect(earlierStart(latestFirst, '2026-11-21', paris)).toBeNull();
  });
});

describe('the limits of a day', () => {
  it('are valid in every time zone', () => {
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Paris', 'UTC']) {
      const local = (moment: string) => dayStrip([session(moment)], null, timezone).days[0]?.day ?? '';
      expect(local(surelyBefore('2026-11-21')) <= '2026-11-21', timezone).toBe(true);
      expect(local(surelyAfterStart('2026-11-21')) >= '2026-11-21', timezone).toBe(true);
      expect(local(surelyAfterEnd('2026-11-21')) > '2026-11-21', timezone).toBe(true);
    }
  });
});

describe('fillsStrip', () => {
  it('requires some additional days', () => {
    expect(fillsStrip(days('2026-11-21', daysInStrip, 1))).toBe(false);
    expect(fillsStrip(days('2026-11-21', daysInStrip + 4, 1))).toBe(true);
  });
});

describe('a day without an available session', () => {
  const at = (status: Session['status'], availableQuantity = 0): Session => ({
    ...session('2026-11-21T10:00:00+01:00', availableQuantity),
    status,
  });

  it.each([
    [[at('cancelled'), at('cancelled')], 'cancelled'],
    [[at('postponed')], 'postponed'],
    [[at('cancelled'), at('postponed')], 'notOnSale'],
    [[at('not_on_sale')], 'notOnSale'],
    [[at('cancelled'), at('on_sale')], null],
    [[at('cancelled'), at('on_sale', 5)], null],
    [[at(undefined)], null],
    [[at('cancelled'), at('on_sale'), { ...at('on_sale'), mayReturn: true }], 'allHeld'],
    [[at('on_sale', 5), { ...at('on_sale'), mayReturn: true }], null],
  ])('has the reason: %#', (sessions, closedAs) => {
    expect(dayStrip(sessions, null, paris).days).toMatchObject([{ closedAs }]);
  });

  it('does not count sessions that are not available', () => {
    const strip = dayStrip([at('cancelled'), at('on_sale'), at('on_sale', 5)], null, paris);
    expect(strip.days).toMatchObject([{ openCount: 1 }]);
  });
});
