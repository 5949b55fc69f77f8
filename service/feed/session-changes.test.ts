import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { sessionChangeSchema } from '@/lib/contract/session-change';
import { openRiver, type River } from '@/testing/ticketing-service/administration';
import { bothItem, customer, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

const service: TestService = await startTestService();
let river: River;

beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation cascade`,
    ),
  );
  river = await openRiver(service);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const listSchema = z.object({ totalItems: z.int(), member: z.array(sessionChangeSchema) });

/** What the organization that sold the tickets is told. */
async function changes(query = '', organization = 'reseller') {
  const { body } = await service.call('GET', `/v1/booking/session_changes${query}`, { organization });
  return listSchema.parse(body).member;
}

const reserve = async (quantity: number, session = river.places.ten) =>
  (await hold(service, [bothItem(river.places, quantity, session)])).reservations[0]?.['@id'];
const order = async (reservation: string | undefined) => {
  const made = await service.call('POST', ordersBulk, { body: { reservations: [reservation], customer } });
  expect(made.status).toBe(201);
};

/** The boat’s sessions in a feed: at ten, in the afternoon, and those of the next days. */
async function send(change: (sessions: Feed['events'][number]['sessions']) => void, query = '') {
  const feed = boatAndMuseum({ boatCapacity: 5 });
  change(feed.events[0]?.sessions ?? []);
  expect((await river.call('POST', `/v1/ticketing/feeds${query}`, feed)).status).toBe(201);
}
const moveTen = (sessions: Feed['events'][number]['sessions']) => {
  const [ten] = sessions;
  if (ten !== undefined) ten.occursAt = '2027-06-01T11:00:00+02:00';
};

describe('the changes of sessions with sold tickets', () => {
  it('are told to the organization that sold the tickets, with how many are valid', async () => {
    await order(await reserve(2));
    await order(await reserve(1));
    await send(moveTen, '?dryRun=true');
    expect(await changes()).toEqual([]);
    await send(moveTen);
    const [change, ...others] = await changes();
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      what: 'moved',
      from: '2027-06-01T08:00:00.000Z',
      to: '2027-06-01T09:00:00.000Z',
      session: river.places.ten,
      catalog: river.catalog,
      event: 'Boat',
      timezone: 'Europe/Paris',
      tickets: 3,
      orders: 2,
    });
    expect(await changes('', 'another')).toEqual([]);
    // Importing the same feed again changes nothing.
    await send(moveTen);
    expect(await changes()).toEqual([change]);
  });

  it('count the orders of one booking once', async () => {
    const reservations = [await reserve(1), await reserve(1)];
    for (const reservation of reservations) {
      const body = { reservations: [reservation], customer, externalReference: 'SHOP-1' };
      expect((await service.call('POST', ordersBulk, { body })).status).toBe(201);
    }
    await order(await reserve(1));
    await send(moveTen);
    expect(await changes()).toMatchObject([{ tickets: 3, orders: 3, bookings: 2 }]);
  });

  it('are listed one after the other, from a moment on', async () => {
    await order(await reserve(1));
    await order(await reserve(1, river.places.afternoon));
    await send(moveTen);
    await send((sessions) => {
      moveTen(sessions);
      for (const session of sessions.slice(0, 1)) session.status = 'cancelled';
      for (const session of sessions.slice(1, 2)) session.status = 'postponed';
    });
    await send((sessions) => sessions.splice(0, 2));
    const all = await changes();
    const kinds = all.map(({ what }) => what);
    expect(kinds[0]).toBe('moved');
    expect(kinds.slice(1, 3).sort()).toEqual(['cancelled', 'postponed']);
    expect(kinds.slice(3)).toEqual(['retired', 'retired']);
    const since = encodeURIComponent(all[3]?.changedAt ?? '');
    expect(await changes(`?changedAt[after]=${since}`)).toEqual(all.slice(3));
    expect(await changes('?itemsPerPage=2&page=3')).toEqual(all.slice(4));
  });

  it('have sessions that take place again after all', async () => {
    await order(await reserve(1));
    await send((sessions) => sessions.splice(0, 1));
    await send(() => undefined);
    await send((sessions) => {
      for (const session of sessions.slice(0, 1)) session.status = 'postponed';
    });
    await send(() => undefined);
    await send((sessions) => {
      for (const session of sessions.slice(0, 1)) session.status = 'not_on_sale';
    });
    expect((await changes()).map(({ what }) => what)).toEqual([
      'retired',
      'restored',
      'postponed',
      'restored',
    ]);
  });

  it('have both that a session is postponed and that it has another time', async () => {
    await order(await reserve(1));
    await send((sessions) => {
      moveTen(sessions);
      for (const session of sessions.slice(0, 1)) session.status = 'postponed';
    });
    await send(moveTen);
    const moved = '2027-06-01T09:00:00.000Z';
    expect(await changes()).toMatchObject([
      { what: 'moved', to: moved },
      { what: 'postponed', from: moved, to: null },
      { what: 'restored', from: moved, to: null },
    ]);
  });

  it('have a session that comes back at another time as moved', async () => {
    await order(await reserve(1));
    await send((sessions) => sessions.splice(0, 1));
    await send(moveTen);
    expect((await changes()).map(({ what }) => what)).toEqual(['retired', 'moved', 'restored']);
  });

  it('have sessions without sold tickets only after the tickets that were held are ordered', async () => {
    const held = await reserve(2);
    await send(moveTen);
    expect(await changes()).toEqual([]);
    await order(held);
    expect(await changes()).toMatchObject([{ what: 'moved', tickets: 2 }]);
  });

  it('count no ticket that was cancelled or used', async () => {
    await order(await reserve(3));
    await send(moveTen);
    await service.database.transaction((transaction) =>
      transaction.run(
        sql`update ticketing.item_ticket ticket
            set status = case other.place when 1 then 'cancelled' else 'redeemed' end
            from (
              select id, row_number() over (order by id) as place from ticketing.item_ticket
              where session_id is not null) other
            where other.id = ticket.id and other.place < 3`,
      ),
    );
    expect(await changes()).toMatchObject([{ tickets: 1, orders: 1 }]);
  });

  it('do not have past sessions, which issuers leave out of their feeds', async () => {
    await order(await reserve(1));
    await service.database.transaction((transaction) =>
      transaction.run(
        sql`update ticketing.session set occurs_at = statement_timestamp() - interval '1 minute'`,
      ),
    );
    await send((sessions) => sessions.splice(0, 1));
    expect(await changes()).toEqual([]);
  });
});
