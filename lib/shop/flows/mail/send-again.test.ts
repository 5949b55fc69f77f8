import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { postOf, type Post } from '@/testing/shop/emails';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readTimeline } from '../../data/timeline-store';
import { againLimits, sendConfirmationAgain } from './send-again';

const email = 'ada@example.org';
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

const again = (id: string) => sendConfirmationAgain(shop.context, id);

/** As if so many minutes had passed since everything that has happened. */
async function minutesLater(minutes: number): Promise<void> {
  const earlier = (column: 'created_at' | 'at') =>
    sql`${sql.identifier(column)} = ${sql.identifier(column)} - make_interval(mins => ${minutes})`;
  await shop.context.database.transaction(async (transaction) => {
    await transaction.run(sql`update storefront.mail set ${earlier('created_at')}`);
    await transaction.run(sql`update storefront.timeline set ${earlier('at')}`);
  });
}

it('a customer gets the e-mail about an order again after some minutes, and staff see that', async () => {
  const id = await post.ordered({ email });
  expect(post.subjectsTo(email)).toEqual(['Your tickets']);
  expect(await again(id)).toBe('soon');
  await minutesLater(againLimits.minutes);
  expect(await again(id)).toBe('sent');
  expect(await again(id)).toBe('sending');
  await shop.settle();
  expect(post.subjectsTo(email)).toEqual(['Your tickets', 'Your tickets']);
  expect(await again(id)).toBe('soon');
  const timeline = await readTimeline(shop.context.database, id);
  expect(timeline.at(-2)).toMatchObject({
    what: 'mail_requeued',
    detail: { by: 'guest', kind: 'confirmation' },
  });
  // A mailbox drops an e-mail whose ID it knows.
  const ids = shop.mailbox.mails.map(({ mail }) => mail.messageId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('two clicks at once send one e-mail', async () => {
  const id = await post.ordered({ email });
  await minutesLater(againLimits.minutes);
  expect((await Promise.all([again(id), again(id)])).sort()).toEqual(['sending', 'sent']);
  await shop.settle();
  expect(post.subjectsTo(email)).toHaveLength(2);
});

it('an order’s e-mail is sent again a few times a day only', async () => {
  const id = await post.ordered({ email });
  for (let each = 0; each < againLimits.mostADay; each += 1) {
    await minutesLater(againLimits.minutes);
    expect(await again(id)).toBe('sent');
    await shop.settle();
  }
  await minutesLater(againLimits.minutes);
  expect(await again(id)).toBe('often');
  expect(post.subjectsTo(email)).toHaveLength(1 + againLimits.mostADay);
  await minutesLater(24 * 60);
  expect(await again(id)).toBe('sent');
});

it('an e-mail that can’t be delivered stays with staff, and one that never was is not sent', async () => {
  shop.mailbox.refusedRecipients.set(email, 550);
  const id = await post.ordered({ email });
  await minutesLater(againLimits.minutes);
  expect(await again(id)).toBe('nothing');
  expect(await again(await post.paidOneCentLess())).toBe('nothing');
  expect(await again('01a20e0d-da16-70e9-a6e6-2f29e9808dd1')).toBe('nothing');
});

it('the e-mail of blocked tickets is not sent again', async () => {
  const id = await post.ordered({ email });
  await minutesLater(againLimits.minutes);
  await shop.context.database.transaction(async (transaction) => {
    await transaction.run(
      sql`insert into storefront.ticket_block (checkout_id, blocked_at, blocked_by, tickets)
          values (${id}, clock_timestamp(), 'ada', '[]'::jsonb)`,
    );
  });
  expect(await again(id)).toBe('nothing');
});
