import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findLink } from './access-store';
import { placeOrder } from './pay';
import { askIfPaying } from './settle';
import { orderOf, startStage, type Stage } from './testing';
import { readTimeline } from './timeline-store';
import { hashLink } from './tokens';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

async function ordered(customer: Parameters<typeof orderOf>[2] = {}): Promise<string> {
  const id = await stage.hold();
  await placeOrder(stage.rooms, orderOf(id, '36.00', customer));
  const [sessionId] = [...stage.provider.sessions.keys()].slice(-1);
  stage.provider.pay(sessionId ?? '');
  await askIfPaying(stage.rooms, id);
  await stage.settle();
  return id;
}

async function mailLater(): Promise<void> {
  await stage.rooms.database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.mail set due_at = clock_timestamp(), leased_until = null where due_at is not null`,
    ),
  );
  await stage.settle();
}

describe('the confirmation', () => {
  it('carries a link that opens the order, and nothing by which it could be made again', async () => {
    const id = await ordered();
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
    await ordered({ language: 'fr' });
    expect(stage.mailbox.mails[0]?.mail.subject).toMatch(/^Vos billets – commande /);
  });

  it('goes to one recipient, whatever the name says', async () => {
    const id = await ordered({ firstname: 'Ada\r\nBcc: evil@example.org', lastname: '"><script>' });
    const [sent] = stage.mailbox.mails;
    expect(sent?.recipients).toEqual(['ada@example.org']);
    expect(sent?.mail.bcc).toBeUndefined();
    expect(JSON.parse(stage.ticketing.orderCalls.at(-1) ?? '{}')).toMatchObject({
      customer: { firstname: 'Ada\r\nBcc: evil@example.org' },
    });
    expect(stage.reports.join()).not.toContain('evil');
    expect(JSON.stringify(await readTimeline(stage.rooms.database, id))).not.toContain('Ada');
  });

  it('is sent again while the mail server says "not now", and the order stands', async () => {
    stage.mailbox.refusals.push(451, 451);
    const id = await ordered();
    expect(await stage.state(id)).toBe('ordered');
    expect(stage.mailbox.mails).toEqual([]);
    await mailLater();
    await mailLater();
    expect(stage.mailbox.mails).toHaveLength(1);
    const timeline = await readTimeline(stage.rooms.database, id);
    expect(timeline.map(({ what }) => what)).toContain('mail_sent');
  });

  it('that is refused for good is given up, and staff can see it', async () => {
    stage.mailbox.refusals.push(550);
    const id = await ordered();
    await mailLater();
    expect(stage.mailbox.mails).toEqual([]);
    const timeline = await readTimeline(stage.rooms.database, id);
    expect(timeline.map(({ what }) => what)).toContain('mail_failed');
  });
});
