import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderedWithTickets } from '@/testing/shop/cancellations';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readInvoices } from '../../data/invoice-store';
import { issueDocuments } from '../invoice/issue-invoices';
import { deleteOldData } from './retention';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

it('the customer on an invoice is deleted when its time is over, and not before; number and amounts stay', async () => {
  const { id } = await orderedWithTickets(shop);
  await issueDocuments(shop.context, id);
  const [before] = await readInvoices(shop.context.database, id);
  const night = async (invoices: number) => {
    const { nightly } = shop.context;
    const retention = { ...nightly.retention, invoices };
    await deleteOldData(
      { ...shop.context, nightly: { ...nightly, retention } },
      new AbortController().signal,
    );
    return readInvoices(shop.context.database, id);
  };
  expect(await night(1)).toEqual([before]);
  expect(before?.buyer).toMatchObject({ name: 'Ada Martin' });
  expect(await night(0)).toEqual([{ ...before, buyer: null }]);
});
