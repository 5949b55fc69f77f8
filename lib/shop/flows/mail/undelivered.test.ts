import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInAttention } from '@/testing/shop/attention';
import { readAudit } from '../../data/audit-store';
import { findOrders } from '../lookup/find-orders';
import { postOf, type Post } from '@/testing/shop/emails';
import { beginLookup } from '../lookup/lookup';
import { readMailProblems } from '../../data/mail-problems';
import { readOrderView } from '../lookup/read-checkout';
import { acknowledgeMailProblems, resendMails } from './resend-mail';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readTimeline } from '../../data/timeline-store';

const operator = 'operator@shop.example';
const wrong = 'typo@example.org';
const right = 'ada.right@example.org';
let shop: TestShop;
let post: Post;

beforeAll(async () => {
  shop = await startTestShop();
  shop.context.alertEmail = operator;
  post = postOf(shop);
});

afterAll(() => shop.close());

beforeEach(async () => {
  shop.reset();
  shop.mailbox.refusedRecipients.set(wrong, 550);
  await post.clear();
  await post.clearAttention();
});

const waiting = async () =>
  (await findInAttention(shop.context.database)).map(({ id, reasons }) => ({ id, reasons }));
const problems = (id: string) => readMailProblems(shop.context.database, id);

describe('an address that the mail server refuses permanently', () => {
  it('is shown to staff with the server’s answer, and the operator is alerted', async () => {
    const id = await post.ordered({ email: wrong });
    expect(await shop.state(id)).toBe('ordered');
    expect(await waiting()).toEqual([{ id, reasons: ['email_failed'] }]);
    expect(await problems(id)).toEqual([
      { kind: 'confirmation', attention: 'email_failed', failure: 'the mail server answered 550' },
    ]);
    expect(await post.queued()).toEqual([]);
    expect(post.subjectsTo(operator)).toEqual(['Alert: An e-mail could not be delivered']);
    const text = shop.mailbox.mails[0]?.mail.text ?? '';
    expect(text).toContain((await shop.find(id)).reference);
    expect(text).toContain(`https://shop.example/en/staff/orders/${id}`);
    expect(text).not.toMatch(/typo|Ada|Martin/);
  });

  it('can be corrected by staff: the e-mail is sent there, and the order is found by the new address', async () => {
    const id = await post.ordered({ email: wrong });
    const { reference } = await shop.find(id);
    expect(await resendMails(shop.context, id, { email: right, staff: 'ada' })).toBe(true);
    await shop.settle();
    expect(post.subjectsTo(right)).toEqual(['Your tickets']);
    expect(await waiting()).toEqual([]);
    expect(await problems(id)).toEqual([]);
    expect((await findOrders(shop.context.database, right, 'all')).map((found) => found.reference)).toContain(
      reference,
    );
    expect(
      (await findOrders(shop.context.database, wrong, 'all')).map((found) => found.reference),
    ).not.toContain(reference);
    await beginLookup(shop.context, { email: right, language: 'en', network: 'home' });
    await shop.settle();
    expect(post.subjectsTo(right)).toEqual(['Your tickets', 'Your code to find your orders']);
  });

  it('is reported on the order’s page until an e-mail was sent to the corrected one', async () => {
    const delivery = async (id: string) => (await readOrderView(shop.context, id, 'en'))?.confirmation;
    shop.mailbox.refusals.push(451);
    const id = await post.ordered({ email: right });
    expect(await delivery(id)).toBe('sending');
    await post.later();
    expect(await delivery(id)).toBe('sent');
    const refused = await post.ordered({ email: wrong });
    expect(await delivery(refused)).toBe('undelivered');
    await resendMails(shop.context, refused, { email: right, staff: 'ada' });
    expect(await delivery(refused)).toBe('sending');
    await shop.settle();
    expect(await delivery(refused)).toBe('sent');
  });

  it('appears in the timeline and in the audit log only in part', async () => {
    const id = await post.ordered({ email: wrong });
    await resendMails(shop.context, id, { email: right, staff: 'ada' });
    await shop.settle();
    const timeline = await readTimeline(shop.context.database, id);
    expect(JSON.stringify(timeline)).not.toMatch(/typo|ada\.right/);
    const told = timeline.flatMap(({ what, detail }) =>
      'address' in detail ? [[what, detail['address']]] : [],
    );
    expect(told).toEqual([
      ['email_changed', 'a…@example.org'],
      ['mail_requeued', 'a…@example.org'],
    ]);
    const audited = await readAudit(shop.context.database, { about: id });
    expect(audited.map(({ detail }) => detail['address'])).toEqual(['a…@example.org', 'a…@example.org']);
    expect(JSON.stringify(audited)).not.toContain('ada.right');
    expect(timeline.slice(-4).map(({ what }) => what)).toEqual([
      'mail_failed',
      'email_changed',
      'mail_requeued',
      'mail_sent',
    ]);
  });

  it('may be right: the e-mail is sent again to the same address when the server accepts it', async () => {
    const id = await post.ordered({ email: wrong });
    shop.mailbox.refusedRecipients.clear();
    expect(await resendMails(shop.context, id, { email: wrong, staff: 'ada' })).toBe(true);
    await shop.settle();
    expect(post.subjectsTo(wrong)).toEqual(['Your tickets']);
    const happened = (await readTimeline(shop.context.database, id)).map(({ what }) => what);
    expect(happened).not.toContain('email_changed');
  });

  it('that fails again is shown again, and the operator is alerted again', async () => {
    const id = await post.ordered({ email: wrong });
    await resendMails(shop.context, id, { email: wrong, staff: 'ada' });
    await shop.settle();
    await post.alertsLater(2);
    expect(await waiting()).toEqual([{ id, reasons: ['email_failed'] }]);
    expect(post.subjectsTo(operator)).toHaveLength(2);
  });

  it('is replaced in later e-mails, too, once it is corrected', async () => {
    shop.ticketing.documentsReady = false;
    const id = await post.ordered({ email: wrong });
    await resendMails(shop.context, id, { email: right, staff: 'ada' });
    await shop.settle();
    shop.ticketing.documentsReady = true;
    await post.later();
    expect(post.subjectsTo(right)).toEqual(['Your order is confirmed', 'Your tickets are ready']);
    expect(await waiting()).toEqual([]);
  });

  it('leaves the staff list when staff have told the customer in another way', async () => {
    const id = await post.ordered({ email: wrong });
    expect(await acknowledgeMailProblems(shop.context, id, { staff: 'ada' })).toBe(true);
    expect(await waiting()).toEqual([]);
    expect(await resendMails(shop.context, id, { email: right, staff: 'ada' })).toBe(false);
    expect((await shop.find(id)).customer?.email).toBe(wrong);
  });
});

describe('sending again', () => {
  it('twice at the same time sends one e-mail, to the address of the first request', async () => {
    const id = await post.ordered({ email: wrong });
    const other = 'bo@example.org';
    const sent = await Promise.all([
      resendMails(shop.context, id, { email: right, staff: 'ada' }),
      resendMails(shop.context, id, { email: other, staff: 'bo' }),
    ]);
    expect(sent.filter((one) => one)).toHaveLength(1);
    await shop.settle();
    expect([...post.subjectsTo(right), ...post.subjectsTo(other)]).toEqual(['Your tickets']);
    const [winner, loser] = sent[0] ? [right, other] : [other, right];
    expect(post.subjectsTo(winner)).toHaveLength(1);
    expect(await findOrders(shop.context.database, loser, 'all')).toEqual([]);
    expect((await shop.find(id)).customer?.email).toBe(winner);
  });

  it('is refused for a delivered e-mail, and for an unknown purchase', async () => {
    const id = await post.ordered();
    const changed = { email: right, staff: 'ada' };
    expect(await resendMails(shop.context, id, changed)).toBe(false);
    expect(await resendMails(shop.context, crypto.randomUUID(), changed)).toBe(false);
    expect((await shop.find(id)).customer?.email).toBe('ada@example.org');
  });
});

describe('an e-mail that can not be written', () => {
  it('is given up after a day, and shown to staff', async () => {
    const id = await post.ordered({ email: 'ada@example.org' });
    await shop.context.database.transaction((transaction) =>
      transaction.run(
        sql`with again as (
              update storefront.mail set sent_at = null where checkout_id = ${id} returning id)
            insert into storefront.job (kind, subject, key, due_at)
            select 'mail', 'mail', id::text, clock_timestamp() from again on conflict do nothing`,
      ),
    );
    await shop.context.database.transaction((transaction) =>
      transaction.run(sql`update storefront.checkout set customer = null where id = ${id}`),
    );
    await post.later({ hours: 23 });
    expect(await waiting()).toEqual([]);
    await post.later({ hours: 1 });
    expect(await problems(id)).toEqual([
      { kind: 'confirmation', attention: 'email_failed', failure: 'it could not be written (Error)' },
    ]);
  });
});
