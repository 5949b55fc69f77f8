import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { crashingContext } from '@/testing/faults/crash-injection';
import { cancel, type Ordered, requestFor, requestOne } from '@/testing/shop/cancellations';
import { postOf, type Post } from '@/testing/shop/emails';
import { exchanging, ordered as orderedExchange } from '@/testing/shop/exchanges';
import { orderedAsGift } from '@/testing/shop/gifts';
import { processDue } from '@/testing/shop/process-due';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { addDays } from '../../../locale/calendar';
import { venueDay } from '../../../locale/venue-time';
import { changeGift } from './send-gift';

let shop: TestShop;
let post: Post;

beforeAll(async () => {
  shop = await startTestShop();
  post = postOf(shop);
});
afterAll(() => shop.close());
function reset(): void {
  shop.reset();
  shop.ticketing.hasExtensions = true;
  shop.ticketing.tickets.support = 'change';
  shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
}
beforeEach(async () => {
  reset();
  await post.clear();
});

const inTwoDays = () => addDays(venueDay(new Date().toISOString(), 'Europe/Paris'), 2);
const gift = { name: 'Grace', email: 'grace@example.org', message: '', date: null };
const toGrace = () =>
  shop.mailbox.mails.filter(({ recipients }) => recipients.includes(gift.email)).map(({ mail }) => mail);

const given = (date: string | null = null) => orderedAsGift(shop, { ...gift, date });

const ofChange = (id: string) => sql`kind = 'gift_change' and checkout_id = ${id}::uuid`;

const makeChangeDue = (id: string) =>
  shop.context.database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.job set due_at = clock_timestamp() where subject = 'mail'
          and key in (select id::text from storefront.mail where ${ofChange(id)})`,
    ),
  );

/** Why the e-mail about the change is not sent any more; null: it waits. */
async function happenedTo(id: string): Promise<string | null> {
  const [row] = await shop.context.database.rows(
    z.object({ failure: z.string().nullable() }),
    sql`select failure from storefront.mail where ${ofChange(id)}`,
  );
  return row?.failure ?? null;
}

/** Cancels some of its tickets, and sends what is due. */
async function cancelled(of: Ordered, tickets = of.tickets): Promise<void> {
  await cancel(shop, of, { tickets });
  await post.later();
}

it('who has got a gift learns once what was cancelled and what is left, without price and booking number', async () => {
  const ordered = await given();
  await post.later();
  await cancelled(ordered, ordered.tickets.slice(0, 1));
  const [first, second, ...others] = toGrace();
  expect(first?.subject).toContain('gives you tickets');
  expect(others).toEqual([]);
  expect(second?.subject).toMatch(/^News about the gift from /);
  const { text = '', html = '' } = second ?? {};
  expect(text).toMatch(/not valid any more:\n\n1 × .+[^]+These tickets are valid:\n\n1 × /);
  expect(text).toContain('/en/tickets/');
  const { reference, customer } = await shop.find(ordered.id);
  for (const hidden of ['€', reference, customer?.email ?? 'none', '/orders/'])
    for (const content of [text, html]) expect(content).not.toContain(hidden);

  await cancelled(ordered, ordered.tickets.slice(1));
  const last = toGrace().at(-1)?.text ?? '';
  expect(toGrace()).toHaveLength(3);
  // Only what is new, and no link: nothing is left.
  expect(last).toMatch(/not valid any more:\n\n1 × /);
  expect(last).not.toContain('These tickets are valid');
  expect(last).not.toContain('/tickets/');
});

it('tickets that are exchanged are not valid any more for who has got them', async () => {
  const ordered = await given();
  await post.later();
  const { id } = await exchanging(shop, ordered, '18.00', [...ordered.tickets]);
  await orderedExchange(shop, id, '0.00');
  await post.later();
  expect(toGrace()).toHaveLength(2);
  expect(toGrace().at(-1)?.text).toMatch(/not valid any more:\n\n2 × /);
});

it('before the gift was sent nothing is written about what was cancelled; it then shows what is left', async () => {
  const ordered = await given(inTwoDays());
  await cancelled(ordered, ordered.tickets.slice(0, 1));
  expect(toGrace()).toEqual([]);
  expect((await post.queued()).filter(({ kind }) => kind === 'gift_change')).toEqual([]);
  // The day has come.
  await shop.context.database.transaction(async (transaction) => {
    await transaction.run(
      sql`update storefront.checkout set gift = jsonb_set(gift, '{date}', 'null') where id = ${ordered.id}`,
    );
    await transaction.run(sql`update storefront.job set due_at = clock_timestamp() where subject = 'mail'`);
  });
  await post.later();
  expect(toGrace()).toHaveLength(1);
  expect(toGrace()[0]?.text).toMatch(/^1 × /m);
  // What was cancelled before it was sent is not told with what is cancelled after it.
  await cancelled(ordered, ordered.tickets.slice(1));
  expect(toGrace()).toHaveLength(2);
  expect(toGrace()[1]?.text).toMatch(/not valid any more:\n\n1 × /);
});

it('changes that follow each other soon are one e-mail', async () => {
  const ordered = await given();
  await post.later();
  for (const ticket of ordered.tickets) await cancel(shop, ordered, { tickets: [ticket] });
  expect(toGrace()).toHaveLength(1);
  await post.later();
  expect(toGrace()).toHaveLength(2);
  expect(toGrace().at(-1)?.text).toMatch(/not valid any more:\n\n2 × /);
});

it('who gets it instead, on a later day, learns nothing before that day', async () => {
  const ordered = await given();
  await post.later();
  await shop.context.database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.mail set sent_at = null, failure = 'refused'
          where kind = 'gift' and checkout_id = ${ordered.id}`,
    ),
  );
  const next = { ...gift, email: 'alan@example.org', date: inTwoDays() };
  expect(await changeGift(shop.context, ordered.id, next)).toBe('changed');
  await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
  // What was enqueued is due, but not the gift.
  await makeChangeDue(ordered.id);
  await shop.settle();
  expect(post.subjectsTo('alan@example.org')).toEqual([]);
  expect(await happenedTo(ordered.id)).toBe('not needed');
});

it(
  'it is sent after a crash at any step, and not once more for what it has told',
  { timeout: 120_000 },
  async () => {
    for (let at = 1; at <= 28; at += 3) {
      reset();
      await post.clear();
      const ordered = await given();
      await post.later();
      await requestOne(shop.context, requestFor(shop, ordered));
      const crash = { at, when: at % 2 === 0 ? 'before' : 'after' } as const;
      const crashing = crashingContext(shop.context, crash);
      for (let round = 0; round < 12 && !crashing.hasCrashed(); round += 1)
        await crashing.outcome(processDue(crashing.context));
      for (let round = 0; round < 4; round += 1) {
        await shop.laterAll();
        await shop.settle();
      }
      const news = toGrace().filter(({ subject }) => subject?.startsWith('News'));
      // One that was sent before the crash is repeated with the same identifier: mailboxes drop it.
      const sent = new Set(news.map(({ messageId }) => messageId));
      expect({ crash, sent: sent.size }).toEqual({ crash, sent: 1 });
    }
  },
);
