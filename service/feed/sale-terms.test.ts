import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { offerSchema, offerTicketSchema } from '@/lib/contract/offer';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import { sessionSchema } from '@/lib/contract/session';
import { collectionSchema } from '@/lib/contract/collection';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

const feeds = '/v1/ticketing/feeds';
const day = '2027-06-01';
const past = '2020-01-01T00:00:00Z';
const future = '2027-05-01T00:00:00Z';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation cascade`,
    ),
  );
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

type FeedSession = Feed['events'][number]['sessions'][number];
type FeedOffer = Feed['products'][number]['offers'][number];

/** A walk at ten and at eleven, ten people each, and one product for both. */
function walk(ten: Partial<FeedSession>, offer: Partial<FeedOffer> = {}): Feed {
  return {
    format: 'ticketing-feed/1',
    catalog: {
      key: 'walks',
      name: { en: 'Walks' },
      language: 'en',
      timezone: 'Europe/Paris',
      issuer: { name: 'Walks' },
    },
    events: [
      {
        key: 'walk',
        name: { en: 'Walk' },
        sessions: [
          { key: 'ten', occursAt: `${day}T10:00:00+02:00`, capacity: 10, ...ten },
          { key: 'eleven', occursAt: `${day}T11:00:00+02:00`, capacity: 10 },
        ],
      },
    ],
    products: [
      {
        key: 'walk',
        name: { en: 'Walk' },
        tickets: [{ key: 'walk', name: { en: 'Walk' }, event: 'walk', dateAccess: false }],
        offers: [{ date: day, price: '8.00', capacity: null, ...offer }],
      },
    ],
  };
}

async function list<Member>(path: string, member: z.ZodType<Member>): Promise<Member[]> {
  const { body } = await service.call('GET', path);
  return collectionSchema(member).parse(body).member;
}

const identified = z.object({ '@id': z.string() });

/** The imported walk as a client sees it. */
async function seen() {
  const [catalog] = await list('/v1/ticketing/catalogs', identified);
  const [event] = await list(`${catalog?.['@id'] ?? ''}/events`, identified);
  const [ten, eleven] = await list(`${event?.['@id'] ?? ''}/sessions`, sessionSchema);
  const offers = `${catalog?.['@id'] ?? ''}/offers`;
  const [offer] = await list(offers, offerSchema);
  const [ticket] = await list(`${offer?.['@id'] ?? ''}/tickets`, offerTicketSchema);
  if (!ten || !eleven || !offer || !ticket) throw new Error('the walk is not there');
  const offersOfTen = await list(`${offers}?session=${ten.id}`, offerSchema);
  return { ten, eleven, offer, ticket, offersOfTen };
}

async function hold(session: string, quantity = 1) {
  const { offer, ticket } = await seen();
  const { body } = await service.call('POST', '/v1/booking/reservations/_bulk', {
    body: {
      items: [{ quantity, offer: offer['@id'], ticketSessions: [{ ticket: ticket['@id'], session }] }],
    },
  });
  return createReservationsOutputSchema.parse(body);
}

async function importFeed(feed: Feed) {
  const { status, body } = await service.call('POST', feeds, { body: feed });
  expect({ status, body }).toMatchObject({ status: 201 });
}

describe('a session that is not on sale', () => {
  it.each<[Partial<FeedSession>, string]>([
    [{ status: 'cancelled' }, 'cancelled'],
    [{ status: 'postponed' }, 'postponed'],
    [{ status: 'not_on_sale' }, 'not_on_sale'],
    [{ saleStartsAt: future }, 'not_on_sale'],
    [{ saleEndsAt: past }, 'not_on_sale'],
  ])('of a feed with %j is shown as %s, and neither offered nor held', async (terms, status) => {
    await importFeed(walk(terms));
    const { ten, eleven, offer, ticket } = await seen();
    expect(ten).toMatchObject({ status, availableQuantity: 0 });
    expect(eleven).toMatchObject({ status: 'on_sale', availableQuantity: 10 });
    expect(ticket.sessions.map(({ id }) => id)).toEqual([eleven.id]);
    expect(offer.availableQuantity).toBe(10);
    const availability = await service.call('GET', `${ten['@id']}/availability`);
    expect(availability.body).toMatchObject({ status: 'CLOSED', available: false, availableQuantity: 0 });
    expect((await hold(ten['@id'])).failedReservations).toMatchObject([{ reason: 'SESSION_UNAVAILABLE' }]);
    expect((await hold(eleven['@id'])).reservations).toHaveLength(1);
  });

  it.each([
    ['cancelled', 0],
    ['scheduled', 1],
  ] as const)('has no offers: %s has %i', async (status, offers) => {
    await importFeed(walk({ status }));
    expect((await seen()).offersOfTen).toHaveLength(offers);
  });

  it('is on sale within its window', async () => {
    await importFeed(walk({ saleStartsAt: past, saleEndsAt: future }));
    const { ten, offer } = await seen();
    expect(ten).toMatchObject({ status: 'on_sale', availableQuantity: 10 });
    expect(offer.availableQuantity).toBe(20);
    expect((await hold(ten['@id'])).reservations).toHaveLength(1);
  });
});

describe('an offer', () => {
  it('is not on sale before its sale begins', async () => {
    await importFeed(walk({}, { saleStartsAt: future }));
    const { offer, ten } = await seen();
    expect(offer.availableQuantity).toBe(0);
    expect((await service.call('GET', `${offer['@id']}/availability`)).body).toMatchObject({
      status: 'CLOSED',
    });
    expect((await hold(ten['@id'])).failedReservations).toMatchObject([{ reason: 'NOT_ON_SALE' }]);
    await importFeed(walk({}, { saleStartsAt: past }));
    expect((await hold(ten['@id'])).reservations).toHaveLength(1);
  });

  it('has no more than the remaining places', async () => {
    await importFeed(walk({}, { remaining: 3 }));
    const { offer, eleven, ten } = await seen();
    expect(offer.availableQuantity).toBe(3);
    expect((await hold(ten['@id'], 2)).reservations).toHaveLength(1);
    expect((await hold(eleven['@id'], 2)).failedReservations).toMatchObject([
      { reason: 'INSUFFICIENT_QUANTITY', availableQuantity: 1 },
    ]);
  });
});

describe('the remaining places of a session', () => {
  it.each([
    [{ capacity: null, remaining: 4 }, 4],
    [{ capacity: 10, remaining: 4 }, 4],
    [{ capacity: 3, remaining: 4 }, 3],
    [{ capacity: null, remaining: 0 }, 0],
    [{ capacity: 10, remaining: 0 }, 0],
    [{ capacity: null, remaining: null }, null],
  ])('%j leaves %s', async (limits, left) => {
    await importFeed(walk(limits));
    expect((await seen()).ten.availableQuantity).toBe(left);
  });

  it('limit all sales, however often the same feed is imported', async () => {
    const feed = walk({ capacity: null, remaining: 4 });
    await importFeed(feed);
    const { ten } = await seen();
    expect((await hold(ten['@id'], 3)).reservations).toHaveLength(1);
    await importFeed(feed);
    expect((await seen()).ten.availableQuantity).toBe(1);
    expect((await hold(ten['@id'], 2)).failedReservations).toMatchObject([{ availableQuantity: 1 }]);
    expect((await hold(ten['@id'], 1)).reservations).toHaveLength(1);
    expect((await hold(ten['@id'], 1)).failedReservations).toMatchObject([{ reason: 'SOLD_OUT' }]);
  });

  it('may be fewer than what is held and sold: nothing more is sold until the number rises', async () => {
    await importFeed(walk({}));
    const { ten } = await seen();
    expect((await hold(ten['@id'], 6)).reservations).toHaveLength(1);
    await importFeed(walk({ remaining: 0 }));
    expect((await seen()).ten.availableQuantity).toBe(0);
    expect((await hold(ten['@id'], 1)).failedReservations).toMatchObject([
      { reason: 'SOLD_OUT', availableQuantity: 0 },
    ]);
    await importFeed(walk({ remaining: 8 }));
    expect((await seen()).ten.availableQuantity).toBe(2);
    await importFeed(walk({}));
    expect((await seen()).ten.availableQuantity).toBe(4);
  });

  it('include what was sold while there was no limit', async () => {
    await importFeed(walk({ capacity: null }));
    const { ten } = await seen();
    expect((await hold(ten['@id'], 3)).reservations).toHaveLength(1);
    await importFeed(walk({ capacity: null, remaining: 4 }));
    expect((await seen()).ten.availableQuantity).toBe(1);
  });
});

it('a session may have its own description', async () => {
  await importFeed(walk({ description: { en: 'Along the <em>old</em> wall', fr: 'Le long du mur' } }));
  const { ten, eleven } = await seen();
  expect([ten.description, eleven.description]).toEqual(['Along the <em>old</em> wall', null]);
});
