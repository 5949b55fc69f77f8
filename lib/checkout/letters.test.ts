import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findLink } from './access-store';
import { postOf, type Post } from './letters-testing';
import { beginLookup, tryCode } from './lookup';
import { readOrderView } from './read-checkout';
import { startStage, type Stage } from './testing';
import { readTimeline } from './timeline-store';
import { hashLink, hashToken, newToken } from './tokens';

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

describe('the confirmation', () => {
  it('carries a link that opens the order, and nothing by which it could be made again', async () => {
    const id = await post.ordered();
    const [sent] = stage.mailbox.mails;
    const token = /\/en\/orders\/link\/([\w-]{43})/.exec(sent?.mail.text ?? '')?.[1] ?? '';
    expect(await findLink(stage.rooms.database, hashLink(token, stage.rooms.linkSecret))).toBe(id);
    expect(await findLink(stage.rooms.database, hashLink(token, 'another secret'))).toBeNull();
    const stored = await stage.rooms.database.rows(
      z.object({ row: z.string() }),
      sql`select link::text as row from storefront.link union all select mail::text from storefront.mail`,
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('is in the customer’s language', async () => {
    await post.ordered({ language: 'fr' });
    await post.ordered({ language: 'nl' });
    expect(stage.mailbox.mails[0]?.mail.subject).toMatch(/^Vos billets – commande /);
    expect(stage.mailbox.mails[1]?.mail.subject).toMatch(/^Uw tickets – bestelling /);
  });

  it('goes to one recipient, whatever the name says', async () => {
    const id = await post.ordered({ firstname: 'Ada\r\nBcc: evil@example.org', lastname: '"><script>' });
    const [sent] = stage.mailbox.mails;
    expect(sent?.recipients).toEqual(['ada@example.org']);
    expect(sent?.mail.bcc).toBeUndefined();
    expect(JSON.parse(stage.ticketing.orderCalls.at(-1) ?? '{}')).toMatchObject({
      customer: { firstname: 'Ada\r\nBcc: evil@example.org' },
    });
    expect(stage.reports.join()).not.toContain('evil');
    expect(JSON.stringify(await readTimeline(stage.rooms.database, id))).not.toContain('Ada');
  });
});

describe('tickets that come later than the order', () => {
  beforeEach(() => {
    stage.ticketing.documentsReady = false;
  });

  it('are promised by the confirmation, and told of when they are there, once', async () => {
    const id = await post.ordered();
    expect(post.subjects()).toEqual(['Your order is confirmed']);
    await post.later();
    expect(post.subjects()).toEqual(['Your order is confirmed']);
    stage.ticketing.documentsReady = true;
    await post.later();
    await post.later();
    expect(post.subjects()).toEqual(['Your order is confirmed', 'Your tickets are ready']);
    const token = /\/link\/([\w-]{43})/.exec(stage.mailbox.mails[1]?.mail.text ?? '')?.[1] ?? '';
    expect(await findLink(stage.rooms.database, hashLink(token, stage.rooms.linkSecret))).toBe(id);
    expect(await post.happened(id, 'mail_sent')).toEqual(['confirmation', 'tickets_ready']);
  });

  it('are looked for at 2 to 60 seconds', async () => {
    await post.ordered();
    expect((await post.queued())[0]?.seconds).toBeLessThan(2.6);
    for (let tries = 0; tries < 6; tries += 1) await post.later();
    const [late] = await post.queued();
    expect(late).toMatchObject({ kind: 'tickets_ready' });
    expect(late?.seconds).toBeGreaterThan(40);
    expect(late?.seconds).toBeLessThanOrEqual(75);
  });

  it('and a service that is away: they are looked for again', async () => {
    await post.ordered();
    stage.ticketing.away = true;
    await post.later();
    Object.assign(stage.ticketing, { away: false, documentsReady: true });
    await post.later();
    expect(post.subjects()).toEqual(['Your order is confirmed', 'Your tickets are ready']);
  });

  it('are not told of before the order is', async () => {
    stage.mailbox.refusals.push(451);
    await post.ordered();
    stage.ticketing.documentsReady = true;
    await post.later();
    await post.later();
    expect(post.subjects()).toEqual(['Your order is confirmed', 'Your tickets are ready']);
  });

  it('are not told of twice when the confirmation could tell of them', async () => {
    stage.mailbox.refusals.push(451);
    const id = await post.ordered();
    stage.ticketing.documentsReady = true;
    await readOrderView(stage.rooms, id, 'en');
    await post.later();
    await post.later();
    expect(post.subjects()).toEqual(['Your tickets']);
    expect(await post.queued()).toEqual([]);
    expect(await post.happened(id, 'mail_failed')).toEqual([]);
  });
});

describe('money that went back', () => {
  it('is told of with the amount and the reason', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    stage.ticketing.expire();
    stage.ticketing.stock = 0;
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('refunded');
    expect(post.subjects()).toEqual(['Your money is on its way back']);
    expect(stage.mailbox.mails[0]?.mail.text).toContain('You paid €36.00.');
    expect(stage.mailbox.mails[0]?.mail.text).toContain('others had bought the last ones');
  });

  it('was never taken where it was only set aside, and the letter says so', async () => {
    stage.rooms.capture = 'manual';
    try {
      const { id, sessionId } = await stage.paying();
      stage.provider.pay(sessionId);
      stage.ticketing.orderFaults.push('refuse');
      await stage.later(id);
      await stage.settle();
      expect(await stage.state(id)).toBe('voided');
    } finally {
      stage.rooms.capture = 'automatic';
    }
    expect(post.subjects()).toEqual(['You were not charged']);
    const text = stage.mailbox.mails[0]?.mail.text ?? '';
    expect(text).toContain('Nothing was charged.');
    expect(text).toContain('did not accept the order');
    expect(text).toContain('€36.00');
  });
});

describe('a code', () => {
  const codeIn = (index: number) =>
    /(\d{4}) (\d{4})/
      .exec(stage.mailbox.mails[index]?.mail.text ?? '')
      ?.slice(1)
      .join('') ?? '';

  it('is mailed to whom the orders are, without a link, and opens them', async () => {
    const email = 'grace@example.org';
    await post.ordered({ email });
    const lookupId = await beginLookup(stage.rooms, { email, language: 'de', network: 'home' });
    await stage.settle();
    const sent = stage.mailbox.mails[1];
    expect(sent?.recipients).toEqual([email]);
    expect(sent?.mail.subject).toBe('Ihr Code, um Ihre Bestellungen zu finden');
    expect(`${sent?.mail.text} ${sent?.mail.html}`).not.toMatch(/https?:/);
    const attempt = { lookupId, code: codeIn(1), tokenHash: hashToken(newToken()) };
    expect(await tryCode(stage.rooms, attempt)).toEqual({ kind: 'opened' });
  });

  it('is another one in each try, in a letter that no mailbox takes for a repetition', async () => {
    const email = 'joan@example.org';
    await post.ordered({ email });
    const lookupId = await beginLookup(stage.rooms, { email, language: 'en', network: 'home' });
    stage.network.mail.away = true;
    await stage.settle();
    stage.network.mail.away = false;
    await post.later();
    expect(stage.mailbox.mails[1]?.mail.messageId).toMatch(/\.1@/);
    const attempt = { lookupId, code: codeIn(1), tokenHash: hashToken(newToken()) };
    expect(await tryCode(stage.rooms, attempt)).toEqual({ kind: 'opened' });
  });

  it('is not mailed where there is nothing to find, and nobody hears of that', async () => {
    await beginLookup(stage.rooms, { email: 'nobody@example.org', language: 'en', network: 'home' });
    await stage.settle();
    expect(stage.mailbox.mails).toEqual([]);
    expect(await post.queued()).toEqual([]);
    expect(stage.reports).toEqual([]);
  });

  it('that was refused for good is given up without a word in any timeline', async () => {
    const email = 'mary@example.org';
    const id = await post.ordered({ email });
    stage.mailbox.refusals.push(550);
    await beginLookup(stage.rooms, { email, language: 'en', network: 'home' });
    await stage.settle();
    expect(await post.queued()).toEqual([]);
    expect(await post.happened(id, 'mail_failed')).toEqual([]);
  });
});
