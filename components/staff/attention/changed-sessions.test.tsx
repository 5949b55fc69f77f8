import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { AttentionList } from './attention-list';
import { ChangedSessions } from './changed-sessions';

type Props = Parameters<typeof ChangedSessions>[0];
type Entry = Props['changes']['entries'][number];

const [catalogId, sessionId] = [
  '019c0000-0000-7000-8000-000000000001',
  '019c0000-0000-7000-8000-000000000002',
];
const entry = (change: Partial<Entry> = {}): Entry => ({
  id: '019c0000-0000-7000-8000-000000000003',
  catalogId,
  sessionId,
  eventName: 'Harbour walk',
  timezone: 'Europe/Paris',
  what: 'cancelled',
  fromTime: new Date('2027-05-04T12:30:00Z'),
  toTime: null,
  tickets: 1,
  orders: 1,
  changedAt: new Date('2027-05-01T08:00:00Z'),
  acknowledgedAt: null,
  acknowledgedBy: null,
  reason: null,
  ...change,
});
const act = () => Promise.resolve();

const html = (props: Partial<Props>, language: (typeof languages)[number] = 'en'): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="Europe/Paris">
      <ChangedSessions
        changes={{ count: 1, entries: [entry()] }}
        acknowledged={null}
        acknowledge={act}
        {...props}
      />
    </NextIntlClientProvider>,
  );

describe('the sessions that a feed has changed', () => {
  it('say what happened, for how many, and lead to the work for the holders', () => {
    const shown = html({});
    for (const text of [
      '(1)',
      'Harbour walk, Tue 4 May 2027, 14:30',
      'Cancelled',
      '1 valid ticket · 1 booking',
    ])
      expect(shown).toContain(text);
    expect(shown).toContain(`/en/staff/events/new?catalog=${catalogId}&amp;session=${sessionId}`);
    expect(shown).toContain(`<input type="hidden" name="id" value="${entry().id}"/>`);
    expect(shown).toMatch(/<input[^>]*name="reason"/);
    const moved = entry({ what: 'moved', toTime: new Date('2027-05-05T13:00:00Z'), tickets: 4, orders: 2 });
    const other = html({ changes: { count: 30, entries: [moved] } });
    for (const text of [
      'Moved to Wed 5 May 2027, 15:00',
      '4 valid tickets · 2 bookings',
      'The first 1 are shown',
    ])
      expect(other).toContain(text);
  });

  it('can only be looked at without the permission', () => {
    const shown = html({ acknowledge: null });
    expect(shown).toContain('Harbour walk');
    expect(shown).not.toMatch(/<form|events\/new/);
  });

  it.each(languages)('are told in %s what became of a reason', (language) => {
    const { told } = messages[language].eventChange.changed;
    for (const answer of ['done', 'late', 'reason'] as const)
      expect(html({ changes: { count: 0, entries: [] }, acknowledged: answer }, language)).toContain(
        told[answer],
      );
  });

  it('are part of what waits for a person', () => {
    const list = (changedSessions: React.ReactNode) =>
      renderToStaticMarkup(
        <NextIntlClientProvider locale="en" messages={messages.en} timeZone="Europe/Paris">
          <AttentionList
            parts={[]}
            isOneGroup={false}
            acknowledged={null}
            acknowledge={null}
            changedSessions={changedSessions}
          />
        </NextIntlClientProvider>,
      );
    const nothing = 'Nothing waits for a person.';
    expect(list(null)).toContain(nothing);
    const waiting = list(
      <ChangedSessions changes={{ count: 1, entries: [entry()] }} acknowledged={null} acknowledge={null} />,
    );
    expect(waiting).toContain('Harbour walk');
    expect(waiting).not.toContain(nothing);
  });
});
