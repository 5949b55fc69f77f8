import { afterAll, beforeAll, expect, it } from 'vitest';
import { boughtBy } from '@/testing/shop/named-customer';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { erasePerson } from '../../../shop/flows/privacy/person';
import { findDocument, readOrderView } from '../../../shop/flows/lookup/read-checkout';
import { lastSegment } from '../../../contract/iri';
import { orderTickets } from './order-tickets';

let shop: TestShop;
let stop: () => Promise<void>;

beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());

/** A booking whose tickets have another holder than its customer. */
async function bought(name: string) {
  shop.ticketing.tickets.support = 'change';
  const id = await boughtBy(shop, name);
  for (const ticket of shop.ticketing.tickets.all.values())
    ticket.holder = { firstname: 'Grace', lastname: 'Hopper', email: null };
  return id;
}

const viewOf = async (id: string) => {
  const view = await readOrderView(shop.context, id, 'en');
  if (view === null) throw new Error('no order');
  return view;
};

it('a booking whose personal data was erased shows no holder and hands out no document', async () => {
  const id = await bought('gone');
  const before = await viewOf(id);
  const document = lastSegment(before.orders[0]?.data.documents[0] ?? '');
  expect((await orderTickets(before, 'en')).map(({ holder }) => holder)).toContain('Grace Hopper');
  expect(await findDocument(shop.context, id, document)).toMatchObject({ kind: 'found' });
  await erasePerson(shop.context, { email: 'erika.gone@example.org', staff: 'ada' });
  const tickets = await orderTickets(await viewOf(id), 'en');
  expect(tickets.length).toBeGreaterThan(0);
  for (const { holder } of tickets) expect(holder).toBe('');
  expect(await findDocument(shop.context, id, document)).toEqual({ kind: 'erased' });
  expect(await findDocument(shop.context, id, 'another')).toBeNull();
});
