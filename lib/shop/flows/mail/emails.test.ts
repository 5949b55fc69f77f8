import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findLink } from '../../data/access-store';
import { postOf, type Post } from '@/testing/shop/emails';
import { beginLookup, tryCode } from '../lookup/lookup';
import { readOrderView } from '../lookup/read-checkout';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readTimeline } from '../../data/timeline-store';
import { hashLink, hashToken, newToken } from '../../tokens';

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

describe('the confirmation', () => {
  it('contains a link that opens the order, and nothing that would create the link again', async () => {
    const id = await post.ordered();
    const [sent] = shop.mailbox.mails;
    const token = /\/en\/orders\/link\/([\w-]{43})/.exec(sent?.mail.text ?? '')?.[1] ?? '';
    expect(await findLink(shop.context.database, hashLink(token, shop.context.linkSecret))).toBe(id);
    expect(await findLink(shop.context.database, hashLink(token, 'another secret'))).toBeNull();
    const stored = await shop.context.database.rows(
      z.object({ row: z.string() }),
      sql`select link::text as row from storefront.link union all select mail::text from storefront.mail`,
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('is in the customer’s language', async () => {
    await post.ordered({ language: 'fr' });
    await post.ordered({ language: 'nl' });
    expect(shop.mailbox.mails[0]?.mail.subject).toMatch(/ – vos billets$/);
    expect(shop.mailbox.mails[1]?.mail.subject).toMatch(/ – uw tickets$/);
  });

  it('goes to one recipient, whatever the customer’s name contains', async () => {
    const id = await post.ordered({ firstname: 'Ada\u2028Bcc: evil@example.org', lastname: '"><script>' });
    const [sent] = shop.mailbox.mails;
    expect(sent?.recipients).toEqual(['ada@example.org']);
    expect(sent?.mail.bcc).toBeUndefined();
    expect(JSON.parse(shop.ticketing.orderCalls.at(-1) ?? '{}')).toMatchObject({
      customer: { firstname: 'Ada\u2028Bcc: evil@example.org' },
    });
    expect(shop.reports.join()).not.toContain('evil');
    expect(JSON.stringify(await readTimeline(shop.context.database, id))).not.toContain('Ada');
  });
});

describe('tickets that become available later than the order', () => {
  beforeEach(() => {
    shop.ticketing.documentsReady = false;
  });

  it('are promised by the confirmation, and announced once when they are available', async () => {
    const id = await post.ordered();
    expect(post.subjects()).toEqual(['Your order is confirmed']);
    await post.later();
    expect(post.subjects()).toEqual(['Your order is confirmed']);
    shop.ticketing.documentsReady = true;
    await post.later();
    await post.later();
    expect(post.subjects()).toEqual(['Your order is confirmed', 'Your tickets are ready']);
    const token = /\/link\/([\w-]{43})/.exec(shop.mailbox.mails[1]?.mail.text ?? '')?.[1] ?? '';
    expect(await findLink(shop.context.database, hashLink(token, shop.context.linkSecret))).toBe(id);
    expect(await post.happened(id, 'mail_sent')).toEqual(['confirmation', 'tickets_ready']);
  });

  it('are looked up at intervals of 2 to 60 seconds', async () => {
    await post.ordered();
    expect((await post.queued())[0]?.seconds).toBeLessThan(2.6);
    for (let tries = 0; tries < 6; tries += 1) await post.later();
    const [late] = await post.queued();
    expect(late).toMatchObject({ kind: 'tickets_ready' });
    expect(late?.seconds).toBeGreaterThan(40);
    expect(late?.seconds).toBeLessThanOrEqual(75);
  });

  it('are looked up again when the service was unreachable', async () => {
    await post.ordered();
    shop.ticketing.unavailable = true;
    await post.later();
    Object.assign(shop.ticketing, { unavailable: false, documentsReady: true });
    await post.later();
    expect(post.subjects()).toEqual(['Your order is confirmed', 'Your tickets are ready']);
  });

  it('are not announced before the confirmation was sent', async () => {
    shop.mailbox.refusals.push(451);
    await post.ordered();
    shop.ticketing.documentsReady = true;
    await post.later();
    await post.later();
    expect(post.subjects()).toEqual(['Your order is confirmed', 'Your tickets are ready']);
  });

  it('are not announced separately when the confirmation contains them', async () => {
    shop.mailbox.refusals.push(451);
    const id = await post.ordered();
    shop.ticketing.documentsReady = true;
    await readOrderView(shop.context, id, 'en');
    await post.later();
    await post.later();
    expect(post.subjects()).toEqual(['Your tickets']);
    expect(await post.queued()).toEqual([]);
    expect(await post.happened(id, 'mail_failed')).toEqual([]);
  });
});

describe('a payment that was returned', () => {
  it('is announced with the amount and the reason', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    shop.ticketing.expire();
    shop.ticketing.stock = 0;
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('refunded');
    expect(post.subjects()).toEqual(['Your money is on its way back']);
    expect(shop.mailbox.mails[0]?.mail.text).toContain('You paid €36.00.');
    expect(shop.mailbox.mails[0]?.mail.text).toContain('others had bought the last tickets');
  });

  it('is called never charged when it was only authorized', async () => {
    shop.context.capture = 'manual';
    try {
      const { id, sessionId } = await shop.paying();
      shop.provider.pay(sessionId);
      shop.ticketing.orderFaults.push('refuse');
      await shop.later(id);
      await shop.settle();
      expect(await shop.state(id)).toBe('voided');
    } finally {
      shop.context.capture = 'automatic';
    }
    expect(post.subjects()).toEqual(['You were not charged']);
    const text = shop.mailbox.mails[0]?.mail.text ?? '';
    expect(text).toContain('Nothing was charged.');
    expect(text).toContain('did not accept the order');
    expect(text).toContain('€36.00');
  });
});

describe('the e-mail with a code', () => {
  const codeIn = (index: number) =>
    /(\d{4}) (\d{4})/
      .exec(shop.mailbox.mails[index]?.mail.text ?? '')
      ?.slice(1)
      .join('') ?? '';

  it('goes to the address of the orders, without a link, and its code opens them', async () => {
    const email = 'grace@example.org';
    await post.ordered({ email });
    const lookupId = await beginLookup(shop.context, { email, language: 'de', network: 'home' });
    await shop.settle();
    const sent = shop.mailbox.mails[1];
    expect(sent?.recipients).toEqual([email]);
    expect(sent?.mail.subject).toBe('Ihr Code, um Ihre Bestellungen zu finden');
    expect(`${sent?.mail.text} ${sent?.mail.html}`).not.toMatch(/https?:/);
    const attempt = { lookupId, code: codeIn(1), tokenHash: hashToken(newToken()) };
    expect(await tryCode(shop.context, attempt)).toEqual({ kind: 'opened' });
  });

  it('contains a new code in each try, with a new message ID so that no mailbox drops it as a repetition', async () => {
    const email = 'joan@example.org';
    await post.ordered({ email });
    const lookupId = await beginLookup(shop.context, { email, language: 'en', network: 'home' });
    shop.network.mail.unavailable = true;
    await shop.settle();
    shop.network.mail.unavailable = false;
    await post.later();
    expect(shop.mailbox.mails[1]?.mail.messageId).toMatch(/\.1@/);
    const attempt = { lookupId, code: codeIn(1), tokenHash: hashToken(newToken()) };
    expect(await tryCode(shop.context, attempt)).toEqual({ kind: 'opened' });
  });

  it('is not sent when there is nothing to find, and the requester is not told so', async () => {
    await beginLookup(shop.context, { email: 'nobody@example.org', language: 'en', network: 'home' });
    await shop.settle();
    expect(shop.mailbox.mails).toEqual([]);
    expect(await post.queued()).toEqual([]);
    expect(shop.reports).toEqual([]);
  });

  it('that was refused permanently is given up without an entry in any timeline', async () => {
    const email = 'mary@example.org';
    const id = await post.ordered({ email });
    shop.mailbox.refusals.push(550);
    await beginLookup(shop.context, { email, language: 'en', network: 'home' });
    await shop.settle();
    expect(await post.queued()).toEqual([]);
    expect(await post.happened(id, 'mail_failed')).toEqual([]);
  });
});
