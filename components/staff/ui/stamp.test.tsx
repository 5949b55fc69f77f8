import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { createTranslator, NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { AuditLog } from '../audit/audit-log';
import { foundView } from '../lookup/found-view';
import { StaffHeader } from '../layout/staff-header';

// In Paris it is the next day.
const at = new Date('2026-07-01T22:30:05Z');

function page(language: Language, timeZone: string) {
  const entry = { id: 1, at, staff: 'id-1', name: 'Ada', action: 'audit_read' } as const;
  const of = {
    subjectKind: null,
    subjectId: null,
    reference: null,
    detail: {},
    cancellationReason: null,
    subjectName: null,
  };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone={timeZone}>
      <PathnameContext.Provider value="/en/staff">
        <SearchParamsContext.Provider value={new URLSearchParams()}>
          <StaffHeader
            shop="Kasse"
            member={{ id: 'id-1', name: 'Ada', permissions: ['audit:read'], catalogs: 'all' }}
            tasks={null}
            search={null}
            signOut={() => Promise.resolve()}
          />
        </SearchParamsContext.Provider>
      </PathnameContext.Provider>
      <AuditLog
        entries={[{ ...entry, ...of }]}
        next={undefined}
        query={{ about: undefined, action: undefined, from: undefined, to: undefined }}
        actions={[]}
        catalogNames={{}}
        wrongDays={{}}
      />
    </NextIntlClientProvider>,
  );
}

describe('a moment on the pages of staff', () => {
  it('is a time of the shop’s zone, which the bar names', () => {
    const html = page('en', 'Europe/Paris');
    expect(html).toContain('2 Jul 2026, 00:30:05');
    expect(html).toContain('Times: Europe/Paris');
    expect(html).not.toContain('UTC');
    expect(page('en', 'America/New_York')).toContain('1 Jul 2026, 18:30:05');
  });

  it.each(languages)('is not called UTC in %s', (language) => {
    const html = page(language, 'Europe/Paris');
    expect(html).toContain('Europe/Paris');
    expect(html).not.toContain('UTC');
  });

  it('is one in the results of the search, too', () => {
    const t = createTranslator({ locale: 'en', messages: messages.en, namespace: 'staff' });
    const one = { id: 'c-1', reference: 'R-1', name: 'Zoe', createdAt: at } as const;
    const rest = { state: 'ordered', channel: 'web', settledAs: null, total: '1.00', email: null } as const;
    const end = { refunded: '0.00', toRefund: '0.00', isUndelivered: false, tickets: 0, cancelled: 0 };
    const never = { reason: null, escalatedAt: null, ...end, exchanged: 0 };
    const shown = { visits: [], count: 0, valid: 0, net: '1.00', replacedBy: null };
    const found = [{ ...one, reasons: [], references: [], ...rest, ...never, ...shown }];
    const search = { query: 'zoe', found, isCut: false, isTooLong: false, serviceUnavailable: false };
    const { rows } = foundView(search, { language: 'en', timeZone: 'Europe/Paris', t });
    expect(rows[0]?.created).toBe('2 Jul 2026, 00:30:05');
  });
});
