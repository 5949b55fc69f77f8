import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cancel, orderedWithTickets } from '@/testing/shop/cancellations';
import { exchanging, ordered } from '@/testing/shop/exchanges';
import { postOf, type Post } from '@/testing/shop/emails';
import { numberedSubject } from '@/testing/shop/numbered-subject';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readOrderView } from '../lookup/read-checkout';
import { copyConfirmation } from './copy-confirmation';
import { sendConfirmationAgain } from './send-again';

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

const again = (id: string) => sendConfirmationAgain(shop.context, id);
const copy = (id: string) => copyConfirmation(shop.context, id, { email: other, staff: 'sam' });

const textsTo = (address: string) =>
  shop.mailbox.mails
    .filter(
      ({ recipients, mail }) =>
        recipients.includes(address) && numberedSubject(mail).startsWith('Your tickets'),
    )
    .map(({ mail }) => mail.text ?? '');

/** As if the confirmation had been sent a while ago. */
const waited = (id: string) =>
  shop.context.database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.mail set created_at = created_at - interval '6 minutes' where checkout_id = ${id}`,
    ),
  );

it('the e-mail that is sent again has the tickets that are left, and says what was paid and given back', async () => {
  const booking = await orderedWithTickets(shop);
  expect(textsTo(email).at(-1)).toContain('2 × ');
  await cancel(shop, booking, { tickets: booking.tickets.slice(0, 1) });
  await waited(booking.id);
  expect(await again(booking.id)).toBe('sent');
  expect(await copy(booking.id)).toBe('sent');
  await shop.settle();
  for (const text of [textsTo(email).at(-1), textsTo(other).at(-1)]) {
    expect(text).toContain('1 × ');
    expect(text).not.toContain('2 × ');
    expect(text).toMatch(/Price of the whole booking:? +€36\.00/);
    expect(text).not.toContain('Total');
    expect(text).toContain(
      'Some tickets of this booking were cancelled: this e-mail has only those that are left.',
    );
    expect(text).toContain('€18.00 was refunded.');
  }
});

it('the e-mail that is sent again says for which booking tickets were exchanged', async () => {
  const booking = await orderedWithTickets(shop);
  const { id } = await exchanging(shop, booking);
  await ordered(shop, id, '0.00');
  await waited(booking.id);
  expect(await again(booking.id)).toBe('sent');
  await shop.settle();
  const { reference } = await shop.find(id);
  const text = textsTo(email).at(-1);
  expect(text).toContain('1 × ');
  expect(text).toContain('Some tickets of this booking were exchanged');
  expect(text).toContain(`1 ticket exchanged for booking ${reference} (€18.00 credited).`);
});

it('no e-mail has tickets of a booking of which none is left, and the confirmation stays known as sent', async () => {
  const booking = await orderedWithTickets(shop);
  await waited(booking.id);
  expect(await again(booking.id)).toBe('sent');
  expect(await copy(booking.id)).toBe('sent');
  await cancel(shop, booking);
  await post.later();
  expect(await again(booking.id)).toBe('over');
  expect(await copy(booking.id)).toBe('over');
  expect([textsTo(email).length, textsTo(other).length]).toEqual([1, 0]);
  expect((await readOrderView(shop.context, booking.id, 'en'))?.confirmation).toBe('sent');
});

it('tickets that were cancelled before the first e-mail about them are in none', async () => {
  shop.ticketing.documentsReady = false;
  shop.mailbox.refusedRecipients.set(email, 450);
  const booking = await orderedWithTickets(shop);
  await cancel(shop, booking);
  shop.mailbox.refusedRecipients.clear();
  shop.ticketing.documentsReady = true;
  await post.later();
  expect(post.subjectsTo(email)).toEqual(['Tickets cancelled']);
  expect((await readOrderView(shop.context, booking.id, 'en'))?.confirmation).toBeNull();
  expect(await again(booking.id)).toBe('nothing');
});

it('tickets whose cancellation is refused are in the first e-mail, which waits until it is decided', async () => {
  shop.mailbox.refusedRecipients.set(email, 450);
  const booking = await orderedWithTickets(shop);
  shop.ticketing.cancelling.faults.push('error_before');
  await cancel(shop, booking);
  shop.mailbox.refusedRecipients.clear();
  await post.later();
  expect(post.subjectsTo(email)).toEqual([]);
  // The deadline passes before the service is asked again.
  shop.ticketing.cancelling.rule = { until: new Date(0), share: 1 };
  await shop.laterAll();
  await shop.settle();
  await post.later();
  expect(textsTo(email).at(-1)).toContain('2 × ');
});
