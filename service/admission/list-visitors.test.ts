import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastSegment } from '@/lib/contract/iri';
import { mostListed, type VisitorList, visitorListSchema } from '@/lib/contract/visitor-list';
import { sendScan, testDay } from '@/testing/ticketing-service/admission';
import { bothItem, customer, freeItem } from '@/testing/ticketing-service/booking';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';
import type { TestService } from '@/testing/ticketing-service/test-service';

let environment: TestOrders;
let service: TestService;
/** The paths of the tickets for the boat and the museum, and for the walk. */
let both: string[];
let walk: string;

beforeAll(async () => {
  environment = await startTestOrders();
  service = environment.service;
  const { places } = environment;
  const change = {
    externalReference: 'K7MQ-3XTD',
    customer: { ...customer, firstname: 'Anna', lastname: 'Martin' },
  };
  const orders = await environment.ordered([bothItem(places, 2), freeItem(places)], change);
  const tickets = orders.map(({ items }) => items[0]?.tickets ?? []);
  both = tickets[0] ?? [];
  walk = tickets[1]?.[0] ?? '';
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await environment.close();
});

const pathOf = (session: string, query: string) =>
  `${session.replace(/\/sessions\/.*/, '')}/visitors?${query}`;

async function visitorsOf(session: string, query: string, language = 'en'): Promise<VisitorList> {
  const answer = await service.call('GET', pathOf(session, query), {
    headers: { 'accept-language': language },
  });
  expect(answer.status).toBe(200);
  return visitorListSchema.parse(answer.body);
}

describe('who comes to a session', () => {
  it('is told with names, tariff, state and seat, and without e-mail, telephone and code', async () => {
    const { ten } = environment.places;
    const boat = both[0] ?? '';
    await service.call('PATCH', boat, {
      body: { holder: { firstname: 'Zoë', lastname: 'Holder', email: 'zoe@walk.test' } },
    });
    const admitted = await sendScan(service, { ticket: boat });
    const list = await visitorsOf(ten, `session=${ten}`);
    expect(list).toMatchObject({
      event: 'Boat',
      session: ten,
      occursAt: '2027-06-01T10:00:00+02:00',
      day: testDay,
      timezone: 'Europe/Paris',
      more: false,
    });
    expect(list.visitors).toHaveLength(2);
    expect(list.visitors.find(({ id }) => id === lastSegment(boat))).toEqual({
      id: lastSegment(boat),
      order: boat.replace(/\/items\/.*/, ''),
      externalReference: 'K7MQ-3XTD',
      holder: { firstname: 'Zoë', lastname: 'Holder' },
      customer: { firstname: 'Anna', lastname: 'Martin' },
      tariff: 'Boat and museum',
      name: 'Boat',
      seat: null,
      status: 'redeemed',
      redeemedAt: admitted.redeemedAt,
      answers: [],
    });
    expect(JSON.stringify(list)).not.toMatch(/\w@\w|walk\.test/);
  });

  it('is told with answers in words, in the language that was asked for', async () => {
    const { walkSession } = environment.places;
    await service.call('PATCH', walk, {
      body: {
        answers: [
          { field: 'diet', value: 'none' },
          { field: 'age', value: 1042 / 1000 },
        ],
      },
    });
    const answersIn = async (language: string) => {
      const list = await visitorsOf(walkSession, `session=${walkSession}`, language);
      return list.visitors.map(({ tariff, answers }) => ({ tariff, answers }));
    };
    expect(await answersIn('fr')).toEqual([
      {
        tariff: 'Promenade',
        answers: [
          { label: 'Régime', value: 'None' },
          { label: 'Age', value: '1,042' },
        ],
      },
    ]);
    expect(await answersIn('en')).toMatchObject([
      { tariff: 'Walk', answers: [{ label: 'Diet' }, { value: '1.042' }] },
    ]);
  });

  it('includes who has cancelled', async () => {
    const { ten } = environment.places;
    const valid = (await visitorsOf(ten, `session=${ten}`)).visitors.find(({ status }) => status === 'valid');
    await environment.change(
      sql`update ticketing.item_ticket set status = 'cancelled' where id = ${valid?.id ?? ''}`,
    );
    const { visitors } = await visitorsOf(ten, `session=${ten}`);
    expect(visitors.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'redeemed']);
  });

  it('is empty for a session without tickets, which is named all the same', async () => {
    const { afternoon } = environment.places;
    expect(await visitorsOf(afternoon, `session=${afternoon}`)).toMatchObject({
      event: 'Boat',
      occursAt: '2027-06-01T14:30:00+02:00',
      visitors: [],
    });
  });

  it('is told in parts', async () => {
    const { ten } = environment.places;
    const [first, second] = (await visitorsOf(ten, `session=${ten}`)).visitors;
    const rest = await visitorsOf(ten, `session=${ten}&after=${first?.id ?? ''}`);
    expect(rest.visitors.map(({ id }) => id)).toEqual([second?.id]);
    await environment.change(sql`insert into ticketing.item_ticket (catalog_id, id, organization_id, order_id, position,
        reference, ticket_id, event_id, session_id, updated_at)
      select catalog_id, gen_random_uuid(), organization_id, order_id, 1000 + number, reference || number, ticket_id, event_id,
        session_id, updated_at
      from ticketing.item_ticket, generate_series(1, ${mostListed}) number where id = ${lastSegment(walk)}`);
    const { walkSession } = environment.places;
    const part = await visitorsOf(walkSession, `session=${walkSession}`);
    expect([part.visitors.length, part.more]).toEqual([mostListed, true]);
    const last = await visitorsOf(
      walkSession,
      `session=${walkSession}&after=${part.visitors.at(-1)?.id ?? ''}`,
    );
    expect([last.visitors.length, last.more]).toEqual([1, false]);
  });
});

describe('who comes at any time of a day', () => {
  const museum = () => environment.places;

  it('are the tickets of the event without a session, of that day', async () => {
    const [catalog] = museum().ten.split('/events/');
    const found = await service.call('GET', `${catalog ?? ''}/events`);
    const events = (found.body as { member: { '@id': string; name: string }[] }).member;
    const path = events.find(({ name }) => name === 'Museum')?.['@id'] ?? '';
    const list = await visitorsOf(`${path}/sessions/`, `date=${testDay}`);
    expect(list).toMatchObject({ event: 'Museum', session: null, occursAt: null, day: testDay });
    expect(list.visitors.map(({ name }) => name)).toEqual(['Museum', 'Museum']);
    expect((await visitorsOf(`${path}/sessions/`, 'date=2027-06-02')).visitors).toEqual([]);
    expect((await visitorsOf(`${path}/sessions/`, '')).visitors).toEqual([]);
  });
});

describe('who comes', () => {
  it('is not told to other organizations, not even to the issuer', async () => {
    const { ten } = environment.places;
    for (const organization of ['other', 'river']) {
      const answer = await service.call('GET', pathOf(ten, `session=${ten}`), { organization });
      expect([answer.status, visitorListSchema.parse(answer.body).visitors]).toEqual([200, []]);
    }
  });

  it('needs the scope, and an event and a session that exist', async () => {
    const { ten } = environment.places;
    const path = pathOf(ten, `session=${ten}`);
    const nothing = '00000000-0000-4000-8000-000000000000';
    expect((await service.call('GET', path, { scopes: ['catalog:read'] })).status).toBe(403);
    for (const wrong of [
      pathOf(ten, `session=${nothing}`),
      path.replace(/events\/[^/]+/, `events/${nothing}`),
      pathOf(environment.places.walkSession, `session=${ten}`),
    ])
      expect([wrong, (await service.call('GET', wrong)).status]).toEqual([wrong, 404]);
  });

  it('in a hidden catalogue is told to who sold tickets, and to nobody else', async () => {
    const { ten } = environment.places;
    const path = pathOf(ten, `session=${ten}`);
    const hide = (hidden: boolean) =>
      environment.change(
        sql`update ticketing.catalog set hidden = ${hidden} where id = ${ten.split('/')[4] ?? ''}`,
      );
    await hide(true);
    expect((await service.call('GET', path)).status).toBe(200);
    expect((await service.call('GET', path, { organization: 'other' })).status).toBe(404);
    expect((await service.call('GET', path, { organization: 'river' })).status).toBe(200);
    await hide(false);
  });
});
