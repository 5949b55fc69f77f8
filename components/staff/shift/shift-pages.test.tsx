import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { DayOfShift, NamedShift } from '@/lib/shop/flows/shift/read-shifts';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { CountSection, OpenShift } from './own-shift';
import { ShiftList } from './shift-list';
import { ShiftNotice } from './shift-notice';
import { ShiftSheet } from './shift-sheet';
import { ShiftsOfDay } from './shifts-of-day';

const html = (page: ReactNode, language: Language = 'en') =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      {page}
    </NextIntlClientProvider>,
  );

const openedAt = new Date('2026-11-30T08:00:00Z');
const open: NamedShift = {
  id: '00000000-0000-4000-8000-000000000001',
  till: '<b>North</b>',
  staff: 'id-1',
  opening: '100.00',
  openedAt,
  countedAt: null,
  countedBy: null,
  countedCash: null,
  countedTerminal: null,
  expectedCash: null,
  expectedTerminal: null,
  figures: null,
  note: null,
  closedAt: null,
  closedBy: null,
  name: 'Ada',
  countedByName: null,
  closedByName: null,
};
const counted: NamedShift = {
  ...open,
  countedAt: new Date('2026-11-30T17:00:00Z'),
  countedBy: 'id-2',
  countedByName: 'Bo',
  countedCash: '117.00',
  countedTerminal: '36.00',
  expectedCash: '118.00',
  expectedTerminal: '36.00',
  figures: [
    { kind: 'sale', method: 'cash', count: 1, amount: '36.00' },
    { kind: 'sale', method: 'terminal', count: 1, amount: '36.00' },
    { kind: 'refund', method: 'cash', count: 1, amount: '-18.00' },
  ],
};
const closed: NamedShift = { ...counted, note: 'One coin', closedAt: openedAt, closedBy: 'id-1' };
const answer = () => Promise.reject(new Error('not sent'));
const limits = { till: 30, reason: 200, note: 500 };
const amounts: DayOfShift[] = [
  { shift: null, method: 'cash', amount: '5.00' },
  { shift: open.id, method: 'cash', amount: '18.00' },
  { shift: open.id, method: 'terminal', amount: '36.00' },
];

describe('a shift that is open', () => {
  it('is shown to its person without what was sold, with the forms for cash and for the count', () => {
    const forms = { formId: 'f', limits, move: answer, count: answer };
    const moves = [{ id: 'm', amount: '-50.00', reason: '=cmd() <i>', at: openedAt }];
    const page = html(<OpenShift shift={open} moves={moves} {...forms} />);
    expect(page).toContain('€100.00');
    expect(page).toContain('-€50.00');
    expect(page).toContain('=cmd() &lt;i&gt;');
    expect(page).toContain('&lt;b&gt;North&lt;/b&gt;');
    expect(page).not.toContain('Expected');
  });

  it('has no amounts on its page and in the list of the day', () => {
    const page = html(
      <ShiftSheet shift={open} moves={[]} isOwn={false}>
        {null}
      </ShiftSheet>,
    );
    expect(page).not.toContain('€');
    expect(page).toContain('This is the shift of Ada.');
    const day = html(<ShiftsOfDay name="Monday" of={{ shifts: [open], amounts }} />);
    expect(day).toContain('1 shift is still open.');
    expect(day).not.toContain('€18.00');
    expect(day).toContain('€5.00');
  });
});

describe('a shift that was counted', () => {
  it('has what was expected and counted by tender, who counted, and a line for the signature', () => {
    const page = html(
      <ShiftSheet shift={closed} moves={[]} isOwn>
        {null}
      </ShiftSheet>,
    );
    for (const text of ['€118.00', '€117.00', '-€1.00', '-€18.00', 'Bo', 'One coin', 'Date and signature'])
      expect(page, text).toContain(text);
  });

  it('adds up on the day with what was paid outside of shifts', () => {
    const day = html(<ShiftsOfDay name="Monday" of={{ shifts: [closed], amounts }} />);
    expect(day).toContain('€18.00');
    expect(day).toContain('€23.00');
    expect(day).not.toContain('still open');
  });

  it('is said to need a note until it is closed', () => {
    expect(html(<ShiftList shifts={[counted]} next={null} />)).toContain('Needs a note');
    expect(html(<ShiftList shifts={[closed]} next={closed.id} />)).toContain(`before=${closed.id}`);
    expect(html(<ShiftNotice shift={counted} />)).toContain(`/closing/shifts/${counted.id}`);
  });
});

it.each(languages)('the counter says that no shift is open, with a link (%s)', (language) => {
  const page = html(<ShiftNotice shift={null} />, language);
  expect(page).toContain(`/${language}/staff/counter/shift`);
  expect(page).toContain(messages[language].shift.notice.none.slice(0, 20));
});

it.each(languages)(
  'the shift of another person is counted only with a tick that names them (%s)',
  (language) => {
    const box = /<input type="checkbox"[^>]*name="others"[^>]*>/;
    const others = html(<CountSection shiftId="s" person="Ada" count={answer} />, language);
    expect(others).toMatch(box);
    expect(others).toContain(messages[language].shift.count.others.replace('{person}', 'Ada'));
    expect(html(<CountSection shiftId="s" count={answer} />, language)).not.toMatch(box);
  },
);

it('who has counted the shift of another person is named to them', () => {
  expect(html(<ShiftNotice shift={counted} />)).toContain('Bo has counted your last shift');
  expect(html(<ShiftNotice shift={{ ...counted, countedBy: 'id-1' }} />)).toContain(
    'Your last shift was counted with a difference',
  );
});

it('the list of the day has no amounts for a person who has to count a till first', () => {
  const of = { shifts: [counted], amounts };
  expect(html(<ShiftsOfDay name="day" of={of} />)).toContain('€5.00');
  const blind = html(<ShiftsOfDay name="day" of={of} isBlind />);
  expect(blind).not.toMatch(/€(5|18|36)\.00/);
  expect(blind).toContain('after the count');
});
