import { describe, expect, it } from 'vitest';
import { draftWith, timesOf } from '@/testing/setup/drafts';
import { feedSchema } from '../contract/feed';
import { eventsOf } from './event-view';
import { readImport } from './import-file';
import { mergeImport, type MergedImport } from './merge-import';
import { sessionsOf } from './session-view';

/** A calendar with these events, each by its properties. */
const calendar = (...events: readonly (readonly string[])[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((properties) => ['BEGIN:VEVENT', ...properties, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

async function imported(text: string): Promise<MergedImport> {
  const reading = await readImport(new TextEncoder().encode(text));
  if (typeof reading === 'string') throw new Error(`The file is ${reading}.`);
  const merged = mergeImport(draftWith({ events: [] }), reading, '2031-01-01');
  expect(feedSchema.safeParse(merged.draft).error?.issues).toBeUndefined();
  return merged;
}

const notes = ({ errors, warnings }: MergedImport) =>
  [...errors.first, ...warnings.first].map(({ code, row, column, value }) =>
    [code, row, column, value].join(' | '),
  );

const timesFor = async (...properties: readonly string[]) => {
  const merged = await imported(calendar(['SUMMARY:Concert', ...properties]));
  expect(notes(merged)).toEqual([]);
  return timesOf(merged.draft);
};

describe('a calendar', () => {
  it('makes events, places and sessions', async () => {
    const merged = await imported(
      calendar(
        [
          'SUMMARY:Boat\\, by night',
          'DESCRIPTION:An hour\\non the ri',
          ' ver',
          'LOCATION;LANGUAGE="en:GB":Quay 3',
          'DTSTART;TZID=Europe/Paris:20310601T200000',
          'DTEND;TZID=Europe/Paris:20310601T213000',
          'BEGIN:VALARM',
          'SUMMARY:Alarm',
          'END:VALARM',
        ],
        ['SUMMARY:boat\\, by night', 'DTSTART:20310602T200000', 'DURATION:PT1H'],
        ['SUMMARY:Tour', 'DTSTART:20310602T080000Z'],
      ),
    );
    expect(notes(merged)).toEqual([]);
    expect(merged.counts).toMatchObject({ events: { added: 2 }, sessions: { added: 3 } });
    expect(eventsOf(merged.draft)).toMatchObject([
      {
        name: { en: 'Boat, by night' },
        description: { en: 'An hour\non the river' },
        place: { name: 'Quay 3' },
      },
      { name: { en: 'Tour' } },
    ]);
    expect(
      sessionsOf(merged.draft, 'boat-by-night').map(({ day, time, minutes }) => [day, time, minutes]),
    ).toEqual([
      ['2031-06-01', '20:00', 90],
      ['2031-06-02', '20:00', 60],
    ]);
    // 8:00 UTC.
    expect(timesOf(merged.draft, 'tour')).toEqual(['2031-06-02 10:00']);
  });

  it('has times of other zones at the clock of the catalogue', async () => {
    expect(await timesFor('DTSTART;TZID="America/New_York":20310601T200000')).toEqual(['2031-06-02 02:00']);
  });

  it('repeats each day or week', async () => {
    const start = 'DTSTART;TZID=Europe/Paris:20310602T200000';
    expect(await timesFor(start, 'RRULE:FREQ=DAILY;COUNT=3')).toEqual([
      '2031-06-02 20:00',
      '2031-06-03 20:00',
      '2031-06-04 20:00',
    ]);
    expect(await timesFor(start, 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;UNTIL=20310622T180000Z')).toEqual([
      '2031-06-02 20:00',
      '2031-06-08 20:00',
      '2031-06-16 20:00',
      '2031-06-22 20:00',
    ]);
    expect(await timesFor(start, 'RRULE:FREQ=WEEKLY;UNTIL=20310609')).toEqual([
      '2031-06-02 20:00',
      '2031-06-09 20:00',
    ]);
  });

  it('leaves out what is excepted, and moves what was moved', async () => {
    const merged = await imported(
      calendar(
        [
          'UID:1',
          'SUMMARY:Concert',
          'DTSTART;TZID=Europe/Paris:20310602T200000',
          'RRULE:FREQ=DAILY;COUNT=5',
          'EXDATE;TZID=Europe/Paris:20310603T200000',
          'EXDATE:20310604T180000Z',
        ],
        [
          'UID:1',
          'SUMMARY:Concert',
          'RECURRENCE-ID:20310605T180000Z',
          'DTSTART;TZID=Europe/Paris:20310605T170000',
        ],
        [
          'UID:1',
          'SUMMARY:Concert',
          'STATUS:CANCELLED',
          'RECURRENCE-ID:20310606T180000Z',
          'DTSTART:20310606T180000Z',
        ],
      ),
    );
    expect(timesOf(merged.draft)).toEqual(['2031-06-02 20:00', '2031-06-05 17:00']);
    expect(notes(merged)).toEqual(['not_read | 20 | STATUS | Concert']);
  });

  it.each([
    ['FREQ=MONTHLY;COUNT=3'],
    ['FREQ=DAILY'],
    ['FREQ=WEEKLY;BYDAY=1MO;COUNT=2'],
    ['FREQ=DAILY;INTERVAL=0;COUNT=2'],
    ['FREQ=DAILY;BYHOUR=9;COUNT=2'],
    ['FREQ=DAILY;UNTIL=soon'],
    ['FREQ=DAILY;COUNT=-1'],
  ])('is read without the rule %s, and it is told', async (rule) => {
    const merged = await imported(calendar(['SUMMARY:Concert', 'DTSTART:20310602T200000', `RRULE:${rule}`]));
    expect(notes(merged)).toEqual([`rule | 6 | RRULE | ${rule}`]);
    expect(timesOf(merged.draft)).toEqual(['2031-06-02 20:00']);
  });

  it('tells what is not clear', async () => {
    const merged = await imported(
      calendar(
        ['SUMMARY:Concert', 'DTSTART;VALUE=DATE:20310602'],
        ['DTSTART:20310602T200000'],
        ['SUMMARY:Concert', 'DTSTART;TZID=Romance Standard Time:20310602T200000'],
        ['SUMMARY:Concert'],
      ),
    );
    expect(notes(merged)).toEqual([
      'missing | 7 | SUMMARY | ',
      'missing | 14 | DTSTART | ',
      'all_day | 5 | DTSTART | Concert',
      'unknown_zone | 12 | DTSTART | Romance Standard Time',
    ]);
  });

  it('has at most as many sessions as a draft takes at once', async () => {
    const rule = 'RRULE:FREQ=DAILY;COUNT=99999999';
    const event = ['SUMMARY:Concert', 'DTSTART:20310602T100000', rule];
    const merged = await imported(calendar(...Array.from({ length: 5000 }, () => event)));
    expect(notes(merged)).toEqual(['too_many_sessions |  |  | 5000']);
  });
});
