import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { cancel, orderedWithTickets } from '@/testing/shop/cancellations';
import { correctInvoices } from '../flows/invoice/correct-invoice';
import { noteDownload } from '../flows/order/note-download';
import { firstReason } from '../../database/database';
import { languages } from '../../locale/languages';
import { messages } from '../../locale/messages';
import { revokeLinks } from '../flows/lookup/order-link';
import { deleteOldData } from '../flows/privacy/retention';
import { staffSessions } from './staff-session-store';
import { readTimeline } from './timeline-store';
import { audit, type AuditFilter, auditOnce, auditPageSize, readAudit } from './audit-store';
import { auditActions, auditLooks } from '../tables/audit-table';
import { auditChanges } from '../values/audit-changes';

const place = { browser: null, network: null };
let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

const run = (statement: string) =>
  shop.context.database.transaction((transaction) => transaction.run(sql.raw(statement)));

const signIn = (id: string, name: string) =>
  staffSessions.begin(shop.context, `hash-${id}`, {
    granted: { roles: [], catalogs: null },
    tokens: '',
    member: { id, name },
    place,
  });

const found = async (filter: AuditFilter) =>
  (await readAudit(shop.context.database, filter)).map(({ staff, name, action, reference }) => ({
    staff,
    name,
    action,
    reference,
  }));

it.each(languages)('each action of staff has a name, and no event of a program is one (%s)', (language) => {
  const { happened, audit: texts } = messages[language].staff;
  const named = Object.keys({ ...happened, ...texts.actions });
  expect(auditActions.filter((action) => !named.includes(action))).toEqual([]);
  for (const event of ['hold_expired', 'mail_sent', 'payment_received'])
    expect(auditActions).not.toContain(event);
});

describe('the audit log', () => {
  it('can only be added to: no row is changed, none deleted within a year, and it is not emptied', async () => {
    await shop.context.database.transaction((transaction) =>
      audit(transaction, { staff: 'append', action: 'audit_read' }),
    );
    for (const statement of [
      `update storefront.audit set staff = 'x'`,
      'delete from storefront.audit',
      'truncate storefront.audit',
    ])
      await expect(run(statement).catch((error: unknown) => firstReason(error))).resolves.toContain(
        'the audit log can only be added to',
      );
    expect(await found({ about: 'append' })).toHaveLength(1);
  });

  it('can be asked for what has changed something', async () => {
    for (const action of ['order_opened', 'note_written', 'audit_read', 'day_closed'] as const)
      await shop.context.database.transaction((transaction) => audit(transaction, { staff: 'busy', action }));
    const changes = await found({ about: 'busy', action: auditChanges });
    expect(changes.map(({ action }) => action)).toEqual(['day_closed', 'note_written']);
    // Every other action is a change, also one that is added later.
    expect(auditActions).toEqual(expect.arrayContaining([...auditLooks]));
  });

  it('has what staff did to an order, in the transaction that did it', async () => {
    const id = await shop.paidByWebhook();
    await shop.settle();
    const { reference } = await shop.find(id);
    await signIn('ada-1', 'Ada Lovelace');
    await revokeLinks(shop.context, id, 'ada-1');
    const entry = { staff: 'ada-1', name: 'Ada Lovelace', action: 'links_revoked', reference };
    expect(await found({ about: reference.toLowerCase() })).toEqual([entry]);
    expect(await found({ about: id })).toEqual([entry]);
    expect(await found({ about: 'lovelace' })).toEqual([entry]);
    expect(await found({ about: 'ada-1', action: 'links_revoked' })).toEqual([entry]);
    const last = (await readTimeline(shop.context.database, id)).at(-1);
    expect(last).toMatchObject({ what: 'links_revoked', detail: { by: 'staff', staff: 'ada-1' } });
  });

  it('has that staff corrected the invoice of an order', async () => {
    const { id } = await orderedWithTickets(shop);
    const { reference } = await shop.find(id);
    const buyer = { company: 'Ada & Co', address: '', vatNumber: null, country: 'FR' };
    expect(await correctInvoices(shop.context, id, buyer, 'clerk')).toBe('corrected');
    expect(await found({ about: id })).toMatchObject([
      { action: 'invoice_corrected', staff: 'clerk', reference },
    ]);
    // What the customer does is in the timeline only.
    expect(await correctInvoices(shop.context, id, { ...buyer, company: 'Other' })).toBe('corrected');
    expect(await found({ about: id })).toHaveLength(1);
  });

  it('is searched by a reference in any spelling, and by an identifier of the details', async () => {
    const id = await shop.paidByWebhook();
    await shop.settle();
    const { reference } = await shop.find(id);
    await revokeLinks(shop.context, id, 'typist');
    const document = crypto.randomUUID();
    await noteDownload(shop.context, id, 'typist', { document, language: 'en' });
    for (const about of [reference.replace('-', '').toLowerCase(), ` ${reference.toLowerCase()}`, 'typist'])
      expect(await found({ about: about.trim() })).toHaveLength(2);
    for (const about of [document, document.toUpperCase()])
      expect(await found({ about })).toMatchObject([{ action: 'document_downloaded', reference }]);
  });

  it('has the reason of a cancellation until the personal data is erased', async () => {
    const ordered = await orderedWithTickets(shop);
    await cancel(shop, ordered, { staff: 'agent', reason: 'the child is ill' });
    const reasons = async () =>
      (await readAudit(shop.context.database, { about: ordered.id })).map(
        (entry) => entry.cancellationReason,
      );
    expect(await reasons()).toEqual(['the child is ill']);
    await run(`update storefront.cancellation set reason = '' where checkout_id = '${ordered.id}'`);
    expect(await reasons()).toEqual([null]);
  });

  it('finds nothing for another action, another day, or a text that would be SQL', async () => {
    await shop.context.database.transaction((transaction) =>
      audit(transaction, { staff: 'bo', action: 'audit_read' }),
    );
    expect(await found({ about: 'bo' })).toHaveLength(1);
    expect(await found({ about: 'bo', action: 'links_revoked' })).toEqual([]);
    expect(await found({ about: 'bo', to: '2020-01-01' })).toEqual([]);
    expect(await found({ about: 'bo', from: '2020-01-01', to: '9999-12-30' })).toHaveLength(1);
    for (const about of ["' or 1=1 --", '%', '_o', '\\'.repeat(200)])
      expect(await found({ about })).toEqual([]);
  });

  it('has the days of a time zone', async () => {
    await run(`insert into storefront.audit (at, staff, action, detail)
      values ('2026-07-01T22:30:00Z', 'late', 'audit_read', '{}')`);
    const on = (day: string, timeZone: string) => found({ about: 'late', from: day, to: day, timeZone });
    expect(await on('2026-07-02', 'Europe/Paris')).toHaveLength(1);
    expect(await on('2026-07-01', 'Europe/Paris')).toEqual([]);
    expect(await on('2026-07-01', 'UTC')).toHaveLength(1);
  });

  it('is read page by page', async () => {
    await shop.context.database.transaction(async (transaction) => {
      for (let count = 0; count < auditPageSize + 5; count += 1)
        await audit(transaction, { staff: 'many', action: 'audit_read', detail: { count } });
    });
    const first = await readAudit(shop.context.database, { about: 'many' });
    const second = await readAudit(shop.context.database, { about: 'many', before: first.at(-1)?.id });
    const counts = [...first, ...second].map(({ detail }) => detail['count']);
    expect(counts).toEqual(
      Array.from({ length: auditPageSize + 5 }, (_, index) => auditPageSize + 4 - index),
    );
  });

  it('has one entry of what was made once, however often and at once it was asked for', async () => {
    const record = { staff: 'twice', action: 'voucher_batch_created', detail: { batch: 'b-1' } } as const;
    await Promise.all([1, 2, 3].map(() => auditOnce(shop.context, record, 'batch')));
    await auditOnce(shop.context, record, 'batch');
    expect(await found({ about: 'twice' })).toHaveLength(1);
    await auditOnce(shop.context, { ...record, detail: { batch: 'b-2' } }, 'batch');
    expect(await found({ about: 'twice' })).toHaveLength(2);
  });

  it('loses what is older than its period, and nothing else', async () => {
    await run(`insert into storefront.audit (at, staff, action, detail)
      select clock_timestamp() - make_interval(days => days), 'aged', 'audit_read', '{}'
      from unnest(array[300, 499, 501, 900]) as days`);
    const { nightly } = shop.context;
    const retention = { ...nightly.retention, audit: 500 };
    const context = { ...shop.context, nightly: { ...nightly, retention } };
    await deleteOldData(context, new AbortController().signal);
    expect(await found({ about: 'aged' })).toHaveLength(2);
  });
});
