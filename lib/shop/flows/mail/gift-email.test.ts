import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenTls, type WireServer } from '@/testing/faults/wire';
import { cancel } from '@/testing/shop/cancellations';
import { postOf, type Post } from '@/testing/shop/emails';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { addDays } from '../../../locale/calendar';
import { venueDay } from '../../../locale/venue-time';
import { readOrders } from '../../data/order-store';
import { readPayments } from '../../data/payment-store';
import { placeOrder } from '../checkout/place-order';
import { applyVoucher } from '../voucher/apply-voucher';
import { readOrderView } from '../lookup/read-checkout';
import { erasePerson, exportPerson } from '../privacy/person';
import type { Gift } from '../../values/checkout-values';
import { changeGift, sendGiftAgain, sendGiftNow } from './send-gift';

const ticketsFile = '%PDF-1.7 tickets without prices %%EOF';

let storage: WireServer & { ca: string };
let shop: TestShop;
let post: Post;

beforeAll(async () => {
  storage = await listenTls(() => ({
    text: '%PDF-1.7 tickets with prices %%EOF',
    headers: { 'content-type': 'application/pdf' },
  }));
  shop = await startTestShop({ documents: { hosts: [new URL(storage.url).host], ca: storage.ca } });
  post = postOf(shop);
});
afterAll(async () => {
  await shop.close();
  await storage.close();
});
beforeEach(async () => {
  shop.reset();
  await post.clear();
  shop.ticketing.documentUrl = `${storage.url}/tickets.pdf`;
  shop.ticketing.ticketsFile = ticketsFile;
});

const today = () => venueDay(new Date().toISOString(), 'Europe/Paris');
const gift = {
  name: 'Grace',
  email: 'grace@example.org',
  message: 'Dear <i>Grace</i>,\nenjoy it',
  date: null,
};

/** A paid and ordered checkout that is given to somebody, whose e-mails were tried once. */
async function given(change: Partial<Gift> = {}): Promise<string> {
  const id = await shop.hold();
  const more = { invoice: null, answers: null, gift: { ...gift, ...change } };
  await placeOrder(shop.context, { ...orderOf(id, '36.00'), more });
  const [sessionId] = [...shop.provider.sessions.keys()].slice(-1);
  shop.provider.pay(sessionId ?? '');
  await askIfPaying(shop.context, id);
  await shop.settle();
  return id;
}

const mailsTo = (address: string) =>
  shop.mailbox.mails.filter(({ recipients }) => recipients.includes(address)).map(({ mail }) => mail);
const gifts = () => mailsTo('grace@example.org');
const deliveryOf = async (id: string) => (await readOrderView(shop.context, id, 'en'))?.giftDelivery;
const dueIn = async () => (await post.queued()).find(({ kind }) => kind === 'gift')?.seconds ?? null;
const change = (statement: ReturnType<typeof sql>) =>
  shop.context.database.transaction((transaction) => transaction.run(statement));

describe('the e-mail of a gift', () => {
  it.each([
    { left: '14.00', sent: 1 },
    { left: null, sent: 0 },
  ])(
    'for which a code pays all is sent if it is that of a gift card (left: $left)',
    async ({ left, sent }) => {
      const { ticketing } = shop;
      ticketing.hasExtensions = true;
      ticketing.vouchers.set('Gift-1', '100.00');
      ticketing.voucherLeft = left;
      const id = await shop.hold();
      expect(await applyVoucher(shop.context, id, 'Gift-1')).toBe('applied');
      const more = { invoice: null, answers: null, gift };
      expect(await placeOrder(shop.context, { ...orderOf(id, '0.00'), more })).toEqual({ kind: 'placed' });
      await shop.settle();
      await post.later();
      expect(gifts()).toHaveLength(sent);
    },
  );

  it('is sent once, at once, with tickets that say nothing of prices or of who has paid', async () => {
    const id = await given();
    await post.later();
    const [mail, ...others] = gifts();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Ada Martin gives you tickets');
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['tickets.pdf', 'visit.ics']);
    const pdf = mail?.attachments[0]?.content;
    expect(typeof pdf === 'string' ? pdf : new TextDecoder().decode(pdf)).toBe(`${ticketsFile} for a gift`);
    const { reference } = await shop.find(id);
    const all = `${mail?.text} ${mail?.html} ${JSON.stringify(mail?.headers)}`;
    for (const secret of ['€', '36.00', '18.00', 'ada@example.org', reference, '/orders/'])
      expect(all).not.toContain(secret);
    const calendar = mail?.attachments.find(({ filename }) => filename === 'visit.ics')?.content;
    const dates = typeof calendar === 'string' ? calendar : new TextDecoder().decode(calendar);
    for (const secret of [reference, '/orders/']) expect(dates).not.toContain(secret);
    expect(mail?.text).toContain('> Dear <i>Grace</i>,\n> enjoy it');
    expect(mail?.html).toContain('Dear &lt;i&gt;Grace&lt;/i&gt;,<br>enjoy it');
    expect(mail?.text).toMatch(/https:\/\/shop\.example\/en\/tickets\/[\w-]{43}\n/);
    expect(await deliveryOf(id)).toMatchObject({ state: 'sent' });
    const [confirmation] = mailsTo('ada@example.org');
    expect(confirmation?.text).toMatch(/gift for Grace.* grace@example\.org/);
    expect(confirmation?.text).toContain('€36.00');
  });

  it('has no document with prices, from a server that draws no other', async () => {
    delete shop.ticketing.ticketsFile;
    await given();
    await post.later();
    expect(gifts().map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([
      ['visit.ics'],
    ]);
  });

  it('waits for its day, by the clock of the shop', async () => {
    const id = await given({ date: addDays(today(), 3) });
    const due = new Date(Date.now() + ((await dueIn()) ?? 0) * 1_000).toISOString();
    expect(venueDay(due, 'Europe/Paris')).toBe(addDays(today(), 3));
    await post.later();
    expect(gifts()).toEqual([]);
    await change(sql`update storefront.checkout
      set gift = jsonb_set(gift, '{date}', to_jsonb(${today()}::text)) where id = ${id}`);
    await post.later();
    await post.later();
    expect(gifts()).toHaveLength(1);
  });

  it('waits until its tickets are there, and is sent then', async () => {
    shop.ticketing.documentsReady = false;
    await given();
    await post.later();
    expect(gifts()).toEqual([]);
    shop.ticketing.documentsReady = true;
    await post.later();
    expect(gifts()).toHaveLength(1);
  });

  it('is not sent for a booking that costs nothing, nor without a gift', async () => {
    await post.ordered();
    expect(await dueIn()).toBeNull();
    expect(post.subjects().some((subject) => subject.includes('gives you'))).toBe(false);
  });

  it('leaves out what was cancelled before, and is not sent if nothing is left', async () => {
    shop.ticketing.hasExtensions = true;
    shop.ticketing.tickets.support = 'change';
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
    const cancelled = async (count: number) => {
      const id = await given({ date: addDays(today(), 2) });
      const [order] = await readOrders(shop.context.database, id);
      const [payment] = await readPayments(shop.context.database, id);
      const tickets = order?.data.items[0]?.tickets ?? [];
      const ordered = { id, orderId: order?.id ?? '', tickets, intent: payment?.intent ?? '' };
      await cancel(shop, ordered, { tickets: tickets.slice(0, count) });
      await change(
        sql`update storefront.checkout set gift = jsonb_set(gift, '{date}', 'null') where id = ${id}`,
      );
      await post.later();
      return id;
    };
    const partly = await cancelled(1);
    expect(await deliveryOf(partly)).toMatchObject({ state: 'sent' });
    expect(gifts()[0]?.text).toContain('1 × ');
    expect(await deliveryOf(await cancelled(2))).toMatchObject({ state: 'ended' });
    expect(gifts()).toHaveLength(1);
  });

  it('does not give tickets of a booking that is blocked', async () => {
    const id = await given({ date: addDays(today(), 2) });
    await change(sql`insert into storefront.ticket_block (checkout_id, blocked_at, blocked_by, tickets)
      values (${id}, clock_timestamp(), 'ada', '[]'::jsonb)`);
    await change(
      sql`update storefront.checkout set gift = jsonb_set(gift, '{date}', 'null') where id = ${id}`,
    );
    await post.later();
    expect(gifts()).toEqual([]);
    expect(await deliveryOf(id)).toMatchObject({ state: 'ended' });
  });
});

describe('a gift', () => {
  it('can be changed until it was sent', async () => {
    const id = await given({ date: addDays(today(), 3) });
    const next = { ...gift, email: 'alan@example.org', date: null };
    expect(await changeGift(shop.context, id, next)).toBe('changed');
    await shop.settle();
    expect(gifts()).toEqual([]);
    expect(mailsTo('alan@example.org')).toHaveLength(1);
    expect(await changeGift(shop.context, id, gift)).toBe('late');
    expect((await shop.find(id)).gift?.email).toBe('alan@example.org');
  });

  it('is changed a few times a day at most', async () => {
    const id = await given({ date: addDays(today(), 3) });
    const next = { ...gift, date: addDays(today(), 2) };
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => changeGift(shop.context, id, next)));
    expect(answers.filter((answer) => answer === 'changed')).toHaveLength(5);
    expect(answers).toContain('often');
  });

  it('is sent again when some time has passed', async () => {
    const id = await given();
    expect(await sendGiftAgain(shop.context, id)).toBe('soon');
    await change(sql`update storefront.mail set created_at = created_at - interval '6 minutes'
      where checkout_id = ${id} and kind = 'gift'`);
    expect(await sendGiftAgain(shop.context, id)).toBe('again');
    expect(await sendGiftAgain(shop.context, id)).toBe('sending');
    await shop.settle();
    expect(gifts()).toHaveLength(2);
  });

  it('is sent by staff to a corrected address, and of any other booking there is nothing to send', async () => {
    const id = await given({ date: addDays(today(), 3) });
    const to = { email: 'alan@example.org', staff: 'ada' };
    expect(await sendGiftNow(shop.context, id, to)).toBe('sent');
    await shop.settle();
    expect(mailsTo('alan@example.org')).toHaveLength(1);
    expect(await sendGiftNow(shop.context, id, to)).toBe('soon');
    expect((await shop.find(id)).customer?.email).toBe('ada@example.org');
    const other = await post.ordered();
    expect(await sendGiftNow(shop.context, other, to)).toBe('nothing');
    expect(await changeGift(shop.context, other, gift)).toBe('nothing');
    expect(await sendGiftAgain(shop.context, other)).toBe('nothing');
  });

  it('is exported and erased for the person to whom it was given, and the booking stays', async () => {
    const id = await given({ email: 'hedy@example.org', message: 'Very personal' });
    const data = await exportPerson(shop.context, 'HEDY@example.org');
    expect(data.bookings).toEqual([]);
    expect(data.gifts).toMatchObject([{ gift: { name: 'Grace', message: 'Very personal' } }]);
    expect(JSON.stringify(data)).not.toMatch(/ada@|Martin/);
    expect(await erasePerson(shop.context, { email: 'Hedy@example.org', staff: 'ada' })).toEqual({
      erased: 1,
      goingOn: 0,
      checkoutIds: [],
    });
    const left = await shop.find(id);
    expect([left.gift, left.customer?.email]).toEqual([null, 'ada@example.org']);
    expect(await deliveryOf(id)).toBeNull();
  });

  it('that waits for its day is erased with the data of either person, and not sent', async () => {
    const personal = { email: 'joan@example.org', date: addDays(today(), 3) };
    const id = await given(personal);
    expect(await erasePerson(shop.context, { email: personal.email, staff: 'ada' })).toMatchObject({
      erased: 1,
      goingOn: 0,
    });
    const other = await given(personal);
    await change(sql`update storefront.checkout set email = 'bob@example.org' where id = ${other}`);
    expect(await erasePerson(shop.context, { email: 'bob@example.org', staff: 'ada' })).toMatchObject({
      erased: 1,
      goingOn: 0,
    });
    for (const erased of [id, other]) {
      expect((await shop.find(erased)).gift).toBeNull();
      expect(await deliveryOf(erased)).toBeNull();
    }
    await post.later();
    expect(mailsTo(personal.email)).toEqual([]);
  });

  it('that is being sent is erased after that', async () => {
    shop.ticketing.documentsReady = false;
    await given({ email: 'emmy@example.org' });
    const request = { email: 'emmy@example.org', staff: 'ada' };
    expect(await erasePerson(shop.context, request)).toMatchObject({ erased: 0, goingOn: 1 });
  });
});
