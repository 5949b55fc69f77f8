import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from 'drizzle-orm';
import type { Client } from '../../../client/client';
import { closeAll, startClient } from '@/testing/client/test-client';
import { type CountingServer, startCountingPostgres, sumOf } from '@/testing/database/counted';
import { draftOf } from '@/testing/shop/messages';
import { filledReference, fillShop } from '@/testing/shop/filled-shop';
import { closeContext, openContext } from '@/testing/shop/shop-context';
import { openShopDatabase } from '@/testing/shop/tables';
import { readMessageProgress } from '../../data/message-store';
import { processMessage } from './process-message';
import { readAddressed } from './visit-bookings';
import { startMessage, testMessage } from './write-message';

// How many statements a message to thousands of bookings sends, and that none of its transactions is large.

const bookings = 4_000;
const ofPart = 2_000;

let server: CountingServer;
let url: string;
let database: Awaited<ReturnType<typeof openShopDatabase>>;
let client: Client;
let catalogId: string;

const numbered = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

beforeAll(async () => {
  server = await startCountingPostgres();
  url = await server.createDatabase();
  database = await openShopDatabase(url, 2);
  await fillShop(database, {
    orders: bookings,
    begin: new Date('2026-01-01T00:00:00Z'),
    spacingMilliseconds: 60_000,
  });
  const visitors = Array.from({ length: bookings }, (_, n) => ({
    id: numbered(n),
    order: `/v1/booking/orders/${n}`,
    externalReference: filledReference(n),
    holder: null,
    customer: { firstname: 'Ada', lastname: 'Martin' },
    tariff: 'Adult',
    name: 'Boat',
    seat: null,
    status: 'valid',
    redeemedAt: null,
    answers: [],
  }));
  const started = await startClient(({ query }) => {
    const from = visitors.findIndex(({ id }) => id > (query.get('after') ?? ''));
    const part = from < 0 ? [] : visitors.slice(from, from + ofPart);
    return {
      body: {
        '@id': '/.well-known/genid/1',
        '@type': 'VisitorList',
        event: 'Boat',
        session: null,
        occursAt: null,
        day: '2030-05-04',
        timezone: 'Europe/Paris',
        visitors: part,
        more: part.length > 0 && part.at(-1)?.id !== visitors.at(-1)?.id,
      },
    };
  });
  client = started.client;
  catalogId = started.server.catalogId;
});
afterAll(async () => {
  await closeAll();
  await database.close();
  await server.stop();
});

async function count(work: () => Promise<unknown>) {
  await server.read(url);
  await work();
  const counted = await server.read(url);
  return { ...sumOf(counted, /pg_stat_statements/), transactions: counted.transactions };
}

it('who gets it is counted with one statement', async () => {
  const visit = { catalogId, eventId: numbered(1), session: null, date: '2030-05-04' };
  const counted = await count(async () => {
    const found = await readAddressed({ client, database }, visit, 'en');
    expect(found).toMatchObject({ value: { addressed: { everyone: { unreached: 0 } } } });
  });
  expect(counted.count, counted.list).toBe(1);
});

it('the e-mails of thousands of bookings are enqueued in transactions of 200', async () => {
  const texts = { en: { subject: 'Later', text: 'At three.', event: 'Boat' } };
  const programme = [{ session: `/events/${numbered(1)}/sessions/x`, occursAt: '2030-05-04', offer: '' }];
  const draft = {
    ...draftOf({ ticketing: { catalogId, programme } }),
    sessionId: null,
    occursAt: null,
    day: '2030-05-04',
    texts,
  };
  await testMessage({ database }, draft, 'desk@shop.example');
  await database.single.run(
    sql`update storefront.mail set sent_at = clock_timestamp() where kind = 'message_test'`,
  );
  const [{ version } = { version: '' }] = await database.rows(
    z.object({ version: z.string() }),
    sql`select version from storefront.message`,
  );
  await startMessage({ database }, { id: draft.id, version, staff: 'ada' });
  const away = 'http://127.0.0.1:9';
  const context = openContext(
    { serviceUrl: away, providerUrl: away, mailUrl: 'smtp://127.0.0.1:9' },
    database,
  );
  const begun = performance.now();
  const counted = await count(() => processMessage({ ...context, client }, draft.id, 0));
  const milliseconds = Math.round(performance.now() - begun);
  process.stdout.write(`${bookings} bookings: ${counted.count} statements, ${milliseconds} ms\n`);
  await closeContext(context);
  const { found } = await readMessageProgress(database, draft.id);
  expect(found).toBe(bookings);
  // Twenty batches, the message before each part and at the end, and what ends it.
  expect(counted.count, counted.list).toBeLessThanOrEqual(bookings / 200 + 10);
  const looked = await count(() => readMessageProgress(database, draft.id));
  expect(looked.count, looked.list).toBe(1);
});
