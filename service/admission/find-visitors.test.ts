import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foundVisitorsSchema, type VisitorSearchInput } from '@/lib/contract/admission-visitor';
import { lastSegment } from '@/lib/contract/iri';
import { sendScan, testDay } from '@/testing/ticketing-service/admission';
import { bothItem, customer, freeItem } from '@/testing/ticketing-service/booking';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';
import type { TestService } from '@/testing/ticketing-service/test-service';

let environment: TestOrders;
let service: TestService;
beforeAll(async () => {
  environment = await startTestOrders();
  service = environment.service;
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await environment.close();
});

async function find(search: Partial<VisitorSearchInput>, organization?: string) {
  const { status, body } = await service.call('POST', '/v1/booking/admission_list/_search', {
    body: { date: testDay, ...search },
    ...(organization === undefined ? {} : { organization }),
  });
  expect(status).toBe(201);
  return foundVisitorsSchema.parse(body);
}

const lastNames = async (search: Partial<VisitorSearchInput>) =>
  (await find(search)).visitors.map(({ holder, customer: by }) => (holder ?? by).lastname);

/** Orders one walk for a person; resolves to the path of the ticket. */
async function walkOf(firstname: string, lastname: string): Promise<string> {
  const change = {
    customer: { ...customer, firstname, lastname, email: `${lastname.length}@walk.test` },
    externalReference: `W-${lastname}`,
  };
  const [order] = await environment.ordered([freeItem(environment.places)], change);
  return order?.items[0]?.tickets?.[0] ?? '';
}

describe('visitors of a day', () => {
  it.each([
    ['Zoë', 'Łukasz', ['zoe luk', 'LUKASZ', 'łukasz zoë', 'Zoe  Łu']],
    ['Anne-Marie', 'O’Neill', ['anne', 'marie', "o'neill", 'neill anne-marie', 'o’neill']],
    ['Jörg', 'Großmann', ['grossmann', 'jorg', 'Großm']],
    ['Émile', 'Œuvrard', ['emile', 'oeuvr', 'ŒUVRARD']],
  ])('are found by the beginnings of the words of a name: %s %s', async (firstname, lastname, searches) => {
    await walkOf(firstname, lastname);
    for (const name of searches) expect([name, await lastNames({ name })]).toEqual([name, [lastname]]);
    // In the middle of a word, and with a word that the name does not have.
    for (const name of [lastname.slice(3, 6), `${firstname} nobody`, '%', '-'])
      expect([name, await lastNames({ name })]).toEqual([name, []]);
  });

  it('are told with tariff, visit and state, and with nothing else of the person', async () => {
    const ticket = await walkOf('Tess', 'Told');
    await service.call('PATCH', ticket, {
      body: { holder: { firstname: 'Henry', lastname: 'Holder', email: 'henry@walk.test' } },
    });
    const body = { date: testDay, name: 'told' };
    const answer = await service.call('POST', '/v1/booking/admission_list/_search', { body });
    const { visitors } = foundVisitorsSchema.parse(answer.body);
    expect(visitors).toEqual([
      {
        id: lastSegment(ticket),
        holder: { firstname: 'Henry', lastname: 'Holder' },
        customer: { firstname: 'Tess', lastname: 'Told' },
        booking: 'W-Told',
        tariff: { name: 'Walk', reduced: false },
        name: 'Walk',
        event: 'Walk',
        session: environment.places.walkSession,
        occursAt: '2027-06-01T09:00:00+02:00',
        day: testDay,
        timezone: 'Europe/Paris',
        seat: null,
        status: 'valid',
        redeemedAt: null,
      },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('walk.test');
    expect(await lastNames({ name: 'holder henry' })).toEqual(['Holder']);
    const admitted = await sendScan(service, { ticket: visitors[0]?.id ?? '' });
    expect(admitted.result).toBe('admitted');
    expect((await find({ name: 'told' })).visitors).toMatchObject([
      { status: 'redeemed', redeemedAt: admitted.redeemedAt },
    ]);
    await environment.change(
      sql`update ticketing.item_ticket set status = 'cancelled' where id = ${lastSegment(ticket)}`,
    );
    expect(await lastNames({ name: 'told' })).toEqual([]);
  });

  it('are those of the chosen sessions and events, on the given day', async () => {
    const change = { customer: { ...customer, firstname: 'Carla', lastname: 'Chosen' } };
    const [order] = await environment.ordered([bothItem(environment.places)], change);
    // Without a reference the order's own id tells bookings apart.
    const bookings = (await find({ name: 'carla' })).visitors.map(({ booking }) => booking);
    expect(bookings).toEqual([order?.id, order?.id]);
    const { ten, afternoon } = environment.places;
    const events = async (search: Partial<VisitorSearchInput>) =>
      (await find({ name: 'carla', ...search })).visitors.map(({ event }) => event).toSorted();
    const museum = (await find({ name: 'carla' })).visitors.find(({ session }) => session === null);
    expect(museum).toMatchObject({ event: 'Museum', occursAt: null });
    expect(await events({})).toEqual(['Boat', 'Museum']);
    expect(await events({ sessions: [ten] })).toEqual(['Boat']);
    expect(await events({ sessions: [afternoon] })).toEqual([]);
    expect(await events({ events: [ten.split('/')[6] ?? ''] })).toEqual(['Boat']);
    expect(await events({ date: '2027-06-02' })).toEqual([]);
    expect(await events({ catalog: '00000000-0000-4000-8000-000000000000' })).toEqual([]);
  });

  it('are 50 at most, and the answer says that there are more', async () => {
    const item = { ...freeItem(environment.places), quantity: 26 };
    const change = { customer: { ...customer, lastname: 'Many' } };
    await environment.ordered([item, item], change);
    const { visitors, more } = await find({ name: 'many' });
    expect([visitors.length, more]).toEqual([50, true]);
  });

  it('of other organizations are not found, also for the own catalogue, and need the scope', async () => {
    await walkOf('Ivy', 'Isolated');
    expect((await find({ name: 'ivy' })).visitors).toHaveLength(1);
    for (const organization of ['other', 'river'])
      expect((await find({ name: 'ivy' }, organization)).visitors).toEqual([]);
    const { status } = await service.call('POST', '/v1/booking/admission_list/_search', {
      body: { name: 'ivy' },
      scopes: ['booking:read'],
    });
    expect(status).toBe(403);
  });
});
