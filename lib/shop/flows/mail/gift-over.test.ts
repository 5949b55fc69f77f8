import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cancel, type Ordered } from '@/testing/shop/cancellations';
import { postOf, type Post } from '@/testing/shop/emails';
import { orderedAsGift } from '@/testing/shop/gifts';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { addDays } from '../../../locale/calendar';
import { venueDay } from '../../../locale/venue-time';
import { giftEnd } from '../../rules/valid-lines';
import { readOrderView } from '../lookup/read-checkout';
import { changeGift, sendGiftAgain, sendGiftNow } from './send-gift';

let shop: TestShop;
let post: Post;

beforeAll(async () => {
  shop = await startTestShop();
  post = postOf(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.reset();
  await post.clear();
  shop.ticketing.hasExtensions = true;
  shop.ticketing.tickets.support = 'change';
  shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
});

const inTwoDays = () => addDays(venueDay(new Date().toISOString(), 'Europe/Paris'), 2);
const gift = { name: 'Grace', email: 'grace@example.org', message: '', date: null };
/** The gifts that were sent, without what was written about changes of them. */
const gifts = () =>
  shop.mailbox.mails.filter(
    ({ recipients, mail }) => recipients.includes(gift.email) && mail.subject?.includes('gives you tickets'),
  );

const given = (date: string | null) => orderedAsGift(shop, { ...gift, date });

async function shown({ id }: Ordered) {
  const view = await readOrderView(shop.context, id, 'en');
  if (view === null) throw new Error('no order');
  return { state: view.giftDelivery?.state, end: giftEnd(view) };
}

/** As if the last e-mail had been sent a while ago. */
const waited = ({ id }: Ordered) =>
  shop.context.database.transaction((transaction) =>
    transaction.run(sql`update storefront.mail set created_at = created_at - interval '6 minutes'
      where checkout_id = ${id} and kind = 'gift'`),
  );

it('a gift of which no ticket is left is neither changed nor sent, by nobody', async () => {
  const ordered = await given(inTwoDays());
  expect(await shown(ordered)).toEqual({ state: 'waiting', end: null });
  await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
  expect(await shown(ordered)).toEqual({ state: 'waiting', end: null });
  await cancel(shop, ordered, { tickets: ordered.tickets.slice(1) });
  expect(await shown(ordered)).toEqual({ state: 'waiting', end: 'cancelled' });
  expect(await changeGift(shop.context, ordered.id, { ...gift, name: 'Alan' })).toBe('over');
  const byStaff = { email: 'alan@example.org', staff: 'ada' };
  expect(await sendGiftNow(shop.context, ordered.id, byStaff)).toBe('over');
  expect((await shop.find(ordered.id)).gift).toMatchObject({ name: 'Grace', email: gift.email });
});

it('a gift that was sent stays known as sent when its tickets are not valid any more', async () => {
  const ordered = await given(null);
  await post.later();
  await waited(ordered);
  await cancel(shop, ordered);
  expect(await sendGiftAgain(shop.context, ordered.id)).toBe('over');
  expect(await shown(ordered)).toEqual({ state: 'sent', end: 'cancelled' });
  expect(gifts()).toHaveLength(1);
});

it('a gift that was to be sent again when its tickets were cancelled stays known as sent', async () => {
  const ordered = await given(null);
  await post.later();
  const first = await readOrderView(shop.context, ordered.id, 'en');
  await waited(ordered);
  expect(await sendGiftAgain(shop.context, ordered.id)).toBe('again');
  await cancel(shop, ordered);
  await post.later();
  expect(gifts()).toHaveLength(1);
  const last = await readOrderView(shop.context, ordered.id, 'en');
  expect(last?.giftDelivery?.state).toBe('sent');
  expect(last?.giftDelivery?.sentAt?.slice(0, 16)).toBe(first?.giftDelivery?.sentAt?.slice(0, 16));
});
