import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postOf, type Post } from './letters-testing';
import { startStage, type Stage } from './testing';

let stage: Stage;
let post: Post;

beforeAll(async () => {
  stage = await startStage();
  post = postOf(stage);
});

afterAll(() => stage.close());

beforeEach(async () => {
  stage.reset();
  await post.clear();
});

const someLetter = {
  to: 'ada@example.org',
  subject: 'Your tickets',
  text: 'text',
  html: '<p>text</p>',
  messageId: '<1@shop.example>',
};

describe('a mail server', () => {
  it('that says "not now" is asked again, and the order stands', async () => {
    stage.mailbox.refusals.push(451, 451);
    const id = await post.ordered();
    expect(await stage.state(id)).toBe('ordered');
    expect(stage.mailbox.mails).toEqual([]);
    await post.later();
    await post.later();
    expect(stage.mailbox.mails).toHaveLength(1);
    expect(await post.happened(id, 'mail_sent')).toEqual(['confirmation']);
  });

  it('that is down is asked again for a day, at longer and longer intervals, and not afterwards', async () => {
    stage.network.mail.away = true;
    const id = await post.ordered();
    expect(await stage.state(id)).toBe('ordered');
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
    expect(stage.reports).toContain('error: a letter was given up');
  });

  it('that comes back within the day gets the letter', async () => {
    stage.network.mail.away = true;
    const id = await post.ordered();
    await post.later({ hours: 23 });
    stage.network.mail.away = false;
    await post.later();
    expect(post.subjects()).toEqual(['Your tickets']);
    expect(await post.happened(id, 'mail_sent')).toEqual(['confirmation']);
  });

  it('that refuses for good is not asked again, and staff can see it', async () => {
    stage.mailbox.refusals.push(550);
    const id = await post.ordered();
    await post.later();
    expect(stage.mailbox.mails).toEqual([]);
    expect(await post.happened(id, 'mail_failed')).toEqual(['confirmation']);
  });

  it('gets one header for one value, whatever is in it', async () => {
    await stage.rooms.mailer.send({
      ...someLetter,
      subject: 'Your tickets\r\nBcc: evil@example.org\r\n\r\nX',
      messageId: '<1@shop.example>\r\nBcc: evil@example.org',
    });
    const [sent] = stage.mailbox.mails;
    expect(sent?.recipients).toEqual(['ada@example.org']);
    expect(sent?.mail.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
    expect(sent?.mail.text?.trim()).toBe('text');
  });

  it.each([
    'ada@example.org\r\nBcc: evil@example.org',
    'ada@example.org, evil@example.org',
    'ada@example.org>\r\nRCPT TO:<evil@example.org',
  ])('is never given a second recipient: %j', async (to) => {
    const [sent] = await Promise.allSettled([stage.rooms.mailer.send({ ...someLetter, to })]);
    if (sent.status === 'rejected') expect(sent.reason).toMatchObject({ name: 'MailError', retry: false });
    expect(stage.mailbox.mails.flatMap(({ recipients }) => recipients)).not.toContain('evil@example.org');
    expect(stage.mailbox.mails.filter(({ mail }) => mail.bcc !== undefined)).toEqual([]);
  });
});
