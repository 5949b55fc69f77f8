import { describe, expect, it, vi } from 'vitest';
import { languages } from './languages';
import {
  formatDay,
  isAllDay,
  formatDuration,
  formatMonth,
  venueDay,
  venueDayStart,
  venueHour,
  venueTime,
  venueToday,
  venueZone,
  venueZones,
  weekdayNames,
  withOffsetOf,
} from './venue-time';

describe('the venue’s clock', () => {
  it.each([
    ['2026-11-21', 'Europe/Paris', '2026-11-20T23:00:00.000Z'],
    // The clock changes in the night after it, and in the night before it.
    ['2026-10-25', 'Europe/Paris', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Paris', '2026-10-25T23:00:00.000Z'],
    ['2026-03-29', 'Europe/Paris', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Paris', '2026-03-29T22:00:00.000Z'],
    ['2026-11-21', 'America/Guadeloupe', '2026-11-21T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
    ['2026-11-21', 'Pacific/Auckland', '2026-11-20T11:00:00.000Z'],
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
  ])('begins %s in %s at %s', (day, timezone, moment) => {
    expect(venueDayStart(day, timezone).toISOString()).toBe(moment);
  });

  it.each([
    // In the night before, it is an hour later or earlier.
    ['2026-03-29', 'Europe/Paris', '2026-03-29T16:00:00.000Z'],
    ['2026-10-25', 'Europe/Paris', '2026-10-25T17:00:00.000Z'],
    ['2026-11-21', 'Pacific/Auckland', '2026-11-21T05:00:00.000Z'],
  ])('shows 18:00 of %s in %s at %s', (day, timezone, moment) => {
    expect(venueHour(day, 18, timezone).toISOString()).toBe(moment);
  });

  it('uses its time zone, whatever the offset of the moment', () => {
    expect(venueTime('2026-11-21T09:00:00Z', 'Europe/Paris')).toBe('10:00');
    expect(venueTime('2026-07-01T10:00:00+02:00', 'Europe/Paris')).toBe('10:00');
    expect(venueDay('2026-11-21T23:30:00Z', 'Europe/Paris')).toBe('2026-11-22');
    expect(venueTime('2026-11-21T23:00:00Z', 'Europe/Paris')).toBe('00:00');
    expect(venueDay('2026-11-21T01:00:00Z', 'America/Guadeloupe')).toBe('2026-11-20');
  });

  it('distinguishes both halves of the hour that occurs twice', () => {
    expect(venueTime('2026-10-25T00:30:00Z', 'Europe/Paris')).toBe('02:30 UTC+2');
    expect(venueTime('2026-10-25T01:30:00Z', 'Europe/Paris')).toBe('02:30 UTC+1');
    expect(venueTime('2026-03-29T01:00:00Z', 'Europe/Paris')).toBe('03:00');
  });

  it.each([
    ['Europe/Paris', '2026-10-24T23:59:00Z', '01:59'],
    ['Europe/Paris', '2026-10-25T00:00:00Z', '02:00 UTC+2'],
    ['Europe/Paris', '2026-10-25T02:00:00Z', '03:00'],
    ['America/New_York', '2026-11-01T05:30:00Z', '01:30 UTC−4'],
    ['America/New_York', '2026-11-01T06:30:00Z', '01:30 UTC−5'],
    ['America/St_Johns', '2026-11-01T03:45:00Z', '01:15 UTC−2:30'],
    ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', '01:45 UTC+11'],
    ['Australia/Lord_Howe', '2026-04-04T15:15:00Z', '01:45 UTC+10:30'],
    ['UTC', '2026-10-25T00:30:00Z', '00:30'],
  ])('in %s shows %s as %s', (zone, moment, time) => {
    expect(venueTime(moment, zone)).toBe(time);
  });

  it('uses the moment’s own offset if no time zone is known', () => {
    expect(venueTime('2026-11-21T10:00:00+01:00')).toBe('10:00');
    expect(venueDay('2026-11-21T23:30:00-10:00')).toBe('2026-11-21');
    expect(venueTime('2026-11-21T10:00:00Z')).toBe('10:00');
  });

  it('is named', () => {
    expect(venueZone('2026-11-21T10:00:00+01:00', 'Europe/Paris')).toBe('Europe/Paris');
    expect(venueZone('2026-11-21T10:00:00+01:00')).toBe('UTC+01:00');
    expect(venueZone('2026-11-21T10:00:00Z')).toBe('UTC');
  });

  it('is named once for each offset of the sessions if no time zone is known', () => {
    const sessions = ['2026-10-24T10:00:00+02:00', '2026-10-25T10:00:00+01:00', '2026-10-25T12:00:00+01:00'];
    const now = new Date('2026-10-01T00:00:00Z');
    const shown = sessions.map((occursAt) => ({ occursAt }));
    expect(venueZones(shown, now, undefined)).toBe('UTC+02:00, UTC+01:00');
    expect(venueZones(shown, now, 'Europe/Paris')).toBe('Europe/Paris');
    expect(venueZones([], now, undefined)).toBe('UTC');
  });

  it('shows other moments too, such as the end of a hold', () => {
    const moment = new Date('2026-11-21T23:30:00Z');
    expect(withOffsetOf(moment, '2026-12-01T10:00:00-05:30')).toBe('2026-11-21T18:00:00.000-05:30');
    expect(withOffsetOf(moment, '2026-12-01T10:00:00+01:00')).toBe('2026-11-22T00:30:00.000+01:00');
    expect(venueTime(withOffsetOf(moment, '2026-12-01T10:00:00+01:00'))).toBe('00:30');
    expect(withOffsetOf(moment, '2026-12-01T10:00:00Z')).toBe('2026-11-21T23:30:00.000Z');
    expect(withOffsetOf(moment, undefined)).toBe('2026-11-21T23:30:00.000Z');
  });

  it('decides which day it is', () => {
    const evening = new Date('2026-11-22T03:30:00Z');
    expect(venueToday(evening, undefined, '2026-12-01T10:00:00-05:00')).toBe('2026-11-21');
    expect(venueToday(evening)).toBe('2026-11-22');
    expect(venueToday(new Date('2026-11-21T23:30:00Z'), 'Europe/Paris')).toBe('2026-11-22');
  });
});

describe('days in words', () => {
  it('are in the given language', () => {
    const now = new Date('2026-03-01T12:00:00Z');
    expect(formatDay('2026-11-21', 'en', 'full', now)).toBe('Saturday 21 November');
    expect(formatDay('2026-11-21', 'en', 'long')).toBe('Saturday 21 November 2026');
    expect(formatDay('2026-11-21', 'fr', 'long')).toBe('samedi 21 novembre 2026');
    expect(formatDay('2026-12-01', 'fr', 'long')).toBe('mardi 1er décembre 2026');
    expect(formatDay('2026-12-01', 'fr', 'short', now)).toBe('mar. 1er déc.');
    expect(formatDay('2026-12-11', 'fr', 'long')).toBe('vendredi 11 décembre 2026');
    expect(formatDay('2026-12-01', 'fr', 'number')).toBe('1');
    expect(formatDay('2026-11-21', 'en', 'short', now)).toBe('Sat 21 Nov');
    expect(formatMonth('2026-11', 'fr')).toBe('novembre 2026');
    expect(formatDay('2026-11-21', 'de', 'long')).toBe('Samstag, 21. November 2026');
    expect(formatDay('2026-11-21', 'es', 'long')).toBe('sábado 21 de noviembre de 2026');
    expect(formatDay('2026-11-21', 'it', 'full', now)).toBe('sabato 21 novembre');
    expect(formatDay('2026-11-21', 'nl', 'short', now)).toBe('za 21 nov');
  });

  it('have their year if it is not this one', () => {
    const now = new Date('2026-12-31T12:00:00Z');
    expect(formatDay('2027-01-02', 'en', 'full', now)).toBe('Saturday 2 January 2027');
    expect(formatDay('2027-01-02', 'fr', 'short', now)).toBe('sam. 2 janv. 2027');
    expect(formatDay('2025-01-02', 'de', 'full', now)).toBe('Donnerstag, 2. Januar 2025');
    expect(formatDay('2027-01-02', 'nl', 'month', now)).toBe('jan 2027');
    expect(formatDay('2027-01-02', 'es', 'number', now)).toBe('2');
  });

  it('begin the week on Monday', () => {
    expect(weekdayNames('en', 'long')[0]).toBe('Monday');
    expect(weekdayNames('fr', 'short').at(-1)).toBe('dim.');
    for (const language of languages) expect(new Set(weekdayNames(language, 'short')).size).toBe(7);
    expect(languages.map((language) => weekdayNames(language, 'short')[0])).toEqual([
      'Mon',
      'lun.',
      'Mo',
      'lun',
      'lun',
      'ma',
    ]);
  });
});

describe('formatDuration', () => {
  it('says hours and minutes', () => {
    expect(formatDuration('PT90M')).toBe('1 h 30 min');
    expect(formatDuration('PT2H')).toBe('2 h');
    expect(formatDuration('PT45M')).toBe('45 min');
  });

  it('returns null for other texts', () => {
    for (const unknown of ['P1D', 'PT', '90', '', 'PT0M', 'PT1.5H'])
      expect(formatDuration(unknown)).toBeNull();
  });
});

it('one formatter is used for every day of a page', () => {
  let made = 0;
  const counted = new Proxy(Intl.DateTimeFormat, {
    construct: (target, given: ConstructorParameters<typeof Intl.DateTimeFormat>) => {
      made += 1;
      return new target(...given);
    },
  });
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: counted } }));
  for (let day = 1; day <= 28; day += 1) {
    const date = `2026-02-${String(day).padStart(2, '0')}`;
    formatDay(date, 'fr');
    venueTime(`${date}T12:00:00Z`, 'Europe/Paris');
  }
  vi.unstubAllGlobals();
  // One of each kind, unless they existed before.
  expect(made).toBeLessThanOrEqual(2);
});

describe('a session of a whole day', () => {
  it.each([
    ['2027-09-04T00:00:00+01:00', 'PT23H59M', 'Europe/London', true],
    ['2027-09-03T23:00:00Z', 'PT24H', 'Europe/London', true],
    ['2027-09-04T00:00:00+01:00', 'P1D', undefined, true],
    ['2027-09-04T00:00:00+01:00', 'PT1439M', undefined, true],
    ['2027-09-04T00:00:00+01:00', 'PT23H58M', undefined, false],
    ['2027-09-04T00:01:00+01:00', 'PT23H59M', undefined, false],
    // Midnight in London is 01:00 in Paris.
    ['2027-09-04T00:00:00+01:00', 'PT23H59M', 'Europe/Paris', false],
    ['2027-09-04T00:00:00+01:00', 'PT1H', undefined, false],
    ['2027-09-04T00:00:00+01:00', null, undefined, false],
  ])('%s for %s in %s: %s', (occursAt, duration, timezone, expected) => {
    expect(isAllDay(occursAt, duration, timezone)).toBe(expected);
  });
});
