import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { crashingContext } from '@/testing/faults/crash-injection';
import { orderedWithTickets } from '@/testing/shop/cancellations';
import { jobsOf } from '@/testing/shop/jobs';
import {
  auditedOf,
  draftOf,
  recipientsOf,
  start,
  testedMessage,
  untilSent,
  versionOf,
} from '@/testing/shop/messages';
import { openShopDatabase } from '@/testing/shop/tables';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { sendEmail } from '../mail/emails';
import { processMessage } from './process-message';
import { startMessage, testMessage } from './write-message';

const bookings = 4;
const subject = 'We start later';

let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startPostgres();
  shop = await startTestShop({ database: await openShopDatabase(await server.createDatabase(), 10) });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});
beforeEach(async () => {
  shop.reset();
  for (let made = 0; made < bookings; made += 1) await orderedWithTickets(shop);
  // A part of the list is one and a half bookings.
  shop.ticketing.mostPerPage = 3;
});

const each = { found: bookings, sent: bookings, failed: 0, needless: 0 };
const actionsOf = async (id: string) => (await auditedOf(shop, id)).map(({ action }) => action);
const once = ['message_tested', 'message_sent', 'message_addressed'];

it('two windows that press at once send it once', async () => {
  const id = await testedMessage(shop);
  const version = await versionOf(shop, id);
  const press = (staff: string) => startMessage(shop.context, { id, version, staff });
  const answers = await Promise.all(['ada', 'ben', 'cy', 'dee'].map(press));
  expect(answers).toEqual(['started', 'started', 'started', 'started']);
  expect(await untilSent(shop, id)).toEqual(each);
  expect(recipientsOf(shop, subject)).toHaveLength(bookings);
  expect(await actionsOf(id)).toEqual(once);
});

it('a form that is sent twice at once is one message, and what is sent is what was tested last', async () => {
  const draft = draftOf(shop);
  const textOf = (text: string) => ({ en: { subject, text, event: 'Harbour walk' } });
  const test = (text: string) =>
    testMessage(shop.context, { ...draft, texts: textOf(text) }, 'desk@shop.example');
  expect(await Promise.all([test('one'), test('two')])).toEqual(['tested', 'tested']);
  await shop.settle();
  const version = await versionOf(shop, draft.id);
  const [started, tested] = await Promise.all([
    startMessage(shop.context, { id: draft.id, version, staff: 'ada' }),
    test('three'),
  ]);
  // One of both was first; the other did nothing.
  expect([
    ['started', 'closed'],
    ['changed', 'tested'],
  ]).toContainEqual([started, tested]);
});

it('several workers that find the bookings at once enqueue one e-mail for each', async () => {
  const id = await testedMessage(shop);
  await start(shop, id);
  await Promise.all(Array.from({ length: 4 }, () => processMessage(shop.context, id, 0)));
  expect(await untilSent(shop, id)).toEqual(each);
  expect(recipientsOf(shop, subject)).toHaveLength(bookings);
  expect(await actionsOf(id)).toEqual(once);
  expect(await jobsOf(shop.context.database, 'message')).toEqual([]);
});

it('a process that is killed at any call, while it finds the bookings, leads to one e-mail for each', async () => {
  let last = 1;
  for (let at = 1; at <= last; at += 1) {
    for (const when of ['before', 'after'] as const) {
      const id = await testedMessage(shop);
      await start(shop, id);
      shop.mailbox.mails.length = 0;
      const crashing = crashingContext(shop.context, { at, when });
      await crashing.outcome(processMessage(crashing.context, id, 0));
      last = Math.max(last, crashing.hasCrashed() ? crashing.calls.length + 1 : 0);
      expect({ at, when, ...(await untilSent(shop, id)) }).toEqual({ at, when, ...each });
      expect(recipientsOf(shop, subject)).toHaveLength(bookings);
      expect(await actionsOf(id)).toEqual(once);
    }
  }
  expect(last).toBeGreaterThan(8);
});

it('a process that is killed while it sends repeats an e-mail under the same message ID only', async () => {
  for (let at = 1; at <= 8; at += 1) {
    for (const when of ['before', 'after'] as const) {
      const id = await testedMessage(shop);
      await start(shop, id);
      shop.mailbox.mails.length = 0;
      await processMessage(shop.context, id, 0);
      const [first] = await jobsOf(shop.context.database, 'mail');
      const crashing = crashingContext(shop.context, { at, when });
      await crashing.outcome(sendEmail(crashing.context, first?.key ?? '', 0));
      expect({ at, when, ...(await untilSent(shop, id)) }).toEqual({ at, when, ...each });
      expect(recipientsOf(shop, subject)).toHaveLength(bookings);
    }
  }
});

it('finding the bookings goes on when the service was away', async () => {
  const id = await testedMessage(shop);
  await start(shop, id);
  shop.ticketing.unavailable = true;
  await shop.settle();
  expect(await jobsOf(shop.context.database, 'message')).toMatchObject([{ key: id }]);
  shop.ticketing.unavailable = false;
  expect(await untilSent(shop, id)).toEqual(each);
});
