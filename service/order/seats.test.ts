import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import { documentSchema } from '@/lib/contract/document';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { customer, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { textOfFile } from '@/testing/ticketing-service/order';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import {
  openSeats,
  readSeats,
  type Seats,
  smallPlan,
  theatreFeed,
  wrongSeatBooks,
} from '@/testing/ticketing-service/theatre';

let server: TestServer;
let service: TestService;
let seats: Seats;

beforeAll(async () => {
  server = await startPostgres();
  service = await startTestService({ databaseUrl: await server.createDatabase() });
});
beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation, ticketing.taken_seat cascade`,
    ),
  );
  const rules = { cancellation: { deadlineHours: 1, share: 1 }, rebooking: { deadlineHours: 1 } };
  seats = await openSeats(service, theatreFeed(smallPlan(), rules));
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
  await server.stop();
});

async function ordered(item: object, more: object = {}): Promise<Order> {
  const { reservations } = await hold(service, [item]);
  const paths = reservations.map((one) => one['@id']);
  const { status, body } = await service.call('POST', ordersBulk, {
    body: { reservations: paths, customer, ...more },
  });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  const [order] = createOrdersOutputSchema.parse(body).orders;
  if (order === undefined) throw new Error('nothing was ordered');
  return order;
}

const ticketsOf = (order: Order) => order.items.flatMap(({ tickets }) => tickets ?? []);
const taken = async (session = seats.session) => (await readSeats(service, session)).taken;

async function seatsOf(order: Order) {
  const answers = await Promise.all(ticketsOf(order).map((path) => service.call('GET', path)));
  return answers.map(({ body }) => itemTicketSchema.parse(body).seat);
}

const names = ['stalls/B/4', 'stalls/B/5'];

it('each ticket of an order tells its seat, and so does the order', async () => {
  const order = await ordered(seats.item('front', 2, names));
  expect(await seatsOf(order)).toEqual([
    { name: 'stalls/B/4', section: 'Stalls', row: 'B', number: '4' },
    { name: 'stalls/B/5', section: 'Stalls', row: 'B', number: '5' },
  ]);
  expect(order.items[0]?.offerTickets[0]?.seats?.map(({ name }) => name)).toEqual(names);
  expect(await taken()).toEqual(names);
  expect(await wrongSeatBooks(service)).toBe(0);
});

it('the document of an order shows the seat of each ticket', async () => {
  const order = await ordered(seats.item('front', 2, names));
  const { body } = await service.call('PATCH', order.documents[0] ?? '', { body: {} });
  const text = await textOfFile(service, documentSchema.parse(body).temporaryUrl);
  expect(text).toContain('Stalls · Row B · Seat 4');
  expect(text).toContain('Stalls · Row B · Seat 5');
});

it('a cancelled ticket gives its seat back, and no other', async () => {
  const order = await ordered(seats.item('front', 2, names));
  const [first] = ticketsOf(order);
  await service.call('POST', `${order['@id']}/_cancel`, { body: { tickets: [first], reason: 'ill' } });
  expect(await taken()).toEqual(['stalls/B/5']);
  await service.call('POST', `${order['@id']}/_cancel`, { body: { tickets: [first], reason: 'ill' } });
  const other = await ordered(seats.item('front', 1, ['stalls/B/4']));
  await service.call('POST', `${order['@id']}/_cancel`, { body: { reason: 'ill' } });
  expect(await taken()).toEqual(['stalls/B/4']);
  expect(await seatsOf(other)).toMatchObject([{ name: 'stalls/B/4' }]);
  expect(await wrongSeatBooks(service)).toBe(0);
});

it('an exchange gives the seat of the first evening back, and keeps that of the second', async () => {
  const order = await ordered(seats.item('front', 1, ['stalls/B/4']));
  const [ticket] = ticketsOf(order);
  const rebooking = { order: order['@id'], tickets: [ticket], reason: 'another day' };
  await ordered(seats.otherItem('front', 1, ['stalls/A/1']), { rebooking });
  expect(await taken()).toEqual([]);
  expect(await taken(seats.otherSession)).toEqual(['stalls/A/1']);
  expect(await wrongSeatBooks(service)).toBe(0);
});

it('a hold that is ordered after it has expired does not keep its seat', async () => {
  const { reservations } = await hold(service, [seats.item('front', 1, ['stalls/B/4'])]);
  await service.database.transaction(async (transaction) => {
    await transaction.run(sql`update ticketing.hold set expires_at = now() - interval '1 second'`);
    await transaction.run(sql`update ticketing.reservation set expires_at = now() - interval '1 second'`);
  });
  const other = await ordered(seats.item('front', 1, ['stalls/B/4']));
  const { status } = await service.call('POST', ordersBulk, {
    body: { reservations: reservations.map((one) => one['@id']), customer },
  });
  expect(status).toBe(422);
  expect(await seatsOf(other)).toMatchObject([{ name: 'stalls/B/4' }]);
  expect(await wrongSeatBooks(service)).toBe(0);
});

it('another organization reads neither the tickets nor the seats of an order', async () => {
  const order = await ordered(seats.item('front', 1, ['stalls/B/4']));
  const [ticket = ''] = ticketsOf(order);
  expect((await service.call('GET', ticket, { organization: 'other' })).status).toBe(404);
});
