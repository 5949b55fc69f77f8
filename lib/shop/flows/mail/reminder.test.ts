import { afterEach, beforeEach, expect, it } from 'vitest';
import { cancel, orderedWithTickets } from '@/testing/shop/cancellations';
import { postOf, type Post } from '@/testing/shop/emails';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { addDays } from '../../../locale/calendar';
import type { Language } from '../../../locale/languages';
import { venueDay } from '../../../locale/venue-time';
import { readOrderView } from '../lookup/read-checkout';

let shop: TestShop;
let post: Post;

// Each test has a shop of its own, because the shop keeps what it has read of a session.
beforeEach(async () => {
  shop = await startTestShop({ reminderHour: 10 });
  post = postOf(shop);
});
afterEach(() => shop.close());

const subject = 'Your visit is tomorrow';
const dueIn = async () => (await post.queued()).filter(({ kind }) => kind === 'reminder');

/** A feed moves the session to tomorrow, and the shop has seen it: the catalogue's answers are kept for a second. */
async function moveToTomorrow(id: string, language: Language = 'en'): Promise<void> {
  const [first, ...others] = shop.ticketing.programme;
  if (first === undefined) throw new Error('there is no session');
  const occursAt = `${addDays(venueDay(new Date().toISOString(), 'Europe/Paris'), 1)}T23:30:00+01:00`;
  shop.ticketing.programme = [{ ...first, occursAt }, ...others];
  const shownAt = async () =>
    (await readOrderView(shop.context, id, language))?.items[0]?.lines[0]?.tickets[0]?.occursAt;
  await expect.poll(shownAt, { timeout: 10_000, interval: 100 }).toBe(occursAt);
}

it('waits until ten o’clock of the day before the visit, at the venue', async () => {
  await post.ordered();
  const [reminder, ...others] = await dueIn();
  expect(others).toEqual([]);
  const due = Date.now() + (reminder?.seconds ?? 0) * 1000;
  expect(Math.abs(due - Date.parse('2030-05-03T08:00:00Z'))).toBeLessThan(60_000);
  await post.later();
  expect(post.subjects()).not.toContain(subject);
  expect(await dueIn()).toHaveLength(1);
});

it('is sent once, in the customer’s language, with the visit', async () => {
  const id = await post.ordered({ language: 'fr' });
  await moveToTomorrow(id, 'fr');
  await post.later();
  await post.later();
  const reminders = shop.mailbox.mails.filter(({ mail }) =>
    mail.subject?.startsWith('Votre visite est demain'),
  );
  expect(reminders).toHaveLength(1);
  expect(reminders[0]?.mail.text).toMatch(/2 × [^]*23:30/);
  expect(await dueIn()).toEqual([]);
  // Whoever has the confirmation sent again has been reminded.
  expect(await post.happened(id, 'mail_sent')).toEqual(['confirmation', 'reminder']);
});

it('is not sent for tickets that were cancelled', async () => {
  const ordered = await orderedWithTickets(shop);
  expect(await dueIn()).toHaveLength(1);
  await cancel(shop, ordered);
  await moveToTomorrow(ordered.id);
  await post.later();
  expect(post.subjects()).not.toContain(subject);
  expect(await dueIn()).toEqual([]);
});

it('is sent for the tickets that are left', async () => {
  const ordered = await orderedWithTickets(shop);
  await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
  await moveToTomorrow(ordered.id);
  await post.later();
  expect(post.subjects()).toContain(subject);
});
