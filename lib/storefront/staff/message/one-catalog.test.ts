import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMessage } from '@/lib/shop/data/message-store';
import { orderedWithTickets } from '@/testing/shop/cancellations';
import { draftOf, testedMessage, versionOf } from '@/testing/shop/messages';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { signedIn } from '@/testing/storefront/signed-in';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { forStaff } from '../../common/account/for-staff';
import { readMessagePage, readWriteMessage, sendMessage, sendTest } from './message';
import { messageForm } from './message-form';

// Messages of who works with one catalogue: to its visitors only.

const boats = '0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d';
type As = Awaited<ReturnType<typeof signedIn>>;

let shop: TestShop;
let stop: () => Promise<void>;
let one: As;
let all: As;

beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
  await orderedWithTickets(shop);
  one = await signedIn('one', { roles: ['agent'], catalogs: [shop.ticketing.catalogId.toLowerCase()] });
  all = await signedIn('all', { roles: ['agent'], catalogs: null });
});
afterAll(() => stop());

/** What the form for a session of a catalogue sends. */
const typedFor = (catalogId: string, messageId: string) => {
  const { eventId, sessionId } = draftOf(shop);
  const written = {
    audience: 'everyone',
    'subject-en': 'Later',
    'text-en': 'Come at three.',
    fallback: 'en',
  };
  return messageForm.parse({
    ...written,
    testTo: 'desk@shop.example',
    messageId,
    catalogId,
    eventId,
    visit: sessionId,
  });
};

const pageOf = async (as: As, id: string) => {
  const answer = await as(() => readMessagePage(id, 'en'));
  return answer.kind === 'staff' ? (answer.value?.message.id ?? null) : answer.kind;
};

const send = async (as: As, id: string) => {
  const version = await versionOf(shop, id);
  const answer = await as(() =>
    forStaff('orders:change by catalog', (staff) => sendMessage(staff, { messageId: id, version })),
  );
  return answer.kind === 'staff' ? answer.value : answer.kind;
};

it('a message to visitors of the own catalogue is written, tested, sent and read', async () => {
  const { catalogId } = shop.ticketing;
  const { eventId, sessionId } = draftOf(shop);
  const page = await one(() =>
    readWriteMessage({ catalogId, eventId, visit: sessionId ?? '' }, undefined, 'en'),
  );
  expect(page).toMatchObject({ kind: 'staff', value: { kind: 'loaded' } });
  const id = await testedMessage(shop, { staff: 'one' });
  expect(await pageOf(one, id)).toBe(id);
  expect(await send(one, id)).toBe('started');
});

it('a message to visitors of another catalogue is neither written, nor tested, sent or read', async () => {
  const { eventId, sessionId } = draftOf(shop);
  const address = { catalogId: boats, eventId, visit: sessionId ?? '' };
  expect((await one(() => readWriteMessage(address, undefined, 'en'))).kind).toBe('not_allowed');
  const id = crypto.randomUUID();
  const tested = await one(() =>
    forStaff('orders:change by catalog', (staff) => sendTest(staff, typedFor(boats, id), 'en')),
  );
  expect(tested).toMatchObject({ kind: 'staff', value: { kind: 'missing' } });
  expect(await findMessage(shop.context.database, id)).toBeNull();
  const theirs = await testedMessage(shop, { catalogId: boats, staff: 'one' });
  expect(await pageOf(one, theirs)).toBeNull();
  expect(await send(one, theirs)).toBe('missing');
  expect(await pageOf(all, theirs)).toBe(theirs);
  expect(await send(all, theirs)).toBe('started');
});
