import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AuditEntry } from '@/lib/checkout/queries';
import { messages } from '@/lib/locale/messages';
import { AuditLog } from './audit-log';

const at = new Date('2026-07-01T12:00:00Z');
const about = { subjectKind: null, subjectId: null, reference: null, detail: {} };

function cellsOf(of: Pick<AuditEntry, 'staff' | 'name'>) {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <AuditLog
        entries={[{ id: 1, at, action: 'audit_read', ...about, ...of }]}
        next={undefined}
        query={{ about: undefined, action: undefined, from: undefined, to: undefined }}
      />
    </NextIntlClientProvider>,
  );
  return [...html.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
    cell
      .replaceAll(/<[^>]*>/g, '|')
      .split('|')
      .filter(Boolean),
  );
}

it('an entry of the audit log has the name and the identifier of the person, or the identifier alone', () => {
  expect(cellsOf({ staff: '3f1c-ada', name: 'Ada Lovelace' })[1]).toEqual(['Ada Lovelace', '3f1c-ada']);
  expect(cellsOf({ staff: '3f1c-ada', name: null })[1]).toEqual(['3f1c-ada']);
});
