import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Feed } from '@/lib/contract/feed';
import { problemSchema } from '@/lib/contract/problem';
import { customer, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import {
  importTheatre,
  openSeats,
  readSeats,
  seatRow,
  type Seats,
  smallPlan,
  theatreFeed,
  wrongSeatBooks,
} from '@/testing/ticketing-service/theatre';

let service: TestService;
let seats: Seats;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation, ticketing.taken_seat cascade`,
    ),
  );
  seats = await openSeats(service);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

async function refusals(feed: Feed) {
  const { status, body } = await importTheatre(service, feed);
  if (status === 201) return [];
  return (problemSchema.parse(body).violations ?? []).map(({ propertyPath, message }) => [
    propertyPath,
    message,
  ]);
}

const withRows = (...rows: ReturnType<typeof seatRow>[]) =>
  theatreFeed(smallPlan({ sections: [{ key: 'stalls', name: { en: 'Stalls' }, rows }] }));

describe('a plan that changes', () => {
  it('is used at once, when no seat is missing that is held or sold', async () => {
    await hold(service, [seats.item('front', 2)]);
    const bigger = withRows(seatRow('A', 12, 2), seatRow('B', 10, 3, '2'));
    expect(await refusals(bigger)).toEqual([]);
    const { reservations } = await hold(service, [seats.item('front', 10)]);
    expect(reservations).toHaveLength(1);
    expect((await readSeats(service, seats.session)).taken).toHaveLength(12);
    const { body } = await service.call('GET', seats.session);
    expect(body).toMatchObject({ availableQuantity: 10 });
    expect(await wrongSeatBooks(service)).toBe(0);
  });

  it('is refused with the name of the seat that is held or sold', async () => {
    const names = ['stalls/B/7', 'stalls/B/8'];
    const { reservations } = await hold(service, [seats.item('front', 2, names)]);
    const without = withRows(seatRow('A', 10, 2), seatRow('C', 10, 4, '2'));
    const refused = [
      [
        '$.events[0].sessions[0].seatPlan',
        'The seat stalls/B/7 is held or sold, and it is no longer on the plan.',
      ],
    ];
    expect(await refusals(without)).toEqual(refused);
    await service.call('POST', ordersBulk, {
      body: { reservations: [reservations[0]?.['@id']], customer },
    });
    expect(await refusals(without)).toEqual(refused);
    expect(await refusals(theatreFeed(null))).toEqual(refused);
    expect((await readSeats(service, seats.session)).taken).toEqual(names);
  });

  it('is not given to a session of which tickets without a seat are held or sold', async () => {
    const free = await openSeats(service, theatreFeed(null));
    await hold(service, [free.item('any', 3)]);
    expect(await refusals(theatreFeed())).toEqual([
      ['$.events[0].sessions[0].seatPlan', '3 tickets without a numbered seat are held or sold.'],
    ]);
  });
});

describe('a plan in a feed', () => {
  it('gives its sessions as many tickets as it has seats, or fewer if the feed says so', async () => {
    const feed = theatreFeed();
    const [play] = feed.events;
    const [first, second] = play?.sessions ?? [];
    if (play === undefined || first === undefined || second === undefined) throw new Error('no sessions');
    const sessions = [
      { ...first, capacity: 20 },
      { ...second, capacity: 900 },
    ];
    expect(await refusals({ ...feed, events: [{ ...play, sessions }] })).toEqual([]);
    expect((await service.call('GET', seats.session)).body).toMatchObject({ availableQuantity: 20 });
    expect((await service.call('GET', seats.otherSession)).body).toMatchObject({ availableQuantity: 32 });
  });

  it('is refused with what is wrong in it', async () => {
    const row = seatRow('A', 2, 2);
    const wrong = {
      name: 'B',
      seats: [
        { name: '1', x: 0, y: 0, zone: '9' },
        { name: '1', x: 0, y: 0, zone: '1', companionOf: '7' },
      ],
    };
    const feed = withRows(row, row, wrong);
    const [play] = feed.events;
    const [session] = play?.sessions ?? [];
    if (play === undefined || session === undefined) throw new Error('no session');
    const events = [{ ...play, sessions: [{ ...session, seatPlan: 'cellar' }] }];
    const [product] = feed.products;
    const products =
      product === undefined
        ? []
        : [{ ...product, tickets: product.tickets.map((one) => ({ ...one, zone: 'vip' })) }];
    const at = '$.seatPlans[0].sections[0].rows';
    expect((await refusals({ ...feed, events, products })).map(([path]) => path)).toEqual([
      `${at}[1].name`,
      `${at}[2].seats[1].name`,
      `${at}[2].seats[0].zone`,
      `${at}[2].seats[1].companionOf`,
      '$.events[0].sessions[0].seatPlan',
      '$.products[0].tickets[0].zone',
    ]);
  });
});
