import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { orderedWithTickets } from '@/testing/shop/cancellations';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { findCheckout } from '../../data/checkout-store';
import { readTimeline } from '../../data/timeline-store';
import { copyConfirmation } from './copy-confirmation';
import { correctContact } from './correct-contact';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const right = { email: 'Ada.Right@example.org', phone: '+33 6 12 34 56 78' };
const contactOf = async (id: string) => {
  const checkout = await findCheckout(shop.context.database, id);
  return { ...checkout?.customer, found: checkout?.email };
};

it('the customer is written to at the corrected address, and found by it', async () => {
  const { id } = await orderedWithTickets(shop);
  expect(await correctContact(shop.context, id, right, 'ada')).toBe('corrected');
  expect(await contactOf(id)).toMatchObject({ ...right, found: 'ada.right@example.org', lastname: 'Martin' });
  expect(await copyConfirmation(shop.context, id, { email: right.email, staff: 'ada' })).toBe('sent');
  await shop.settle();
  expect(shop.mailbox.mails.at(-1)?.recipients).toEqual([right.email]);
});

it('what is unchanged is not written down, and what is changed without the address or the number', async () => {
  const { id } = await orderedWithTickets(shop);
  await correctContact(shop.context, id, right, 'ada');
  expect(await correctContact(shop.context, id, right, 'bo')).toBe('unchanged');
  expect(await correctContact(shop.context, id, { ...right, phone: null }, 'bo')).toBe('corrected');
  expect(await contactOf(id)).not.toHaveProperty('phone');
  const timeline = (await readTimeline(shop.context.database, id)).filter(({ what }) =>
    what.endsWith('_changed'),
  );
  expect(timeline.map(({ what, detail }) => [what, detail['staff']])).toEqual([
    ['email_changed', 'ada'],
    ['phone_changed', 'ada'],
    ['phone_changed', 'bo'],
  ]);
  expect(JSON.stringify(timeline)).not.toMatch(/right|612|56 78/i);
  expect(await readAudit(shop.context.database, { action: 'phone_changed', about: id })).toHaveLength(2);
});

it('a person whose data was erased gets none again', async () => {
  expect(await correctContact(shop.context, '019c0000-0000-7000-8000-000000000001', right, 'ada')).toBe(
    'nothing',
  );
});
