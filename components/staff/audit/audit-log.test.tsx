import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '@/lib/shop/data/audit-store';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { AuditLog } from './audit-log';

const at = new Date('2026-07-01T12:00:00Z');
const actions = ['audit_read', 'links_revoked'];
const plain: AuditEntry = {
  id: 1,
  at,
  action: 'audit_read',
  staff: 'ada',
  name: null,
  detail: {},
  cancellationReason: null,
  subjectName: null,
  subjectKind: null,
  subjectId: null,
  reference: null,
};

function page(
  language: Language,
  entry: Partial<AuditEntry>,
  changes: Partial<ComponentProps<typeof AuditLog>> = {},
): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <AuditLog
        entries={[{ ...plain, ...entry }]}
        next={undefined}
        query={{ about: undefined, action: undefined, from: undefined, to: undefined }}
        actions={actions}
        catalogNames={{}}
        wrongDays={{}}
        {...changes}
      />
    </NextIntlClientProvider>,
  );
}

/** The texts of each cell of the entry. */
const cellsOf = (html: string) =>
  [...html.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
    cell
      .replaceAll(/<[^>]*>/g, '|')
      .split('|')
      .filter(Boolean),
  );

it('an entry of the audit log has the name and the identifier of the person, or the identifier alone', () => {
  const who = (of: Pick<AuditEntry, 'staff' | 'name'>) => cellsOf(page('en', of))[1];
  expect(who({ staff: '3f1c-ada', name: 'Ada Lovelace' })).toEqual(['Ada Lovelace', '3f1c-ada']);
  expect(who({ staff: '3f1c-ada', name: null })).toEqual(['3f1c-ada']);
});

const details = (language: Language, entry: Partial<AuditEntry>) =>
  cellsOf(page(language, entry))[4]?.join('') ?? '';

describe.each(languages)('the details of an entry (%s)', (language) => {
  const { audit, mails, happened } = messages[language].staff;

  it('are in the language of the page', () => {
    const detail = { kind: 'confirmation', amount: '36.00', done: false, tickets: 1200, language: 'fr' };
    const text = details(language, { detail });
    const { fields, values } = audit;
    for (const name of ['kind', 'amount', 'done', 'tickets', 'language'] as const)
      expect(text).toContain(`${fields[name]}: `);
    for (const value of [mails.confirmation, values.no, messages[language].checkout.order.languages.fr])
      expect(text).toContain(value);
    expect(text).toContain(new Intl.NumberFormat(language).format(1200));
    expect(text).not.toMatch(/confirmation_|"|false/);
  });

  it('have the reason of a change, and that of a cancellation', () => {
    const label = audit.fields.reason;
    expect(details(language, { detail: { reason: 'a repair' } })).toBe(`${label}: a repair`);
    const detail = { cancellation: 'c-1' };
    expect(details(language, { detail, cancellationReason: 'ill' })).toContain(`${label}: ill`);
  });

  it('name what happened to a payment', () => {
    const detail = { incident: 'du_1', incidentKind: 'dispute', status: 'lost' };
    const text = details(language, { detail });
    expect(text).toContain(happened.dispute_lost);
    expect(text).toContain('du_1');
  });

  it('are of actions by which one can filter, with their names', () => {
    const html = page(language, {});
    const offered = [...html.matchAll(/<option value="(\w+)"[^>]*>([^<]*)/g)];
    expect(offered.map(([, name]) => name).toSorted()).toEqual([...actions, 'changes'].toSorted());
    for (const [, name, text] of offered) expect(text).not.toBe(name);
    expect(html).not.toContain('value="hold_expired"');
  });

  it('a day that is none is named', () => {
    const html = page(language, {}, { wrongDays: { from: '2026-13-45' } });
    expect(html).toContain('2026-13-45');
    expect(html).toContain('aria-invalid="true"');
  });
});

it('what an entry is about is named, with a link', () => {
  const about = (entry: Partial<AuditEntry>, changes = {}) => {
    const html = page('en', entry, changes);
    return { text: cellsOf(html)[3]?.join(''), html };
  };
  const booking = about({ subjectKind: 'checkout', subjectId: 'c-1', reference: '3AMN-EFA3' });
  expect(booking.text).toBe('3AMN-EFA3');
  expect(booking.html).toContain('href="/en/staff/orders/c-1"');
  const catalog = { subjectKind: 'catalog', subjectId: 'k-1' } as const;
  expect(about(catalog, { catalogNames: { 'k-1': 'Tidal Museum' } }).text).toBe('Tidal Museum');
  expect(about(catalog).text).toBe('Catalogue');
  expect(about({ subjectKind: 'closing', subjectId: '2026-07-01' }).text).toBe('Closing of 2026-07-01');
});
