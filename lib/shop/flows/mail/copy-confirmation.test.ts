import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { postOf, type Post } from '@/testing/shop/emails';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { findCheckout } from '../../data/checkout-store';
import { readTimeline } from '../../data/timeline-store';
import { maskAddress } from '../../rules/mask-address';
import { copyConfirmation, copyLimits } from './copy-confirmation';
import { readMailProblems } from '../../data/mail-problems';

const email = 'ada@example.org';
const other = 'assistant@example.org';
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

const copy = (id: string, to = other, staff = 'sam') =>
  copyConfirmation(shop.context, id, { email: to, staff });

const textTo = (address: string) =>
  shop.mailbox.mails.filter(({ recipients }) => recipients.includes(address)).map(({ mail }) => mail.text);

const withoutLink = (text: string | undefined) => text?.replace(/\/orders\/link\/\S+/g, '/orders/link/…');

const recipients = () =>
  shop.context.database.rows(
    z.object({ recipient: z.string() }),
    sql`select recipient from storefront.mail where recipient is not null`,
  );

/** As if so much time had passed since everything that has happened, but for the audit log, which never changes. */
async function later(seconds: number): Promise<void> {
  const earlier = (column: 'created_at' | 'at') =>
    sql`${sql.identifier(column)} = ${sql.identifier(column)} - make_interval(secs => ${seconds})`;
  await shop.context.database.transaction(async (transaction) => {
    await transaction.run(sql`update storefront.mail set ${earlier('created_at')}`);
    await transaction.run(sql`update storefront.timeline set ${earlier('at')}`);
  });
}

it('staff send the confirmation to another address: the same e-mail, and the customer stays as before', async () => {
  const id = await post.ordered({ email });
  expect(await copy(id)).toBe('sent');
  expect(await recipients()).toEqual([{ recipient: other }]);
  await shop.settle();
  const [own] = textTo(email);
  const [copied] = textTo(other);
  expect(withoutLink(copied)).toBe(withoutLink(own));
  expect(post.subjectsTo(email)).toHaveLength(1);
  expect((await findCheckout(shop.context.database, id))?.customer?.email).toBe(email);
  expect(await recipients()).toEqual([]);
});

it('the timeline and the audit log have the address only in part', async () => {
  const id = await post.ordered({ email });
  await copy(id);
  await shop.settle();
  const timeline = await readTimeline(shop.context.database, id);
  expect(timeline.slice(-2)).toMatchObject([
    {
      what: 'mail_copied',
      detail: { by: 'staff', staff: 'sam', toCustomer: false, address: maskAddress(other) },
    },
    { what: 'mail_sent', detail: { kind: 'confirmation_copy' } },
  ]);
  const audited = await readAudit(shop.context.database, { about: id });
  expect(audited).toMatchObject([
    { action: 'mail_copied', staff: 'sam', detail: { address: maskAddress(other) } },
  ]);
  expect(JSON.stringify([timeline, audited])).not.toContain(other);
});

it('two clicks at once send one e-mail, and the next one waits', async () => {
  const id = await post.ordered({ email });
  expect((await Promise.all([copy(id), copy(id)])).sort()).toEqual(['sending', 'sent']);
  await shop.settle();
  expect(await copy(id)).toBe('soon');
  await later(copyLimits.seconds);
  expect(await copy(id, 'third@example.org')).toBe('sent');
  await shop.settle();
  expect(post.subjectsTo(other)).toHaveLength(1);
  expect(post.subjectsTo('third@example.org')).toHaveLength(1);
});

it('to the corrected address of the customer it goes at once, also right after another one', async () => {
  const id = await post.ordered({ email });
  expect(await copy(id, other)).toBe('sent');
  const corrected = { email: 'corrected@example.org', staff: 'sam', isCorrected: true };
  expect(await copyConfirmation(shop.context, id, corrected)).toBe('sent');
  await shop.settle();
  expect(await copy(id, other)).toBe('soon');
  expect(await copyConfirmation(shop.context, id, corrected)).toBe('sent');
  await shop.settle();
  expect(textTo('corrected@example.org')).toHaveLength(2);
});

it('an order’s confirmation is sent a few times a day only', async () => {
  const id = await post.ordered({ email });
  for (let each = 0; each < copyLimits.ofOrderADay; each += 1) {
    expect(await copy(id)).toBe('sent');
    await shop.settle();
    await later(copyLimits.seconds);
  }
  expect(await copy(id)).toBe('often');
});

it('a person of the staff sends a limited number in an hour', async () => {
  const id = await post.ordered({ email });
  await shop.context.database.transaction((transaction) =>
    transaction.run(
      sql`insert into storefront.audit (at, staff, action, detail)
          select clock_timestamp(), 'busy', 'mail_copied', '{}'::jsonb
          from generate_series(1, ${copyLimits.ofStaffAnHour})`,
    ),
  );
  expect(await copy(id, other, 'busy')).toBe('often');
  expect(await copy(id, other, 'calm')).toBe('sent');
  await shop.settle();
});

it('an address that the mail server refuses is in the timeline, and the customer’s e-mails are not affected', async () => {
  const id = await post.ordered({ email });
  shop.mailbox.refusedRecipients.set(other, 550);
  expect(await copy(id)).toBe('sent');
  await shop.settle();
  expect(await post.happened(id, 'mail_failed')).toEqual(['confirmation_copy']);
  expect(await readMailProblems(shop.context.database, id)).toEqual([]);
  expect(await recipients()).toEqual([]);
  expect(JSON.stringify(await readTimeline(shop.context.database, id))).not.toContain(other);
});

it('nothing is sent without an order, or while its tickets are blocked, also when they are blocked meanwhile', async () => {
  expect(await copy(await shop.hold())).toBe('nothing');
  expect(await copy('01a20e0d-da16-70e9-a6e6-2f29e9808dd1')).toBe('nothing');
  const id = await post.ordered({ email });
  expect(await copy(id)).toBe('sent');
  await shop.context.database.transaction((transaction) =>
    transaction.run(
      sql`insert into storefront.ticket_block (checkout_id, blocked_at, blocked_by, tickets)
          values (${id}, clock_timestamp(), 'ada', '[]'::jsonb)`,
    ),
  );
  await shop.settle();
  expect(textTo(other)).toEqual([]);
  expect(await copy(id)).toBe('nothing');
});
