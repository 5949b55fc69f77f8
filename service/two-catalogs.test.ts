import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { codesOf, scanOf, sendScans } from '@/testing/ticketing-service/admission';
import {
  bothItem,
  customer,
  hold,
  openPlaces,
  ordersBulk,
  type Places,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { catalogIdOf, inCatalog } from './ids/catalog-id';
import { newId } from './ids/new-id';
import { organizationNamed } from './organization/organization';

// What belongs to two catalogues may be on two servers.

let service: TestService;
let river: Places;
let hills: Places;

beforeAll(async () => {
  service = await startTestService();
  river = await openPlaces(service, 50, 'river');
  hills = await openPlaces(service, 50, 'hills');
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const heldPaths = async (items: unknown[]) =>
  (await hold(service, items)).reservations.map((reservation) => reservation['@id']);
const order = (reservations: readonly string[]) =>
  service.call('POST', ordersBulk, { body: { reservations, customer } });

/** The same path, with an id that names the other catalogue. */
function elsewhere(path: string, { offer }: Places): string {
  const id = path.slice(path.lastIndexOf('/') + 1);
  return path.replace(id, inCatalog(id, offer.split('/')[4] ?? ''));
}

describe('two catalogues', () => {
  it('have no id in common: one that names the other catalogue is unknown', async () => {
    const [path = ''] = await heldPaths([bothItem(river)]);
    const wrong = elsewhere(path, hills);
    expect(wrong).not.toBe(path);
    expect((await service.call('GET', wrong)).status).toBe(404);
    expect((await service.call('POST', `${wrong}/_release`)).status).toBe(404);
    expect(await order([path, wrong])).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'reservations[1]' }] },
    });
    const unknown = elsewhere(river.offer, hills);
    expect(
      await service.call('POST', reservationsBulk, {
        body: { items: [{ ...bothItem(river), offer: unknown }] },
      }),
    ).toMatchObject({ status: 422, body: { violations: [{ propertyPath: 'items[0].offer' }] } });
    const ordered = createOrdersOutputSchema.parse((await order([path])).body).orders[0];
    expect((await service.call('GET', ordered?.['@id'] ?? '')).status).toBe(200);
    expect((await service.call('GET', elsewhere(ordered?.['@id'] ?? '', hills))).status).toBe(404);
  });

  it('are held in one call, each item for itself, and ordered in one call, all or none', async () => {
    const paths = await heldPaths([bothItem(hills), bothItem(river), bothItem(hills, 2)]);
    expect(paths).toHaveLength(3);
    const some = await service.call('POST', reservationsBulk, {
      body: { items: [bothItem(river), bothItem(hills, 50)] },
    });
    expect(some.body).toMatchObject({
      reservations: [{ items: [{ offer: river.offer }] }],
      failedReservations: [{ offer: hills.offer }],
    });
    await service.call('POST', `${paths[2] ?? ''}/_release`);
    expect((await order(paths)).status).toBe(422);
    expect((await service.call('GET', paths[0] ?? '')).body).toMatchObject({ order: null });
    const made = createOrdersOutputSchema.parse((await order(paths.slice(0, 2))).body).orders;
    expect(made.map(({ items }) => items[0]?.offer)).toEqual([hills.offer, river.offer]);
    expect((await order(paths.slice(0, 2))).body).toMatchObject({ orders: made.map(({ id }) => ({ id })) });
  });

  it('share the Idempotency-Keys of an organization', async () => {
    const headers = { 'idempotency-key': 'both', 'content-type': 'application/json' };
    const reserve = (place: Places) =>
      service.call('POST', reservationsBulk, { headers, body: { items: [bothItem(place)] } });
    const first = await reserve(river);
    expect(await reserve(hills)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'Idempotency-Key' }] },
    });
    expect((await reserve(river)).body).toEqual(first.body);
  });

  it('have tickets that one call admits, and lists of orders with both', async () => {
    const paths = await heldPaths([bothItem(river), bothItem(hills)]);
    const { orders } = createOrdersOutputSchema.parse((await order(paths)).body);
    const codes = await Promise.all(orders.map((one) => codesOf(service, one, 'reseller')));
    const scans = codes.map(([code = '']) => scanOf({ code, date: '2027-06-01' }));
    const admitted = await sendScans(service, scans, 'reseller');
    expect(admitted.map(({ result }) => result)).toEqual(['admitted', 'admitted']);
    const undo = admitted.map(({ id }) => scanOf({ undoes: id }));
    expect((await sendScans(service, undo, 'reseller')).map(({ result }) => result)).toEqual([
      'undone',
      'undone',
    ]);
    const { body } = await service.call('GET', `${ordersBulk.replace('/_bulk', '')}?itemsPerPage=2`);
    expect(body).toMatchObject({ member: orders.toReversed().map(({ id }) => ({ id })) });
  });
});

it('a catalogue that has the id of another by chance is refused', async () => {
  const key = 'by-chance';
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`insert into ticketing.catalog (id, organization_id, key, name, language, languages, timezone, issuer,
            imported_at, synced_at)
          values (${catalogIdOf(organizationNamed('river').id, key)}, ${newId()}, 'other', '{}', 'en', '["en"]', 'UTC',
            '{}', statement_timestamp(), statement_timestamp())`,
    ),
  );
  const feed = boatAndMuseum();
  const body = { ...feed, catalog: { ...feed.catalog, key } };
  expect(await service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' })).toMatchObject({
    status: 422,
    body: {
      violations: [
        { propertyPath: '$.catalog.key', message: expect.stringContaining('another key') as string },
      ],
    },
  });
});
