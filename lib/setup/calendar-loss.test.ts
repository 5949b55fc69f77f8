import { describe, expect, it } from 'vitest';
import { draftWith, timesOf } from '@/testing/setup/drafts';
import { importInto, notesOf } from '@/testing/setup/imports';
import { sessionsOf } from './session-view';

/** A calendar with these lines, of which the first is the second of the file. */
const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...properties: readonly string[]) => [
  'BEGIN:VEVENT',
  'SUMMARY:Concert',
  ...properties,
  'END:VEVENT',
];
const read = (...lines: readonly string[]) => importInto(draftWith({ events: [] }), calendar(...lines));
const start = 'DTSTART;TZID=Europe/Paris:20310602T200000';

/** The times of one event, and what is told. */
async function timesAndNotes(...properties: readonly string[]) {
  const merged = await read(...event(...properties));
  return [merged.counts.sessions.added === 0 ? [] : timesOf(merged.draft), notesOf(merged)];
}

describe('nothing of a calendar is lost without a word', () => {
  it('has the further dates of an event', async () => {
    expect(
      await timesAndNotes(
        start,
        'RRULE:FREQ=DAILY;COUNT=2',
        'RDATE;TZID=Europe/Paris:20310610T200000,20310603T200000',
        'RDATE:20310611T160000Z',
      ),
    ).toEqual([['2031-06-02 20:00', '2031-06-03 20:00', '2031-06-10 20:00', '2031-06-11 18:00'], []]);
    expect(await timesAndNotes(start, 'RDATE;VALUE=DATE:20310610')).toEqual([
      ['2031-06-02 20:00'],
      ['not_read | 5 | RDATE | 20310610'],
    ]);
  });

  it('has further dates with an end of their own', async () => {
    const { draft } = await read(
      ...event(
        start,
        'DURATION:PT1H',
        'RDATE;VALUE=PERIOD:20310603T180000Z/PT2H,20310604T180000Z/20310604T213000Z',
      ),
    );
    expect(sessionsOf(draft, 'concert').map(({ day, minutes }) => [day, minutes])).toEqual([
      ['2031-06-02', 60],
      ['2031-06-03', 120],
      ['2031-06-04', 210],
    ]);
  });

  it('leaves out days and times that are excepted, in any zone, and tells those that it has not', async () => {
    expect(
      await timesAndNotes(
        start,
        'RRULE:FREQ=DAILY;COUNT=5',
        'EXDATE;VALUE=DATE:20310603,20310604',
        'EXDATE;TZID=America/New_York:20310605T140000',
        'EXDATE;TZID=Europe/Paris:20310606T193000',
        'EXDATE;VALUE=DATE:20310703',
      ),
    ).toEqual([
      ['2031-06-02 20:00', '2031-06-06 20:00'],
      ['not_read | 8 | EXDATE | 20310606T193000', 'not_read | 9 | EXDATE | 20310703'],
    ]);
  });

  it('counts times of the clock of the catalogue where the zone is not known', async () => {
    const zone = 'TZID=Romance Standard Time';
    const rule = 'RRULE:FREQ=DAILY;UNTIL=20310605T180000Z';
    const [times] = await timesAndNotes(`DTSTART;${zone}:20310602T200000`, rule, 'EXDATE:20310603T180000Z');
    expect(times).toEqual(['2031-06-02 20:00', '2031-06-04 20:00', '2031-06-05 20:00']);
  });

  it('moves single times, and tells those that its event does not have', async () => {
    const series = event('UID:1', start, 'RRULE:FREQ=DAILY;COUNT=3');
    const moved = (id: string, to: string) => event('UID:1', `RECURRENCE-ID${id}`, `DTSTART:${to}`);
    const merged = await read(
      ...series,
      ...moved(':20310603T180000Z', '20310603T170000'),
      ...moved(';VALUE=DATE:20310604', '20310604T180000'),
      ...moved(':20310703T180000Z', '20310703T190000'),
    );
    expect(timesOf(merged.draft)).toEqual([
      '2031-06-02 20:00',
      '2031-06-03 17:00',
      '2031-06-04 18:00',
      '2031-07-03 19:00',
    ]);
    expect(notesOf(merged)).toEqual(['not_read | 23 | RECURRENCE-ID | 20310703T180000Z']);
    const range = await read(...series, ...moved(';RANGE=THISANDFUTURE:20310603T180000Z', '20310603T170000'));
    expect(notesOf(range)).toEqual(['not_read | 11 | RECURRENCE-ID | THISANDFUTURE']);
  });

  it('moves nothing of an event without an identifier', async () => {
    const merged = await read(
      ...event(start),
      ...event('RECURRENCE-ID:20310602T180000Z', 'DTSTART:20310603T200000'),
    );
    expect(timesOf(merged.draft)).toEqual(['2031-06-02 20:00', '2031-06-03 20:00']);
  });

  it('leaves out entries for whole days, and is of use without them', async () => {
    const merged = await read(
      ...event('DTSTART;VALUE=DATE:20311225', 'DTEND;VALUE=DATE:20311227', 'RRULE:FREQ=YEARLY'),
      'BEGIN:VEVENT',
      'DTSTART:20311225',
      'END:VEVENT',
      ...event(start),
    );
    expect(timesOf(merged.draft)).toEqual(['2031-06-02 20:00']);
    expect(notesOf(merged)).toEqual(['all_day | 4 | DTSTART | Concert', 'all_day | 9 | DTSTART | 20311225']);
  });

  it('leaves out what is cancelled, and names it', async () => {
    const merged = await read(...event(start, 'STATUS:CANCELLED'), ...event('DTSTART:20310603T200000'));
    expect(timesOf(merged.draft)).toEqual(['2031-06-03 20:00']);
    expect(notesOf(merged)).toEqual(['not_read | 5 | STATUS | Concert']);
    const all = await read('METHOD:CANCEL', ...event(start));
    expect(all.counts.sessions.added).toBe(0);
    expect(notesOf(all)).toEqual(['not_read | 3 | STATUS | Concert']);
  });

  it('tells what it does not read', async () => {
    const merged = await read(
      'BEGIN:VTODO',
      'SUMMARY:Tidy',
      'END:VTODO',
      ...event(
        start,
        'RRULE:FREQ=DAILY;COUNT=2',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXRULE:FREQ=DAILY;COUNT=1',
        'DURATION:long',
      ),
      ...event('DTSTART:20310605T200000', 'DTEND:20310605T190000', 'LOCATION:Hall'),
      ...event('DTSTART:20310605T200000', 'LOCATION:Park'),
    );
    expect(notesOf(merged)).toEqual([
      'not_read | 2 |  | VTODO',
      'not_read | 11 | DURATION | long',
      'not_read | 9 | RRULE | FREQ=DAILY;COUNT=3',
      'not_read | 10 | EXRULE | FREQ=DAILY;COUNT=1',
      'not_read | 16 | DTEND | 20310605T190000',
      'differs | 22 | LOCATION | Park',
      'same_again | 19 |  | Concert, 2031-06-05 20:00',
    ]);
    expect(timesOf(merged.draft)).toEqual(['2031-06-02 20:00', '2031-06-03 20:00', '2031-06-05 20:00']);
  });

  it.each([
    ['DTSTART:20310602T250000', 'time | 4 | DTSTART | 20310602T250000'],
    ['DTSTART:20311302T200000', 'time | 4 | DTSTART | 20311302T200000'],
    [`${start}\r\nLOCATION:${'a'.repeat(249)}`, `too_long | 5 | LOCATION | ${'a'.repeat(100)}`],
  ])('refuses what is no time, and what is too long: %s', async (property, note) => {
    expect(notesOf(await read(...event(property)))).toEqual([note]);
  });

  it('refuses a file that ends within an event', async () => {
    const merged = await importInto(
      draftWith({ events: [] }),
      ['BEGIN:VCALENDAR', ...event(start).slice(0, 3)].join('\n'),
    );
    expect(notesOf(merged)).toEqual(['cut_off | 2 |  | ']);
  });

  it('has the length between two zones', async () => {
    const { draft } = await read(...event(start, 'DTEND:20310602T193000Z'));
    expect(sessionsOf(draft, 'concert')).toMatchObject([{ minutes: 90 }]);
  });
});
