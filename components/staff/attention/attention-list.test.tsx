import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { AttentionList } from './attention-list';
import type { AttentionPartView, WaitingView } from './attention-view';

const task = (reason: string, changes: Partial<WaitingView['task']> = {}): WaitingView['task'] => ({
  id: 't-1',
  kind: 'dispute_lost',
  key: 'du_1',
  currency: 'EUR',
  dueAt: null,
  reason,
  ...changes,
});
const entry = (n: number, changes: Partial<WaitingView> = {}): WaitingView => ({
  id: `019c0000-0000-7000-8000-00000000000${n}`,
  channel: 'web',
  reference: `K7MQ-3XT${n}`,
  state: 'ordered',
  settledAs: null,
  createdAt: new Date(0),
  total: '36.00',
  email: 'ada@example.org',
  references: ['S-1'],
  waitingSeconds: 7_300,
  task: task('dispute_lost', { id: `t-${n}`, key: `du_${n}` }),
  ...changes,
});
const part = (changes: Partial<AttentionPartView> = {}): AttentionPartView => ({
  group: 'dispute_lost',
  count: 2,
  page: 1,
  pages: 1,
  entries: [entry(1), entry(2)],
  ...changes,
});

type Props = Parameters<typeof AttentionList>[0];

const act = () => Promise.resolve();

const html = (props: Partial<Props>, language: (typeof languages)[number] = 'en'): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="Europe/Paris">
      <AttentionList
        parts={[]}
        changedSessions={null}
        isOneGroup={false}
        acknowledged={null}
        acknowledge={act}
        {...props}
      />
    </NextIntlClientProvider>,
  );

describe('the list for staff', () => {
  it('has a group for each thing to do, with its total count and one sentence for all entries', () => {
    const shown = html({ parts: [part({ count: 1_234 }), part({ group: 'at_bank' })] });
    expect(shown).toContain('Disputes lost: tickets to block (1,234)');
    expect(shown.match(/decided the dispute for the cardholder/g)).toHaveLength(1);
    expect(shown).toContain('Disputes that wait for the bank (2)');
    expect(shown).toContain('nothing to do until the bank has decided');
    expect(shown.match(/<li/g)).toHaveLength(4);
  });

  it('shows for each purchase what to do, and when an answer is due', () => {
    const entries = [
      entry(1, { task: task('amount_differs'), state: 'attention' }),
      entry(2, { task: task('order_unknown', { id: 't-2' }), state: 'attention' }),
    ];
    const shown = html({ parts: [part({ group: 'purchase', entries })] });
    expect(shown).toContain('refund it there, or make the order by hand');
    expect(shown).toContain('Ask the issuer about the order with this external reference');
    const unknown = [entry(1, { task: task('something new') })];
    expect(html({ parts: [part({ group: 'purchase', entries: unknown })] })).toContain(
      'No reason was written down.',
    );
    expect(shown).not.toContain('type="checkbox"');
    const due = task('dispute_open', { currency: 'USD', dueAt: new Date('2027-05-04T12:00:00Z') });
    const open = html({
      parts: [part({ group: 'dispute_open', entries: [entry(1, { task: due, total: '18.00' })] })],
    });
    expect(open).toContain('answer by 4 May 2027, 14:00:00');
    expect(open).toContain('18.00 USD');
  });

  it('links to the whole of a group with more entries, and there to the pages before and after', () => {
    const address = '/en/staff?group=dispute_lost&amp;page=';
    const beside = html({ parts: [part({ count: 60 })] });
    expect(beside).toContain(`href="${address}1#attention"`);
    expect(beside).toContain('show all 60');
    expect(html({ parts: [part()] })).not.toContain('show all');
    const middle = html({ parts: [part({ count: 60, page: 2, pages: 3 })], isOneGroup: true });
    expect(middle).toContain(`href="${address}1#attention"`);
    expect(middle).toContain('Page 2 of 3');
    expect(middle).toContain(`href="${address}3#attention"`);
    expect(middle).toContain('href="/en/staff#attention"');
    const last = html({ parts: [part({ count: 60, page: 3, pages: 3 })], isOneGroup: true });
    expect(last).not.toContain('Next page');
    const first = html({ parts: [part({ count: 60, page: 1, pages: 3 })], isOneGroup: true });
    expect(first).not.toContain('Previous page');
    expect(html({ parts: [part({ count: 0, entries: [] })], isOneGroup: true })).toContain(
      'Nothing waits here',
    );
  });

  it('has a box for each incident and one button for each group; the form contains the page to return to', () => {
    const shown = html({ parts: [part({ page: 2, pages: 3 })], isOneGroup: true });
    expect(shown).toContain(`value="${entry(1).id} dispute_lost du_1"`);
    expect(shown).toContain('Tick K7MQ-3XT2');
    expect(shown.match(/<button/g)).toHaveLength(1);
    expect(shown).toContain('<input type="hidden" name="group" value="dispute_lost"/>');
    expect(shown).toContain('<input type="hidden" name="page" value="2"/>');
    const several = html({ parts: [part(), part({ group: 'refund_failed' }), part({ group: 'at_bank' })] });
    expect(several.match(/<button/g)).toHaveLength(2);
    expect(several).toContain('given back another way');
    expect(several).not.toContain('type="hidden"');
  });

  it('shows how many were acknowledged, how many had been before, and which were not', () => {
    const told = html({ acknowledged: { acknowledged: 3, before: 1, changed: 2, unsaid: 0, failed: 1 } });
    expect(told).toContain('role="status"');
    expect(told).toContain('3 entries were marked.');
    expect(told).toContain('1 had been marked before.');
    expect(told).toContain('2 entries have changed meanwhile');
    expect(told).toContain('1 entry could not be marked.');
    const nothing = html({ acknowledged: { acknowledged: 0, before: 0, changed: 0, unsaid: 0, failed: 0 } });
    expect(nothing).toContain('No entry was ticked.');
    expect(html({})).not.toContain('role="status"');
  });

  it.each(languages)('has all texts in %s', (language) => {
    const groups = Object.keys(messages.en.staff.attention.groups);
    expect(Object.keys(messages[language].staff.attention.groups)).toEqual(groups);
    const parts = [part({ count: 60, page: 2, pages: 3 }), part({ group: 'dispute_open' })];
    const acknowledged = { acknowledged: 1, before: 1, changed: 1, unsaid: 0, failed: 1 };
    for (const isOneGroup of [true, false]) {
      const [shown] = html({ parts, isOneGroup, acknowledged }, language).split('<script>');
      expect(shown).not.toMatch(/staff\.|undefined|\{/);
    }
  });
});
