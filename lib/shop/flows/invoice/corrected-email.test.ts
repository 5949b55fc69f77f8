import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderedWithTickets } from '@/testing/shop/cancellations';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readInvoices } from '../../data/invoice-store';
import { correctInvoices } from './correct-invoice';
import { fileNameOf } from './invoice-file';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const correct = (id: string, company: string, staff: string | null = null) =>
  correctInvoices(
    shop.context,
    id,
    { company, address: '12 rue de la Paix\n75002 Paris', vatNumber: null, country: 'FR' },
    staff,
  );
const sent = () => shop.mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('Your new invoice'));
const filesOf = (position: number) => sent()[position]?.mail.attachments.map(({ filename }) => filename);

describe('the e-mail about a corrected invoice', () => {
  it('brings the new invoice and the credit note once, whoever corrects it', async () => {
    const { id } = await orderedWithTickets(shop);
    expect(await correct(id, 'Ada & Co')).toBe('corrected');
    await shop.settle();
    expect(await correct(id, 'Ada & Co')).toBe('nothing');
    await shop.settle();
    expect(await correct(id, 'Ada & Sons', 'staff')).toBe('corrected');
    await shop.settle();
    const names = (await readInvoices(shop.context.database, id)).map(fileNameOf);
    expect(names).toHaveLength(5);
    expect(sent()).toHaveLength(2);
    expect(filesOf(0)).toEqual(names.slice(1, 3));
    expect(filesOf(1)).toEqual(names.slice(3));
    const [, note = '', invoice = ''] = (await readInvoices(shop.context.database, id)).map(
      ({ number }) => number,
    );
    expect(sent()[0]?.mail.text).toContain(`Your invoice ${invoice} is attached`);
    expect(sent()[0]?.mail.text).toContain(`Credit note ${note} cancels the invoice`);
  });

  it('is one about several corrections, if they were made before it was sent', async () => {
    const { id } = await orderedWithTickets(shop);
    await correct(id, 'Ada & Co');
    await correct(id, 'Ada & Sons');
    await shop.settle();
    expect(sent()).toHaveLength(1);
    expect(filesOf(0)).toHaveLength(4);
  });
});
