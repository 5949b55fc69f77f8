import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findInAttention } from './attention-testing';
import { findOrders } from './find-orders';
import { postOf, type Post } from './letters-testing';
import { beginLookup } from './lookup';
import { readMailProblems } from './mail-store';
import { readOrderView } from './read-checkout';
import { acknowledgeMailProblems, resendMails } from './resend-mail';
import { startStage, type Stage } from './testing';
import { readTimeline } from './timeline-store';

const operator = 'operator@shop.example';
const wrong = 'typo@example.org';
const right = 'ada.right@example.org';
let stage: Stage;
let post: Post;

beforeAll(async () => {
  stage = await startStage();
  stage.rooms.alertEmail = operator;
  post = postOf(stage);
});

afterAll(() => stage.close());

beforeEach(async () => {
  stage.reset();
  stage.mailbox.refusedRecipients.set(wrong, 550);
  await post.clear();
  await post.clearAttention();
});

const waiting = async () =>
  (await findInAttention(stage.rooms.database)).map(({ id, reasons }) => ({ id, reasons }));
const problems = (id: string) => readMailProblems(stage.rooms.database, id);

describe('an address that the mail server refuses for good', () => {
  it('is shown to staff with what the server answered, and the operator is alerted', async () => {
    const id = await post.ordered({ email: wrong });
    expect(await stage.state(id)).toBe('ordered');
    expect(await waiting()).toEqual([{ id, reasons: ['email_failed'] }]);
    expect(await problems(id)).toEqual([
      { kind: 'confirmation', attention: 'email_failed', failure: 'the mail server answered 550' },
    ]);
    expect(await post.queued()).toEqual([]);
    expect(post.subjectsTo(operator)).toEqual(['Alert: An e-mail could not be delivered']);
    const text = stage.mailbox.mails[0]?.mail.text ?? '';
    expect(text).toContain((await stage.find(id)).reference);
    expect(text).toContain(`https://shop.example/en/staff/orders/${id}`);
    expect(text).not.toMatch(/typo|Ada|Martin/);
  });

  it('is corrected by staff: the e-mail is sent there, and the order is found by it', async () => {
    const id = await post.ordered({ email: wrong });
    const { reference } = await stage.find(id);
    expect(await resendMails(stage.rooms, id, { email: right, staff: 'ada' })).toBe(true);
    await stage.settle();
    expect(post.subjectsTo(right)).toEqual(['Your tickets']);
    expect(await waiting()).toEqual([]);
    expect(await problems(id)).toEqual([]);
    expect((await findOrders(stage.rooms.database, right)).map((found) => found.reference)).toContain(
      reference,
    );
    expect((await findOrders(stage.rooms.database, wrong)).map((found) => found.reference)).not.toContain(
      reference,
    );
    await beginLookup(stage.rooms, { email: right, language: 'en', network: 'home' });
    await stage.settle();
    expect(post.subjectsTo(right)).toEqual(['Your tickets', 'Your code to find your orders']);
  });

  it('is told on the order’s page, until the corrected one was sent to', async () => {
    const delivery = async (id: string) => (await readOrderView(stage.rooms, id, 'en'))?.confirmation;
    stage.mailbox.refusals.push(451);
    const id = await post.ordered({ email: right });
    expect(await delivery(id)).toBe('sending');
    await post.later();
    expect(await delivery(id)).toBe('sent');
    const refused = await post.ordered({ email: wrong });
    expect(await delivery(refused)).toBe('undelivered');
    await resendMails(stage.rooms, refused, { email: right, staff: 'ada' });
    expect(await delivery(refused)).toBe('sending');
    await stage.settle();
    expect(await delivery(refused)).toBe('sent');
  });

  it('leaves no address in the timeline', async () => {
    const id = await post.ordered({ email: wrong });
    await resendMails(stage.rooms, id, { email: right, staff: 'ada' });
    await stage.settle();
    const timeline = await readTimeline(stage.rooms.database, id);
    expect(JSON.stringify(timeline)).not.toMatch(/@|typo/);
    expect(timeline.slice(-4).map(({ what }) => what)).toEqual([
      'mail_failed',
      'email_changed',
      'mail_requeued',
      'mail_sent',
    ]);
  });

  it('may be right: the e-mail is sent again to the same one when the server takes it', async () => {
    const id = await post.ordered({ email: wrong });
    stage.mailbox.refusedRecipients.clear();
    expect(await resendMails(stage.rooms, id, { email: wrong, staff: 'ada' })).toBe(true);
    await stage.settle();
    expect(post.subjectsTo(wrong)).toEqual(['Your tickets']);
    const happened = (await readTimeline(stage.rooms.database, id)).map(({ what }) => what);
    expect(happened).not.toContain('email_changed');
  });

  it('fails again: it is shown again, and the operator is told again', async () => {
    const id = await post.ordered({ email: wrong });
    await resendMails(stage.rooms, id, { email: wrong, staff: 'ada' });
    await stage.settle();
    await post.alertsLater(2);
    expect(await waiting()).toEqual([{ id, reasons: ['email_failed'] }]);
    expect(post.subjectsTo(operator)).toHaveLength(2);
  });

  it('is asked for in later e-mails, too, once it is corrected', async () => {
    stage.ticketing.documentsReady = false;
    const id = await post.ordered({ email: wrong });
    await resendMails(stage.rooms, id, { email: right, staff: 'ada' });
    await stage.settle();
    stage.ticketing.documentsReady = true;
    await post.later();
    expect(post.subjectsTo(right)).toEqual(['Your order is confirmed', 'Your tickets are ready']);
    expect(await waiting()).toEqual([]);
  });

  it('leaves the list when staff have told the customer in another way', async () => {
    const id = await post.ordered({ email: wrong });
    expect(await acknowledgeMailProblems(stage.rooms, id, { staff: 'ada' })).toBe(true);
    expect(await waiting()).toEqual([]);
    expect(await resendMails(stage.rooms, id, { email: right, staff: 'ada' })).toBe(false);
    expect((await stage.find(id)).customer?.email).toBe(wrong);
  });
});

describe('sending again', () => {
  it('twice at once sends one e-mail, to the address of the one who was first', async () => {
    const id = await post.ordered({ email: wrong });
    const other = 'bo@example.org';
    const sent = await Promise.all([
      resendMails(stage.rooms, id, { email: right, staff: 'ada' }),
      resendMails(stage.rooms, id, { email: other, staff: 'bo' }),
    ]);
    expect(sent.filter((one) => one)).toHaveLength(1);
    await stage.settle();
    expect([...post.subjectsTo(right), ...post.subjectsTo(other)]).toEqual(['Your tickets']);
    const [winner, loser] = sent[0] ? [right, other] : [other, right];
    expect(post.subjectsTo(winner)).toHaveLength(1);
    expect(await findOrders(stage.rooms.database, loser)).toEqual([]);
    expect((await stage.find(id)).customer?.email).toBe(winner);
  });

  it('is refused for what was delivered, and for what is no purchase', async () => {
    const id = await post.ordered();
    const changed = { email: right, staff: 'ada' };
    expect(await resendMails(stage.rooms, id, changed)).toBe(false);
    expect(await resendMails(stage.rooms, crypto.randomUUID(), changed)).toBe(false);
    expect((await stage.find(id)).customer?.email).toBe('ada@example.org');
  });
});

describe('an e-mail that can not be written', () => {
  it('is given up after a day, and shown to staff', async () => {
    const id = await post.ordered({ email: 'ada@example.org' });
    await stage.rooms.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.mail set due_at = clock_timestamp(), sent_at = null where checkout_id = ${id}`,
      ),
    );
    await stage.rooms.database.transaction((transaction) =>
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

it('the list of what waits for staff reads the e-mails that need them by an index of their own', async () => {
  const { database } = stage.rooms;
  const plan = await database.transaction(async (transaction) => {
    // With a handful of rows a scan is cheaper than any index; what is asked is whether the index fits the question.
    await transaction.run(sql`set local enable_seqscan = off`);
    return transaction.rows(
      z.record(z.string(), z.string()),
      sql`explain select checkout_id, min(attention_at), attention
          from storefront.mail where attention is not null group by checkout_id, attention`,
    );
  });
  expect(JSON.stringify(plan)).toContain('mail_in_attention');
});
