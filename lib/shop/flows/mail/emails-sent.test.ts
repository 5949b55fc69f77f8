import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postOf, type Post } from '@/testing/shop/emails';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { claimJob } from '../../data/job-store';
import { enqueueEmail } from '../../data/mail-store';
import { sendEmail } from './emails';

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
});

const someEmail = {
  to: 'ada@example.org',
  subject: 'Your tickets',
  text: 'text',
  html: '<p>text</p>',
  messageId: '<1@shop.example>',
};

describe('a mail server', () => {
  it('that refuses an e-mail temporarily gets it again later, and the order stays valid', async () => {
    shop.mailbox.refusals.push(451, 451);
    const id = await post.ordered();
    expect(await shop.state(id)).toBe('ordered');
    expect(shop.mailbox.mails).toEqual([]);
    await post.later();
    await post.later();
    expect(shop.mailbox.mails).toHaveLength(1);
    expect(await post.happened(id, 'mail_sent')).toEqual(['confirmation']);
  });

  it('that is down is tried for a day, at longer and longer intervals, and not afterwards', async () => {
    shop.network.mail.unavailable = true;
    const id = await post.ordered();
    expect(await shop.state(id)).toBe('ordered');
    expect(await post.queued()).toMatchObject([{ kind: 'confirmation' }]);
    expect((await post.queued())[0]?.seconds).toBeLessThan(2.6);
    for (let tries = 0; tries < 6; tries += 1) await post.later();
    const [late] = await post.queued();
    expect(late?.seconds).toBeGreaterThan(40);
    expect(late?.seconds).toBeLessThanOrEqual(75);
    await post.later({ hours: 23 });
    expect(await post.queued()).toHaveLength(1);
    expect(await post.happened(id, 'mail_failed')).toEqual([]);
    await post.later({ hours: 1 });
    expect(await post.queued()).toEqual([]);
    expect(await post.happened(id, 'mail_failed')).toEqual(['confirmation']);
    expect(shop.reports).toContain('error: an e-mail was given up');
  });

  it('that comes back within the day gets the e-mail', async () => {
    shop.network.mail.unavailable = true;
    const id = await post.ordered();
    await post.later({ hours: 23 });
    shop.network.mail.unavailable = false;
    await post.later();
    expect(post.subjects()).toEqual(['Your tickets']);
    expect(await post.happened(id, 'mail_sent')).toEqual(['confirmation']);
  });

  it('that refuses an e-mail permanently does not get it again, and staff can see it', async () => {
    shop.mailbox.refusals.push(550);
    const id = await post.ordered();
    await post.later();
    expect(shop.mailbox.mails).toEqual([]);
    expect(await post.happened(id, 'mail_failed')).toEqual(['confirmation']);
  });

  it('gets one header for one value, whatever the value contains', async () => {
    await shop.context.mailer.send({
      ...someEmail,
      subject: 'Your tickets\r\nBcc: evil@example.org\r\n\r\nX',
      messageId: '<1@shop.example>\r\nBcc: evil@example.org',
    });
    const [sent] = shop.mailbox.mails;
    expect(sent?.recipients).toEqual(['ada@example.org']);
    expect(sent?.mail.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
    expect(sent?.mail.text?.trim()).toBe('text');
  });

  it.each([
    'ada@example.org\r\nBcc: evil@example.org',
    'ada@example.org, evil@example.org',
    'ada@example.org>\r\nRCPT TO:<evil@example.org',
  ])('never gets a second recipient: %j', async (to) => {
    const [sent] = await Promise.allSettled([shop.context.mailer.send({ ...someEmail, to })]);
    if (sent.status === 'rejected') expect(sent.reason).toMatchObject({ name: 'MailError', retry: false });
    expect(shop.mailbox.mails.flatMap(({ recipients }) => recipients)).not.toContain('evil@example.org');
    expect(shop.mailbox.mails.filter(({ mail }) => mail.bcc !== undefined)).toEqual([]);
  });
});

it('an e-mail that is enqueued again while it is sent is sent again, without waiting for the lease', async () => {
  shop.network.mail.unavailable = true;
  const checkoutId = await post.ordered();
  shop.network.mail.unavailable = false;
  const { database, mailer } = shop.context;
  const [mail] = await database.rows(
    z.object({ id: z.string() }),
    sql`select id from storefront.mail where checkout_id = ${checkoutId}::uuid and kind = 'confirmation'`,
  );
  const mailId = mail?.id ?? '';
  expect(await claimJob(database, 'mail', mailId)).toBe(true);
  const enqueues: typeof mailer = {
    ...mailer,
    send: async (email) => {
      await database.transaction((transaction) =>
        enqueueEmail(transaction, { checkoutId, kind: 'confirmation', again: true }),
      );
      await mailer.send(email);
    },
  };
  await sendEmail({ ...shop.context, mailer: enqueues }, mailId, 0);
  expect(shop.mailbox.mails).toHaveLength(1);
  await shop.settle();
  expect(shop.mailbox.mails).toHaveLength(2);
  expect(await post.queued()).toEqual([]);
});
