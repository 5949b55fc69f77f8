import { NextIntlClientProvider, useMessages } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { DoorConflict } from '@/lib/storefront/staff/door/conflicts';
import type { DoorPage as Read } from '@/lib/storefront/staff/door/door';
import type { DoorAnswer, DoorResult } from '@/lib/storefront/staff/door/door-answers';
import { correctScan } from './correct-scan';
import type { RecentScan } from './door-state';
import { DoorPage } from './door-page';
import { RecentScans } from './recent-scans';
import { restText } from './rest-of-booking';
import { resultLines } from './result-lines';
import { shortTariff, tariffLines } from './tariff-lines';

const scan = (changes: Partial<DoorResult>): DoorResult => ({
  id: 's-1',
  result: 'admitted',
  conflict: false,
  entrance: 'North gate',
  code: 'H4TK-9QWE-2MBX',
  scannedAt: '2027-06-01T07:15:03.000Z',
  undoneAt: null,
  event: 'Boat',
  name: 'Deck',
  occursAt: '2027-06-01T10:00:00+02:00',
  day: '2027-06-01',
  timezone: 'Europe/Paris',
  redeemedAt: null,
  redeemedEntrance: null,
  ticket: 't-1',
  group: null,
  ...changes,
});

const action = () => Promise.resolve();

function page(read: Partial<Read>, entrance = 'North gate', isOtherLayout = false): string {
  const value = { visits: [], conflicts: [], shown: null, found: null, ...read };
  const answer: DoorAnswer<Read> = { kind: 'answer', value };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="Europe/Paris">
      <DoorPage
        catalogs="all"
        answer={answer}
        settings={{ entrance, sessions: [], events: [], date: undefined }}
        entries={[]}
        date={undefined}
        entrance={entrance}
        problem={undefined}
        isOtherLayout={isOtherLayout}
        actions={{
          admit: action,
          admitGroup: action,
          undo: action,
          admitFound: action,
          tickOff: action,
        }}
      />
    </NextIntlClientProvider>,
  );
}

function Recent({ recent }: { recent: readonly RecentScan[] }) {
  const onUndo = () => undefined;
  return (
    <RecentScans
      recent={recent}
      timezone="Europe/Paris"
      texts={useMessages().door}
      language="en"
      onUndo={onUndo}
    />
  );
}

const recentScans = (recent: readonly RecentScan[]): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <Recent recent={recent} />
    </NextIntlClientProvider>,
  );

describe('the result of an undo', () => {
  const panel = (result: DoorResult['result']) =>
    /<div data-accent="\w+" data-result[^>]*>|<div data-result[^>]*>/.exec(
      page({ shown: scan({ result }) }),
    )?.[0];

  it('says that nobody is admitted, and looks like no admission', () => {
    expect(page({ shown: scan({ result: 'undone' }) })).toContain('Undone: not admitted');
    expect(panel('admitted')).toContain('data-accent="pine"');
    expect(panel('undone')).toContain('bg-ink');
    expect(panel('undone')).not.toContain('pine');
  });

  it('has a symbol of its own', () => {
    const symbol = (result: DoorResult['result']) =>
      /<path d="([^"]+)" class="fill-none/.exec(page({ shown: scan({ result }) }))?.[1];
    const symbols = (['admitted', 'undone', 'void', 'unknown'] as const).map(symbol);
    expect(new Set(symbols).size).toBe(4);
  });
});

it('a result that is shown again says that it admits nobody else', () => {
  const shown = { ...scan({}), isOffline: false };
  const again = 'Admitted a moment ago: the ticket admits one person.';
  expect(resultLines({ ...shown, isAgain: true }, messages.en.door, 'en')).toContain(again);
  expect(resultLines(shown, messages.en.door, 'en')).not.toContain(again);
});

it('the event of an admission stands alone, and apart from what follows', () => {
  const boat = scan({ event: 'The Great Bend', name: 'Boat, at the departure chosen' });
  const shown = { ...boat, group: { size: 4, admitted: 1 } };
  expect(page({ shown })).not.toContain('at the departure chosen');
  expect(recentScans([{ ...shown, isOffline: false, shownAt: Date.now(), isUndone: false }])).toContain(
    'The Great Bend. 1 of 4 tickets of this booking admitted.',
  );
});

it('the result of a scan names the numbered seat', () => {
  const seat = { name: 'stalls/D/3', section: 'Stalls', row: 'D', number: '3' };
  expect(page({ shown: scan({ seat }) })).toContain('Stalls, row D, seat 3');
});

it.each(['admitted', 'unknown'] as const)(
  'a result without scripts (%s) says that the scanner types other characters, if it does',
  (result) => {
    const shown = scan({ result });
    expect(page({ shown }, 'North gate', true).match(/Keyboard layout\?/g)).toHaveLength(2);
    expect(page({ shown })).not.toContain('Keyboard layout?');
  },
);

describe('a conflict', () => {
  const conflictOf = (change: Partial<DoorConflict>): DoorConflict => ({
    ...scan({ conflict: true }),
    resolved: null,
    ...change,
  });
  const conflict = conflictOf({
    result: 'already_admitted',
    redeemedAt: '2027-06-01T07:15:04.000Z',
    redeemedEntrance: 'South gate',
  });

  it('says where and when the ticket was admitted, to the second within one minute, and which scan was first', () => {
    const shown = page({ conflicts: [conflict] });
    expect(shown).toContain('at 09:15:03, North gate.');
    expect(shown).toContain('The same ticket was admitted on Tue 1 Jun 2027 at 09:15:04, South gate.');
    expect(shown).toContain('This scan was earlier');
    expect(shown).toContain('ask the person in charge of the entrances');
    expect(shown).not.toContain('not valid any more');
  });

  it('has no seconds if the minutes differ, and is not called earlier if it was not', () => {
    const shown = page({ conflicts: [{ ...conflict, redeemedAt: '2027-06-01T07:10:00.000Z' }] });
    expect(shown).toContain('at 09:15, North gate.');
    expect(shown).toContain('at 09:10, South gate.');
    expect(shown).not.toContain('This scan was earlier');
  });

  it('is above the field for codes; those of other entrances are folded', () => {
    const shown = page({ conflicts: [conflict] });
    expect(shown.indexOf('id="conflicts"')).toBeLessThan(shown.indexOf('id="code"'));
    expect(shown).not.toContain('<details');
    expect(shown).toContain('aria-label="The conflict of H4TK-9QWE-2MBX was looked at"');
    expect(page({ conflicts: [conflict] }, 'West')).toContain('At other entrances: 1');
  });

  it('that somebody has looked at is folded, with who and when, and has no button', () => {
    const resolved = { at: '2027-06-01T08:30:00.000Z', by: 'Ada' };
    const shown = page({ conflicts: [{ ...conflict, resolved }] });
    expect(shown).toContain('Looked at: 1');
    expect(shown).toContain('Looked at on Tue 1 Jun 2027 at 10:30 by Ada.');
    expect(shown).not.toContain('was looked at');
    expect(shown).not.toContain('ask the person in charge');
  });

  it('of a void ticket says that it was cancelled', () => {
    const shown = page({ conflicts: [conflictOf({ result: 'void' })] });
    expect(shown).toContain('This ticket was cancelled or exchanged.');
  });

  it('corrects the scan that was shown as admitted, which then has nothing to undo', () => {
    const admitted: RecentScan = { ...scan({}), isOffline: true, shownAt: Date.now(), isUndone: false };
    const other: RecentScan = { ...admitted, id: 's-2', code: 'AAAA-BBBB-CCCC' };
    const before = recentScans([admitted, other]);
    expect(before.match(/Undo the admission of/g)).toHaveLength(2);
    const after = recentScans([admitted, other].map((one) => correctScan(one, [conflict])));
    expect(after).toContain('Already admitted');
    expect(after).toContain('at 09:15:04, South gate.');
    expect(after.match(/Undo the admission of [\w-]+/g)).toEqual(['Undo the admission of AAAA-BBBB-CCCC']);
  });
});

describe('the tariff of a scan', () => {
  const shownOf = (name: string, reduced: boolean, result: DoorResult['result'] = 'admitted') =>
    page({ shown: scan({ result, tariff: { name, reduced } }) });

  it('is shown without the name of the event, in 40 px', () => {
    expect(shownOf('Boat, adult', false)).toMatch(/text-\[2\.5rem\][^>]*>adult</);
    expect(shownOf('Day ticket', false)).toMatch(/text-\[2\.5rem\][^>]*>Day ticket</);
  });

  it('has a ground of its own and says so if it is reduced', () => {
    expect(shownOf('Boat, child', true)).toMatch(/data-accent="plum" data-reduced="true"/);
    expect(shownOf('Boat, child', true).match(/Reduced: check the proof/g)).toHaveLength(2);
    expect(shownOf('Boat, adult', false)).not.toContain('plum');
    expect(shownOf('Boat, adult', false)).not.toContain('Reduced: check the proof');
  });

  it('is left out where the person does not enter because of something else', () => {
    expect(shownOf('Boat, child', true, 'other_day')).not.toContain('Reduced: check the proof');
    expect(shownOf('Boat, child', true, 'already_admitted')).toContain('Reduced: check the proof');
  });

  it('is shown without what other tariffs of the day begin with, too', () => {
    const names = ['Hall and tower, full price', 'Hall and tower, reduced', 'Hall, reduced'];
    expect(shortTariff('Hall and tower, reduced', 'Spring', names)).toBe('reduced');
    expect(shortTariff('Hall and tower, reduced', 'Spring')).toBe('Hall and tower, reduced');
    expect(shortTariff('Hall, reduced', 'Spring', names)).toBe('Hall, reduced');
  });

  it('of a group that was admitted with one tap is counted', () => {
    const [adult, child] = [
      { name: 'Boat, adult', reduced: false },
      { name: 'Boat, child', reduced: true },
    ];
    const shown = { ...scan({ tariff: child }), isOffline: false, together: [adult, child, child] };
    expect(tariffLines(shown)).toEqual([
      { name: 'adult', isReduced: false, count: 1 },
      { name: 'child', isReduced: true, count: 2 },
    ]);
  });
});

describe('the rest of a booking', () => {
  const adult = { name: 'Boat, adult', reduced: false };
  const child = { name: 'Boat, child', reduced: true };
  const group = { size: 4, admitted: 1 };

  it.each(['admitted', 'already_admitted'] as const)('can be admitted from a ticket that is %s', (result) => {
    expect(page({ shown: scan({ result, group }) })).toContain('Admit the rest: 3');
    expect(page({ shown: scan({ result, group: { size: 4, admitted: 4 } }) })).not.toContain(
      'Admit the rest',
    );
  });

  it('is shown with its tariffs without scripts, too', () => {
    const shown = { ...scan({ tariff: adult }), together: [child, adult, child] };
    expect(page({ shown })).toContain('2 × child (Reduced: check the proof), adult');
  });

  it('can’t from another result', () => {
    expect(page({ shown: scan({ result: 'other_day', group }) })).not.toContain('Admit the rest');
  });

  it('is named by tariff where the device knows all of them, else counted', () => {
    const shown = { ...scan({ group, tariff: adult }), isOffline: false };
    expect(restText({ ...shown, rest: [adult, child, child] })).toBe('1 × adult, 2 × child');
    expect(restText({ ...shown, rest: [adult, child] })).toBe('3');
    expect(restText(shown)).toBe('3');
  });
});

describe('the last scans', () => {
  it('are all in the time of the venue, also those of unknown tickets', () => {
    const unknown = scan({ result: 'unknown', ticket: null, timezone: null });
    const shown = recentScans([{ ...unknown, isOffline: false, shownAt: Date.now(), isUndone: false }]);
    expect(shown).toContain('09:15');
    expect(shown).not.toContain('07:15');
  });
});
