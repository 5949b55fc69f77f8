import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createReservationsOutputSchema, type Reservation } from '@/lib/contract/reservation';
import { problemSchema } from '@/lib/contract/problem';
import { enterHolds } from '../availability/set-capacities';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { reservationsBulk } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import {
  importTheatre,
  largePlan,
  openSeats,
  readSeats,
  type Seats,
  smallPlan,
  theatreFeed,
  wrongSeatBooks,
} from '@/testing/ticketing-service/theatre';

let server: TestServer;
let services: [TestService, TestService];
let seats: Seats;

beforeAll(async () => {
  server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  const options = { databaseUrl, connections: 20 };
  services = [await startTestService(options), await startTestService(options)];
});
beforeEach(async () => {
  await services[0].database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation, ticketing.taken_seat cascade`,
    ),
  );
  seats = await openSeats(services[0]);
});
afterAll(async () => {
  for (const service of services) {
    expect(service.unexpectedErrors).toEqual([]);
    await service.close();
  }
  await server.stop();
});

/** The names of the seats of reservations. */
const namesOf = (reservations: readonly Reservation[]) =>
  reservations.flatMap(({ items }) =>
    items.flatMap(({ offerTickets }) =>
      offerTickets.flatMap(({ seats: own = [] }) => own.map(({ name }) => name)),
    ),
  );

const held = async (items: object[], service: TestService = services[0]) =>
  createReservationsOutputSchema.parse(
    (await service.call('POST', reservationsBulk, { body: { items } })).body,
  );

async function violationsOf(items: object[]) {
  const { status, body } = await services[0].call('POST', reservationsBulk, { body: { items } });
  expect(status).toBe(422);
  return (problemSchema.parse(body).violations ?? []).map(({ propertyPath, message }) => [
    propertyPath,
    message,
  ]);
}

describe('a hold of numbered seats', () => {
  it('gets the best seats of the zone of its product, with their names in the language of the client', async () => {
    const { body } = await services[0].call('POST', reservationsBulk, {
      body: { items: [seats.item('front', 2), seats.item('back', 1)] },
      headers: { 'accept-language': 'fr' },
    });
    const { reservations } = createReservationsOutputSchema.parse(body);
    expect(reservations[0]?.items[0]?.offerTickets[0]?.seats).toEqual([
      { name: 'stalls/A/5', section: 'Parterre', row: 'A', number: '5' },
      { name: 'stalls/A/6', section: 'Parterre', row: 'A', number: '6' },
    ]);
    expect(namesOf(reservations)).toEqual(['stalls/A/5', 'stalls/A/6', 'stalls/C/5']);
    expect((await readSeats(services[0], seats.session)).taken).toEqual([
      'stalls/A/5',
      'stalls/A/6',
      'stalls/C/5',
    ]);
    expect((await readSeats(services[0], seats.otherSession)).taken).toEqual([]);
    expect(await wrongSeatBooks(services[0])).toBe(0);
  });

  it('gets the seats that it names, also a place for a wheelchair, and the reservation still tells them', async () => {
    const names = ['stalls/W/1', 'stalls/W/2'];
    const { reservations } = await held([seats.item('front', 2, names)]);
    expect(namesOf(reservations)).toEqual(names);
    const { body } = await services[1].call('GET', reservations[0]?.['@id'] ?? '');
    expect(JSON.stringify(body)).toContain('"name":"stalls/W/2"');
  });

  it('gets all of its seats or none, and is told the nearest ones of the zone', async () => {
    await held([seats.item('front', 1, ['stalls/B/5'])]);
    const { reservations, failedReservations } = await held([
      seats.item('front', 2, ['stalls/B/4', 'stalls/B/5']),
    ]);
    expect(reservations).toEqual([]);
    expect(failedReservations).toEqual([
      expect.objectContaining({
        reason: 'SEAT_TAKEN',
        availableQuantity: null,
        takenSeats: ['stalls/B/5'],
        message: 'A seat has just been taken.',
      }),
    ]);
    expect(failedReservations[0]?.nearestSeats?.map(({ name }) => name)).toEqual(['stalls/A/5']);
    expect((await readSeats(services[0], seats.session)).taken).toEqual(['stalls/B/5']);
    expect(await wrongSeatBooks(services[0])).toBe(0);
  });

  it('is refused when the zone has too few seats, although the house has more', async () => {
    await held([seats.item('back', 9)]);
    const { failedReservations } = await held([seats.item('back', 2)]);
    expect(failedReservations).toMatchObject([
      { reason: 'INSUFFICIENT_QUANTITY', availableQuantity: 1, takenSeats: [] },
    ]);
    await held([seats.item('back', 1)]);
    expect((await held([seats.item('back', 1)])).failedReservations).toMatchObject([
      { reason: 'SOLD_OUT', availableQuantity: 0 },
    ]);
    expect((await held([seats.item('front', 1)])).reservations).toHaveLength(1);
  });

  it('names what is wrong with the seats, and holds nothing', async () => {
    expect(
      await violationsOf([
        seats.item('front', 2, ['stalls/A/1']),
        seats.item('front', 1, ['stalls/A/1', 'stalls/A/2']),
        seats.item('front', 1, ['stalls/Z/1']),
        seats.item('front', 1, ['stalls/C/1']),
        seats.item('back', 1),
      ]),
    ).toEqual([
      ['items[0].ticketSessions[0].seats', 'One seat is needed for each of the 2 tickets.'],
      ['items[1].ticketSessions[0].seats', 'One seat is needed for each of the 1 tickets.'],
      ['items[2].ticketSessions[0].seats[0]', 'The plan has no seat stalls/Z/1.'],
      ['items[3].ticketSessions[0].seats[0]', 'The seat stalls/C/1 is not in the zone of this ticket.'],
    ]);
    expect(
      await violationsOf([
        seats.item('front', 1, ['stalls/A/1']),
        seats.item('any', 2, ['stalls/A/2', 'stalls/A/1']),
      ]),
    ).toEqual([['items[1].ticketSessions[0].seats[1]', 'The seat stalls/A/1 is there twice.']]);
    expect((await readSeats(services[0], seats.session)).taken).toEqual([]);
  });

  it('takes no seats by name where there are none', async () => {
    const free = await openSeats(services[0], theatreFeed(null));
    expect(await violationsOf([free.item('any', 1, ['stalls/A/1'])])).toEqual([
      ['items[0].ticketSessions[0].seats', 'This session has no numbered seats.'],
    ]);
    expect((await services[0].call('GET', `${free.session}/seats`)).status).toBe(404);
  });

  it('frees its seats once when it is released', async () => {
    const { reservations } = await held([seats.item('front', 2)]);
    const path = reservations[0]?.['@id'] ?? '';
    await services[0].call('POST', `${path}/_release`);
    await services[0].call('POST', `${path}/_release`);
    expect((await readSeats(services[0], seats.session)).taken).toEqual([]);
    expect(await wrongSeatBooks(services[0])).toBe(0);
  });

  it('frees its seats when it expires, for the next who asks', async () => {
    const names = ['stalls/A/1', 'stalls/A/2'];
    await held([seats.item('front', 2, names)]);
    await services[0].database.transaction((transaction) =>
      transaction.run(sql`update ticketing.hold set expires_at = now() - interval '1 second'`),
    );
    expect(namesOf((await held([seats.item('front', 2, names)])).reservations)).toEqual(names);
    expect(await wrongSeatBooks(services[0])).toBe(0);
  });
});

/** Requests it again when the service is too busy, as customers do. */
async function patientHold(service: TestService, item: unknown) {
  for (;;) {
    const { status, body } = await service.call('POST', reservationsBulk, { body: { items: [item] } });
    if (status === 201) return createReservationsOutputSchema.parse(body);
    expect(status, JSON.stringify(body)).toBe(503);
  }
}

describe('many at once', () => {
  it('one of 50 gets the seat that all name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        held([seats.item('front', 1, ['stalls/A/1'])], services[i % 2 === 0 ? 0 : 1]),
      ),
    );
    expect(answers.filter(({ reservations }) => reservations.length === 1)).toHaveLength(1);
    expect(
      answers.flatMap(({ failedReservations }) => failedReservations.map(({ reason }) => reason)),
    ).toEqual(Array.from({ length: 49 }, () => 'SEAT_TAKEN'));
    expect(await wrongSeatBooks(services[0])).toBe(0);
  });

  it('200 who want the best two of 5,000 get 400 different seats', async () => {
    const large = await openSeats(services[0], theatreFeed(largePlan()));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        patientHold(services[i % 2 === 0 ? 0 : 1], large.item('front', 2)),
      ),
    );
    const names = answers.flatMap(({ reservations }) => namesOf(reservations));
    expect(new Set(names).size).toBe(400);
    expect(new Set((await readSeats(services[1], large.session)).taken)).toEqual(new Set(names));
    expect(await wrongSeatBooks(services[0])).toBe(0);
  });

  it('the last seats of a house are given to as many as there are, whether they name them or not', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        held(
          [i % 3 === 0 ? seats.item('front', 1, [`stalls/A/${(i % 10) + 1}`]) : seats.item('front', 1)],
          services[i % 2 === 0 ? 0 : 1],
        ),
      ),
    );
    const names = answers.flatMap(({ reservations }) => namesOf(reservations));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(20);
    expect(await wrongSeatBooks(services[0])).toBe(0);
  });
});

it('a plan that loses a row for another one, while its seats are held, is refused or leaves none of them', async () => {
  // As many seats as before: so the counter does not change, which would make the import wait for the holds.
  const [plan] = theatreFeed().seatPlans ?? [];
  if (plan === undefined) throw new Error('the feed has no plan');
  const renamed = theatreFeed(
    JSON.parse(JSON.stringify(plan).replace('"name":"C"', '"name":"D"')) as typeof plan,
  );
  const catalogId = seats.catalog.split('/').at(-1) ?? '';
  const isWaiting = async () => {
    const [row] = await services[0].database.rows(
      z.object({ waiting: z.int() }),
      sql`select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`,
    );
    return row?.waiting;
  };
  const imported = await services[0].database.transaction(async (transaction) => {
    await enterHolds(transaction, [catalogId]);
    const importing = importTheatre(services[1], renamed);
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1);
    // What a hold writes that has begun before the import.
    await transaction.run(
      sql`insert into ticketing.taken_seat (catalog_id, session_id, seat, hold_id)
          values (${catalogId}, ${seats.session.split('/').at(-1)}, 'stalls/C/5', gen_random_uuid())`,
    );
    return { importing };
  });
  expect((await imported.importing).status).toBe(422);
  expect((await readSeats(services[0], seats.session)).taken).toEqual(['stalls/C/5']);
});

it('a plan is one document that does not change, and what is taken is beside it', async () => {
  const { seatPlan } = await readSeats(services[0], seats.session);
  const { status, headers, body } = await services[0].call('GET', seatPlan, {
    headers: { 'accept-language': 'fr' },
  });
  expect([status, headers.get('content-language')]).toEqual([200, 'fr']);
  expect(body).toMatchObject({ name: 'Salle', sections: [{ key: 'stalls', name: 'Parterre' }] });
  const again = await services[0].call('GET', seatPlan, {
    headers: { 'accept-language': 'fr', 'if-none-match': headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const renamed = await openSeats(services[0], theatreFeed(smallPlan({ name: { en: 'Great hall' } })));
  expect((await readSeats(services[0], renamed.session)).seatPlan).not.toBe(seatPlan);
});
