import { sql } from 'drizzle-orm';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '@/lib/client/service-error';
import { totalOfLines } from '@/lib/invoice/tax-groups';
import { fromCents, subtractAmounts, sumAmounts } from '@/lib/money/money';
import { jobsOf } from '@/testing/shop/jobs';
import { cancel, orderedWithTickets } from '@/testing/shop/cancellations';
import { exchanging, ordered } from '@/testing/shop/exchanges';
import { incidentsOn } from '@/testing/shop/incidents';
import { processDue } from '@/testing/shop/process-due';
import { pdfText } from '@/testing/pdf-text';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readInvoices } from '../../data/invoice-store';
import { findUnsettled } from '../../data/payment-store';
import { findOrders } from '../lookup/find-orders';
import { placeOrder } from '../checkout/place-order';
import { correctInvoices } from './correct-invoice';
import { invoiceFile } from './invoice-file';
import { issueDocuments } from './issue-invoices';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** The documents of an e-mail; a confirmation has a file for the calendar, too. */
const attached = (mail: Email | undefined) =>
  (mail?.attachments ?? []).filter(({ mimeType }) => mimeType === 'application/pdf');
const documents = (id: string) => readInvoices(shop.context.database, id);
const later = async () => {
  await shop.laterAll();
  await shop.settle();
};
/** What the documents of a purchase add up to: invoices without credit notes. */
const kept = async (id: string) => {
  const all = await documents(id);
  const sum = (kind: string) => sumAmounts(all.filter((one) => one.kind === kind).map(({ total }) => total));
  return subtractAmounts(sum('invoice'), sum('credit_note'));
};
const details = (changes = {}) => ({
  company: 'Ada & Co',
  address: '12 rue de la Paix\n75002 Paris',
  vatNumber: 'FR40303265045',
  country: 'FR',
  ...changes,
});

describe('a paid purchase', () => {
  it('has one invoice, attached to its confirmation, with seller, buyer, items and payment', async () => {
    const { id } = await orderedWithTickets(shop);
    await later();
    const [invoice, ...others] = await documents(id);
    if (invoice === undefined) throw new Error('no invoice');
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ kind: 'invoice', total: '36.00', cause: 'purchase' });
    const text = await pdfText(await invoiceFile(shop.context, invoice));
    for (const expected of [invoice.number, 'Ada Martin', '€36.00', 'Online payment'])
      expect(text).toContain(expected);
    const mail = shop.mailbox.mails.find(({ mail: one }) => one.subject?.endsWith('your tickets'))?.mail;
    expect(attached(mail)).toMatchObject([
      { filename: `invoice-${invoice.number}.pdf`, mimeType: 'application/pdf' },
    ]);
    expect(mail?.text).toContain(`Your invoice ${invoice.number} is attached`);
    expect(await jobsOf(shop.context.database, 'invoice')).toEqual([]);
    expect(await findOrders(shop.context.database, invoice.number, 'all')).toMatchObject([
      { id, reasons: [{ kind: 'invoice' }] },
    ]);
  });

  it('has one invoice however often it is issued', async () => {
    const { id } = await orderedWithTickets(shop);
    await Promise.all(Array.from({ length: 5 }, () => issueDocuments(shop.context, id)));
    expect(await documents(id)).toHaveLength(1);
  });

  it('gets it later when the service does not tell the seller, and the confirmation is not late', async () => {
    const { context } = shop;
    const getCatalog = () =>
      Promise.reject(
        new ServiceError('no answer', { reason: 'timeout', effect: 'none', call: 'GET catalog' }),
      );
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    await shop.later(id, { holdOver: true });
    while (await processDue({ ...context, client: { ...context.client, getCatalog } }));
    const confirmation = shop.mailbox.mails.find(({ mail }) => mail.subject?.endsWith('your tickets'));
    expect(attached(confirmation?.mail)).toEqual([]);
    expect(shop.reports).toContain('warn: a confirmation is sent without its invoice');
    expect(await documents(id)).toEqual([]);
    await later();
    expect(await documents(id)).toHaveLength(1);
  });

  it('of a company has an invoice with its address as it was typed at the checkout', async () => {
    const id = await shop.hold();
    const invoice = { company: 'Ada & Co', address: '1 Quay\n69002 Lyon', vatNumber: null };
    await placeOrder(shop.context, { ...orderOf(id, '36.00'), more: { invoice, answers: null } });
    const payment = await findUnsettled(shop.context.database, id);
    shop.provider.pay(payment?.sessionId ?? '');
    await later();
    const [issued] = await documents(id);
    expect(issued?.buyer).toEqual({ name: 'Ada Martin', country: 'FR', ...invoice });
  });

  it('that cost nothing has none', async () => {
    shop.ticketing.price = '0.00';
    const { id } = await freeOrder();
    await later();
    expect(await documents(id)).toEqual([]);
  });
});

async function freeOrder() {
  const id = await shop.hold();
  await placeOrder(shop.context, orderOf(id, '0.00'));
  await shop.settle();
  expect(await shop.state(id)).toBe('ordered');
  return { id };
}

describe('a credit note', () => {
  it('says what was refunded for cancelled tickets, and names the invoice', async () => {
    const ordered = await orderedWithTickets(shop);
    const [first = ''] = ordered.tickets;
    await cancel(shop, ordered, { tickets: [first] });
    await later();
    const [invoice, note, ...others] = await documents(ordered.id);
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      kind: 'credit_note',
      total: '18.00',
      content: { earlier: invoice?.number, reason: 'cancelled', payments: [] },
    });
    expect(note?.content.lines).toMatchObject([{ quantity: 1, amount: '18.00' }]);
    expect(note?.position).toBe((invoice?.position ?? 0) + 1);
    expect(await kept(ordered.id)).toBe('18.00');
  });

  it('of a share of the price is for what was refunded, also of several cancellations', async () => {
    const ordered = await orderedWithTickets(shop, 3);
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 0.333 };
    for (const ticket of ordered.tickets) await cancel(shop, ordered, { tickets: [ticket], amount: '5.99' });
    await later();
    const all = await documents(ordered.id);
    expect(all.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note', 'credit_note', 'credit_note']);
    expect(await kept(ordered.id)).toBe(subtractAmounts('54.00', '17.97'));
    for (const { total, content } of all) expect(totalOfLines(content.lines)).toBe(total);
  });

  it.each([
    ['10.00', '8.00', '0.00'],
    ['18.00', '0.00', '0.00'],
    ['25.00', '0.00', '7.00'],
  ])(
    'of tickets exchanged for one of %s: documents add up to what was paid, less %s',
    async (price, back, more) => {
      const earlier = await orderedWithTickets(shop);
      await later();
      const { id } = await exchanging(shop, earlier, price);
      await ordered(shop, id, more);
      await later();
      const [note, ...others] = (await documents(earlier.id)).slice(1);
      expect(others).toEqual([]);
      expect(note).toMatchObject({ kind: 'credit_note', total: '18.00', content: { reason: 'exchanged' } });
      expect(await documents(id)).toMatchObject([{ kind: 'invoice', total: price }]);
      const together = sumAmounts([await kept(earlier.id), await kept(id)]);
      expect(together).toBe(subtractAmounts(sumAmounts(['36.00', more]), back));
      expect(fromCents(shop.provider.refunded.get(earlier.intent) ?? 0)).toBe(back);
    },
  );

  it('says what staff have refunded at the provider’s pages, once', async () => {
    const incidents = incidentsOn(shop);
    const ordered = await orderedWithTickets(shop);
    await later();
    const refund = shop.provider.incidents.refundAtDashboard(ordered.intent, 500);
    await incidents.deliver(...refund.events);
    await later();
    expect(await kept(ordered.id)).toBe('31.00');
    await issueDocuments(shop.context, ordered.id);
    const [, note, ...others] = await documents(ordered.id);
    expect(others).toEqual([]);
    expect(note).toMatchObject({ total: '5.00', content: { reason: 'refunded' } });
  });
});

describe('a correction', () => {
  it('is a credit note and a new invoice with the same amounts', async () => {
    const { id } = await orderedWithTickets(shop);
    expect(await correctInvoices(shop.context, id, details())).toBe('corrected');
    expect(await correctInvoices(shop.context, id, details())).toBe('nothing');
    const [first, note, second, ...others] = await documents(id);
    expect(others).toEqual([]);
    expect(first?.buyer).toMatchObject({ company: '', name: 'Ada Martin' });
    expect(note).toMatchObject({ kind: 'credit_note', total: '36.00', buyer: first?.buyer });
    expect(note?.content).toMatchObject({ earlier: first?.number, reason: 'corrected' });
    expect(second).toMatchObject({
      kind: 'invoice',
      total: '36.00',
      buyer: { company: 'Ada & Co', vatNumber: 'FR40303265045', address: '12 rue de la Paix\n75002 Paris' },
      content: { earlier: first?.number },
    });
    expect(await kept(id)).toBe('36.00');
    expect((await shop.find(id)).invoice).toEqual({
      company: 'Ada & Co',
      address: '12 rue de la Paix\n75002 Paris',
      vatNumber: 'FR40303265045',
    });
  });

  it('after a cancellation is about what is left, and a later cancellation about the new invoice', async () => {
    const ordered = await orderedWithTickets(shop, 3);
    const [first = '', second = ''] = ordered.tickets;
    await cancel(shop, ordered, { tickets: [first] });
    await later();
    expect(await correctInvoices(shop.context, ordered.id, details())).toBe('corrected');
    await cancel(shop, ordered, { tickets: [second] });
    await later();
    const all = await documents(ordered.id);
    expect(all.map(({ kind, total }) => `${kind} ${total}`)).toEqual([
      'invoice 54.00',
      'credit_note 18.00',
      'credit_note 36.00',
      'invoice 36.00',
      'credit_note 18.00',
    ]);
    expect(all[4]?.content.earlier).toBe(all[3]?.number);
    const made = all[3];
    if (made === undefined) throw new Error('no invoice');
    expect(sumAmounts(made.content.payments.map(({ amount }) => amount))).toBe(made.total);
    const text = await pdfText(await invoiceFile(shop.context, made));
    expect(text).toContain(`Refund, credit note ${all[1]?.number}`);
    expect(text).toMatch(/Refund, .*: -€18\.00 Nothing is left to pay/);
    expect(await kept(ordered.id)).toBe('18.00');
  });

  it('has another country, if it is another one', async () => {
    const { id } = await orderedWithTickets(shop);
    const german = details({ address: '1 Weg\n10115 Berlin', vatNumber: null, country: 'DE' });
    expect(await correctInvoices(shop.context, id, german)).toBe('corrected');
    const french = details({ ...german, country: 'FR' });
    expect(await correctInvoices(shop.context, id, french)).toBe('corrected');
    expect((await documents(id)).map(({ buyer }) => buyer?.country)).toEqual(['FR', 'FR', 'DE', 'DE', 'FR']);
    const [, , made] = await documents(id);
    if (made === undefined) throw new Error('no invoice');
    expect(await pdfText(await invoiceFile(shop.context, made))).toContain('10115 Berlin Germany');
  });

  it('of several people at once is made one after the other', async () => {
    const { id } = await orderedWithTickets(shop);
    const companies = ['A', 'B', 'C', 'D'];
    await Promise.all(companies.map((company) => correctInvoices(shop.context, id, details({ company }))));
    const all = await documents(id);
    expect(all).toHaveLength(9);
    expect(await kept(id)).toBe('36.00');
  });
});

describe('an issued document', () => {
  it('can’t be changed or deleted, but for its buyer', async () => {
    const { id } = await orderedWithTickets(shop);
    await issueDocuments(shop.context, id);
    const change = (statement: string) => shop.context.database.single.run(sql.raw(statement));
    const where = `where checkout_id = '${id}'`;
    await expect(change(`update storefront.invoice set total = 1 ${where}`)).rejects.toThrow();
    await expect(change(`delete from storefront.invoice ${where}`)).rejects.toThrow();
    await change(`update storefront.invoice set buyer = null ${where}`);
    expect(await documents(id)).toMatchObject([{ buyer: null, total: '36.00' }]);
  });
});
