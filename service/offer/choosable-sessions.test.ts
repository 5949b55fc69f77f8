import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { offerAvailabilitySchema, offerSchema, offerTicketSchema } from '@/lib/contract/offer';
import { sessionSchema } from '@/lib/contract/session';
import { openRiver, type River } from '@/testing/ticketing-service/administration';
import { bothItem, hold, list } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

const service: TestService = await startTestService();
let river: River;

beforeEach(async () => {
  await change(
    sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation cascade`,
  );
  river = await openRiver(service);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const change = (statement: ReturnType<typeof sql>) =>
  service.database.transaction((transaction) => transaction.run(statement));
const read = async <Body>(path: string, schema: z.ZodType<Body>) =>
  schema.parse((await service.call('GET', path)).body);

const setSession = (assignment: ReturnType<typeof sql>) => () =>
  change(sql`update ticketing.session set ${assignment} where id = ${lastSegment(river.places.ten)}`);
const stop = (subject: () => string) => () => river.set({ kind: 'sales_stop', subject: subject() });

/** Everything that says whether the boat at ten can be chosen for the offer of boat and museum. */
async function whatIsSaid() {
  const { places, catalog } = river;
  const session = await read(places.ten, sessionSchema);
  const boat = await read(places.boat, offerTicketSchema);
  const ofSession = await list(service, `${catalog}/offers?session=${session.id}`);
  const availability = await read(
    `${places.ten}/availability`,
    offerAvailabilitySchema.extend({ '@type': z.string() }),
  );
  const inList = z.array(sessionSchema).parse(await list(service, places.ten.replace(/\/[^/]+$/, '')));
  const { reservations } = await hold(service, [bothItem(places)]);
  return {
    session: session.status === 'on_sale',
    sessionInList: inList.find(({ id }) => id === session.id)?.status === 'on_sale',
    quantity: session.availableQuantity !== 0,
    availability: availability.status !== 'CLOSED',
    ticket: boat.sessions.some(({ id }) => id === session.id),
    offers: ofSession.some((offer) => offer['@id'] === places.offer),
    hold: reservations.length === 1,
  };
}

const all = (value: boolean) =>
  ['session', 'sessionInList', 'quantity', 'availability', 'ticket', 'offers', 'hold'].map(
    (name) => [name, value] as const,
  );

const causes: [string, () => Promise<unknown>][] = [
  ['has begun', setSession(sql`occurs_at = statement_timestamp() - interval '1 second'`)],
  ['was cancelled', setSession(sql`status = 'cancelled'`)],
  ['was postponed', setSession(sql`status = 'postponed'`)],
  ['is not on sale', setSession(sql`status = 'not_on_sale'`)],
  ['is sold later', setSession(sql`sale_starts_at = statement_timestamp() + interval '1 hour'`)],
  ['was sold until now', setSession(sql`sale_ends_at = statement_timestamp()`)],
  ['was closed by staff', stop(() => river.places.ten)],
  ['was closed by staff with its event', stop(() => river.boatEvent)],
];

describe('whether a session can be chosen is said alike by session, ticket, offers, availability and hold', () => {
  it('if it can', async () => {
    expect(Object.entries(await whatIsSaid())).toEqual(all(true));
  });

  it.each(causes)('if it %s', async (_, cause) => {
    await cause();
    expect(Object.entries(await whatIsSaid())).toEqual(all(false));
  });

  it('if it is sold out: it can be waited for', async () => {
    await hold(service, [bothItem(river.places, 5)]);
    const said = await whatIsSaid();
    expect(Object.entries(said)).toEqual(
      all(true).map(([name]) => [name, !['quantity', 'hold'].includes(name)]),
    );
  });
});

/** What is said about the offer of boat and museum. */
async function ofOffer() {
  const { offer } = river.places;
  const { status, availableQuantity } = await read(offer, offerSchema);
  const availability = await read(`${offer}/availability`, offerAvailabilitySchema);
  const price = await service.call('GET', `${offer}/price`);
  return { status, availableQuantity, availability: availability.status, price: price.status };
}

const closed = { status: 'not_on_sale', availableQuantity: 0, availability: 'CLOSED', price: 200 };

describe('an offer', () => {
  it('is on sale while a session can be chosen for each of its tickets', async () => {
    await setSession(sql`occurs_at = statement_timestamp()`)();
    expect(await ofOffer()).toEqual({
      status: 'on_sale',
      availableQuantity: 5,
      availability: 'LIMITED',
      price: 200,
    });
  });

  it('is on sale when all is sold', async () => {
    await hold(service, [bothItem(river.places, 5), bothItem(river.places, 5, river.places.afternoon)]);
    expect(await ofOffer()).toEqual({ ...closed, status: 'on_sale', availability: 'SOLD_OUT' });
  });

  it.each(causes.slice(0, 6))('is not on sale if each session of a ticket %s', async (_, cause) => {
    await change(
      sql`update ticketing.session set status = 'cancelled' where id = ${lastSegment(river.places.afternoon)}`,
    );
    await cause();
    expect(await ofOffer()).toEqual(closed);
  });

  it.each([
    ['its product', () => river.both],
    ['an event of it', () => river.museumEvent],
  ])('is not on sale if staff closed %s', async (_, subject) => {
    await stop(subject)();
    expect(await ofOffer()).toEqual(closed);
  });

  it.each([
    ['has not begun', sql`sale_starts_at = statement_timestamp() + interval '1 hour'`],
    ['is over', sql`sale_ends_at = statement_timestamp()`],
  ])('is not on sale if its sale %s', async (_, assignment) => {
    await change(sql`update ticketing.offer set ${assignment} where id = ${lastSegment(river.places.offer)}`);
    expect(await ofOffer()).toEqual(closed);
  });
});
