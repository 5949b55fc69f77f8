import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { heldId, holdRequest, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import type { RequestedItem } from '@/testing/service/service';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { copyConfirmation } from '../../../shop/flows/mail/copy-confirmation';
import { readHolds } from '../../../shop/data/hold-store';
import { hold } from '../../../shop/flows/basket/basket';
import { placeOrder } from '../../../shop/flows/checkout/place-order';
import { readOrderView } from '../../../shop/flows/lookup/read-checkout';
import type { Language } from '../../../locale/languages';
import { calendarFile } from '../../../shop/flows/visit/calendar-file';
import { shownTickets } from '../../common/order/order-tickets';
import { readSharedTicket } from './shared-ticket';
import { getTicketCalendar } from './ticket-calendar';
import { visitsOf } from '../../../shop/flows/visit/visits';
import { walletTicket } from './wallet-pass';

let shop: TestShop;
let stop: () => Promise<void>;
let usual: TestShop['ticketing']['programme'];

beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
  usual = shop.ticketing.programme;
});
afterAll(() => stop());

beforeEach(() => {
  shop.reset();
  shop.ticketing.programme = usual;
  shop.ticketing.tickets.support = 'read';
  shop.ticketing.venue = { name: 'Quay 3', address: '3 quay, Lyon' };
  shop.ticketing.meetingPoint = null;
});

async function ordered(item: RequestedItem): Promise<string> {
  const { context, provider, ticketing } = shop;
  const id = heldId(await hold(context, { ...holdRequest(ticketing, 1), items: [item] }));
  await placeOrder(context, orderOf(id, '18.00'));
  provider.pay([...provider.sessions.keys()].at(-1) ?? '');
  await askIfPaying(context, id);
  await shop.settle();
  return id;
}

/** A feed moves the usual session. */
function move(occursAt: string): void {
  const [first, ...others] = usual;
  if (first === undefined) throw new Error('there is no session');
  shop.ticketing.programme = [{ ...first, occursAt }, ...others];
}

/** What everything that the customer has of an order says about its visit. */
async function shownOf(id: string, language: Language = 'en') {
  const view = await readOrderView(shop.context, id, language);
  if (view === null) throw new Error('no order');
  const [ticket] = await shownTickets(view, language);
  const token = ticket?.shareLink?.split('/').pop() ?? '';
  const shared = await readSharedTicket(token, language);
  const file = await getTicketCalendar(token, language);
  const code = ticket?.code ?? null;
  if (ticket === undefined || code === null || shared.kind !== 'loaded' || shared.value.kind !== 'valid')
    throw new Error('no ticket');
  if (file.kind !== 'loaded') throw new Error('no calendar file');
  const entries = visitsOf(view).map((visit) => ({ visit, uid: 'u', reference: null, link: null }));
  return {
    page: ticket.ticket,
    shared: shared.value.ticket.ticket,
    pass: walletTicket({ ...ticket, code }, language),
    calendars: [calendarFile(entries, language), file.value.content].map(unfolded),
  };
}

const unfolded = (file: string) => file.replaceAll('\r\n ', '').replaceAll('\\,', ',');

/** The confirmation as it is sent now. */
async function emailOf(id: string): Promise<string> {
  const to = 'copy@example.org';
  await copyConfirmation(shop.context, id, { email: to, staff: 'sam' });
  await shop.settle();
  return shop.mailbox.mails.findLast(({ recipients }) => recipients.includes(to))?.mail.text ?? '';
}

/** The catalogue's answers are kept for a second. */
const soon = { timeout: 10_000, interval: 100 };

it('a session that a feed moved has its new time everywhere, with the earlier one, and calendars count the changes', async () => {
  const id = await ordered(shop.ticketing.item(1));
  const before = await shownOf(id);
  expect(before.page).not.toHaveProperty('movedFrom');
  for (const file of before.calendars) expect(file).toContain('SEQUENCE:0\r\n');

  move('2030-05-04T16:00:00+02:00');
  await expect.poll(async () => (await shownOf(id)).page.occursAt, soon).toBe('2030-05-04T16:00:00+02:00');
  const moved = await shownOf(id);
  expect(moved.shared).toEqual(moved.page);
  const said = 'Moved from Saturday 4 May 2030, 14:30';
  expect(moved.pass).toMatchObject({ moment: 'Saturday 4 May 2030, 16:00', changed: said });
  for (const file of moved.calendars) {
    expect(file).toContain('DTSTART:20300504T140000Z');
    expect(file).toContain('SEQUENCE:1\r\n');
    expect(file).toContain(said);
  }
  expect(await emailOf(id)).toContain(`Saturday 4 May 2030, 16:00\n  ${said}`);

  // Another language is described only now, and has the same history.
  const french = await shownOf(id, 'fr');
  expect(french.page.movedFrom).toBe('2030-05-04T14:30:00+02:00');
  for (const file of french.calendars) expect(file).toContain('SEQUENCE:1\r\n');

  // Moved back: nothing is said any more, but calendars have to learn it.
  move('2030-05-04T14:30:00+02:00');
  await expect.poll(async () => (await shownOf(id)).page.occursAt, soon).toBe('2030-05-04T14:30:00+02:00');
  const back = await shownOf(id);
  expect(back.page).not.toHaveProperty('movedFrom');
  for (const file of back.calendars) expect(file).toContain('SEQUENCE:2\r\n');
});

it('a session that a feed cancelled is said to be cancelled everywhere, and calendars cross it out', async () => {
  const id = await ordered(shop.ticketing.item(1));
  const [first, ...others] = usual;
  if (first === undefined) throw new Error('there is no session');
  shop.ticketing.programme = [{ ...first, status: 'cancelled' }, ...others];
  await expect.poll(async () => (await shownOf(id)).page.calledOff, soon).toBe('cancelled');
  const { page, shared, pass, calendars } = await shownOf(id);
  expect(shared).toEqual(page);
  const said = 'The organiser has cancelled this date. We tell you by e-mail what happens to your ticket.';
  expect(pass.changed).toBe(said);
  for (const file of calendars) {
    expect(file).toContain('STATUS:CANCELLED\r\n');
    expect(file).toContain('SEQUENCE:1\r\n');
    expect(file).toContain(said);
  }
  expect(await emailOf(id)).toContain('Saturday 4 May 2030, 14:30\n  Cancelled by the organiser');
  expect((await shownOf(id, 'fr')).page).toMatchObject({ calledOff: 'cancelled', changes: 1 });

  // Postponed instead: it may have a new date.
  shop.ticketing.programme = [{ ...first, status: 'postponed' }, ...others];
  await expect.poll(async () => (await shownOf(id)).page.calledOff, soon).toBe('postponed');
  for (const file of (await shownOf(id)).calendars) expect(file).toContain('STATUS:TENTATIVE\r\n');

  shop.ticketing.programme = usual;
  await expect.poll(async () => (await shownOf(id)).page, soon).not.toHaveProperty('calledOff');
  for (const file of (await shownOf(id)).calendars) {
    expect(file).not.toContain('STATUS:');
    expect(file).toContain('SEQUENCE:3\r\n');
  }
});

it('a change that was seen once is shown while the service is unavailable, and another spelling of a moment is no change', async () => {
  const id = await ordered(shop.ticketing.item(1));
  move('2030-05-04T15:30:00Z');
  const seen = async () => (await readOrderView(shop.context, id, 'en'))?.items[0]?.lines[0]?.tickets[0];
  await expect.poll(async () => (await seen())?.occursAt, soon).toBe('2030-05-04T15:30:00Z');
  move('2030-05-04T17:30:00+02:00');
  expect((await seen())?.changes).toBe(1);
  shop.ticketing.unavailable = true;
  const reported = () => {
    shop.reports.length = 0;
    return seen().then(() => shop.reports.length);
  };
  await expect.poll(reported, soon).toBe(1);
  expect(await seen()).toMatchObject({ occursAt: '2030-05-04T15:30:00Z', changes: 1 });
});

it('two who look at once count a change once', async () => {
  const id = await ordered(shop.ticketing.item(1));
  move('2030-05-04T18:00:00+02:00');
  const looks = () =>
    Promise.all(Array.from({ length: 4 }, () => readOrderView(shop.context, id, 'en'))).then((views) =>
      views.map((view) => view?.items[0]?.lines[0]?.tickets[0]?.changes),
    );
  await expect.poll(async () => (await looks()).at(-1), soon).toBe(1);
  expect(await looks()).toEqual([1, 1, 1, 1]);
});

it('a ticket for any time of a day has its event, place and address everywhere', async () => {
  const id = await ordered(shop.ticketing.anyTimeItem(1));
  const { page, shared, pass, calendars } = await shownOf(id);
  const event = { name: 'Harbour walk', venue: 'Quay 3', address: '3 quay, Lyon' };
  expect(page).toMatchObject({ occursAt: null, event });
  expect(shared).toEqual(page);
  expect(pass).toMatchObject({ name: 'Harbour walk', place: { name: 'Quay 3', address: '3 quay, Lyon' } });
  for (const file of calendars) {
    expect(file).toContain('LOCATION:Quay 3, 3 quay, Lyon');
    expect(file).toContain('SUMMARY:Harbour walk');
    expect(file).toContain('DTSTART;VALUE=DATE:20300504');
  }
  expect(await emailOf(id)).toContain(
    'Saturday 4 May 2030, any time that day\n  Harbour walk\n  Quay 3, 3 quay, Lyon',
  );
});

it('a ticket for any time shows its event as soon as the catalogue names it', async () => {
  shop.ticketing.venue = null;
  const id = await ordered(shop.ticketing.anyTimeItem(1));
  shop.ticketing.venue = { name: 'Quay 3', address: '3 quay, Lyon' };
  const venue = async () =>
    (await readOrderView(shop.context, id, 'en'))?.items[0]?.lines[0]?.tickets[0]?.event?.venue;
  await expect.poll(venue, soon).toBe('Quay 3');
});

it('a place that a feed changed is the new one, also for any time of a day', async () => {
  const id = await ordered(shop.ticketing.anyTimeItem(1));
  shop.ticketing.venue = { name: 'Quay 5', address: '5 quay, Lyon' };
  await expect.poll(async () => (await shownOf(id)).page.event?.venue, soon).toBe('Quay 5');
  const { calendars } = await shownOf(id);
  for (const file of calendars) {
    expect(file).toContain('LOCATION:Quay 5, 5 quay, Lyon');
    expect(file).toContain('SEQUENCE:1\r\n');
  }
});

/** What the ticket says of where one meets. */
const meetingPointOf = async (id: string, language?: Language) =>
  (await shownOf(id, language)).page.event?.meetingPoint;

it('where one meets is what the catalogue says now, also for who has bought before it said so', async () => {
  const { ticketing } = shop;
  const id = await ordered(ticketing.item(1));
  expect(await meetingPointOf(id)).toBeUndefined();
  ticketing.meetingPoint = 'At the gangway';
  await expect.poll(() => meetingPointOf(id), soon).toBe('At the gangway');
  expect(await meetingPointOf(id, 'fr')).toBe('At the gangway');
  const { calendars } = await shownOf(id);
  for (const file of calendars) expect(file).toContain('Meeting point: At the gangway');
  expect(await emailOf(id)).toContain('Meeting point: At the gangway');
  // At another venue the words of a language in which it was not read again are wrong.
  ticketing.venue = { name: 'Quay 5', address: '5 quay, Lyon' };
  ticketing.meetingPoint = 'At the kiosk';
  await expect.poll(() => meetingPointOf(id), soon).toBe('At the kiosk');
  const holds = await readHolds(shop.context.database, id);
  const [french] = holds.flatMap(({ descriptions }) => descriptions['fr'] ?? []);
  expect(french?.tickets[0]?.event).toMatchObject({ venue: 'Quay 5' });
  expect(french?.tickets[0]?.event?.meetingPoint).toBeUndefined();
});
