import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import {
  customer,
  list,
  openPlaces,
  ordersBulk,
  type Places,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

// The boat has two departures on the day, with five places each.
let service: TestService;
let places: Places;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation cascade`,
    ),
  );
  places = await openPlaces(service);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

async function hold(session: string, quantity: number): Promise<string> {
  const { offer, boat, museum } = places;
  const ticketSessions = [{ ticket: boat, session }, { ticket: museum }];
  const { body } = await service.call('POST', reservationsBulk, {
    body: { items: [{ quantity, offer, ticketSessions }] },
  });
  const path = createReservationsOutputSchema.parse(body).reservations[0]?.['@id'];
  if (path === undefined) throw new Error('nothing was held');
  return path;
}

const order = (reservation: string) =>
  service.call('POST', ordersBulk, { body: { reservations: [reservation], customer } });

type Stock = [left: number | null, mayReturn: boolean];

const shape = z.object({ availableQuantity: z.int().nullable(), mayReturn: z.boolean() });
async function stockOf(path: string): Promise<Stock> {
  const { availableQuantity, mayReturn } = shape.parse((await service.call('GET', path)).body);
  return [availableQuantity, mayReturn];
}

/** What a session says alone, in its availability, and in the ticket of an offer. */
async function sessionStock(session: string): Promise<Stock[]> {
  const tickets = await list(service, `${places.offer}/tickets`);
  const sessions = z.array(shape.extend({ '@id': z.string() })).parse(tickets[0]?.['sessions']);
  const inTicket = sessions.find((one) => one['@id'] === session);
  if (inTicket === undefined) throw new Error('the ticket does not list the session');
  return [
    await stockOf(session),
    await stockOf(`${session}/availability`),
    [inTicket.availableQuantity, inTicket.mayReturn],
  ];
}

/** What an offer says alone, in its availability, and in a list. */
async function offerStock(): Promise<Stock[]> {
  const listed = await list(service, `${places.offer.replace(/\/[^/]+$/, '')}?date=2027-06-01`);
  const inList = shape.parse(listed.find((one) => one['@id'] === places.offer));
  return [
    await stockOf(places.offer),
    await stockOf(`${places.offer}/availability`),
    [inList.availableQuantity, inList.mayReturn],
  ];
}

/** Answers are kept for a second, also if tickets that were held are sold. */
const expectEventually = (stock: () => Promise<Stock[]>) => expect.poll(stock, { timeout: 5_000 });
const inAllThreeResponses = (left: number, mayReturn: boolean) =>
  Array.from({ length: 3 }, () => [left, mayReturn]);

describe('mayReturn: nothing is left, but unpaid holds may end', () => {
  it('true while the last places are only held, false when all are sold', async () => {
    const [first, rest] = [await hold(places.ten, 4), await hold(places.ten, 1)];
    const stock = () => sessionStock(places.ten);
    expect(await stock()).toEqual(inAllThreeResponses(0, true));
    await order(first);
    expect(await stock()).toEqual(inAllThreeResponses(0, true));
    await order(rest);
    await expectEventually(stock).toEqual(inAllThreeResponses(0, false));
    expect(await sessionStock(places.afternoon)).toEqual(inAllThreeResponses(5, false));
  });

  it('false again, with units left, when the hold ends', async () => {
    const held = await hold(places.ten, 5);
    expect(await stockOf(places.ten)).toEqual([0, true]);
    await service.call('POST', `${held}/_release`);
    expect(await stockOf(places.ten)).toEqual([5, false]);
  });

  it('for an offer: only when every session of it is empty', async () => {
    await order(await hold(places.ten, 5));
    expect(await offerStock()).toEqual(inAllThreeResponses(5, false));
    const held = await hold(places.afternoon, 5);
    expect(await offerStock()).toEqual(inAllThreeResponses(0, true));
    await order(held);
    await expectEventually(offerStock).toEqual(inAllThreeResponses(0, false));
  });

  it('false when the session is cancelled or the sale has ended', async () => {
    await hold(places.ten, 5);
    const [sessionId, offerId] = [places.ten.slice(-36), places.offer.slice(-36)];
    await service.database.transaction(async (transaction) => {
      await transaction.run(sql`update ticketing.session set status = 'cancelled' where id = ${sessionId}`);
      await transaction.run(sql`update ticketing.offer set sale_ends_at = now() where id = ${offerId}`);
    });
    await expectEventually(offerStock).toEqual(inAllThreeResponses(0, false));
    await expectEventually(async () => [await stockOf(places.ten)]).toEqual([[0, false]]);
  });
});
