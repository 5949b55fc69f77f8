import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { violationCodes } from '@/lib/contract/problem';
import { reservationSchema } from '@/lib/contract/reservation';
import {
  customer,
  freeItem,
  hold,
  list,
  openPlaces,
  ordersBulk,
  type Places,
} from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let places: Places;

beforeAll(async () => {
  service = await startTestService();
  places = await openPlaces(service);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

describe('an order', () => {
  async function order(reservations: unknown[], change: object = {}, organization = 'reseller') {
    return service.call('POST', ordersBulk, { body: { reservations, customer, ...change }, organization });
  }

  it('is made once: a repeated call gives the same order, another customer is refused', async () => {
    const paths = (await hold(service, [freeItem(places), freeItem(places)])).reservations.map(
      (one) => one['@id'],
    );
    const first = await order(paths, { externalReference: 'once' });
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const made = createOrdersOutputSchema.parse(first.body).orders;
    expect(made.map(({ reservation }) => reservation)).toEqual(paths);
    const again = await order(paths, { externalReference: 'once' });
    expect(createOrdersOutputSchema.parse(again.body).orders).toEqual(made);
    expect(await order(paths, { externalReference: 'twice' })).toMatchObject({
      status: 422,
      body: {
        violations: [
          { propertyPath: 'reservations[0].order', code: violationCodes.isNull },
          { propertyPath: 'reservations[1].order' },
        ],
      },
    });
    const grouped = await list(service, '/v1/booking/orders?externalReference=once');
    expect(grouped).toHaveLength(2);
    const reservation = reservationSchema.parse((await service.call('GET', paths[0] ?? '')).body);
    expect(reservation).toMatchObject({ expired: false, order: made[0]?.['@id'] });
  });

  it('is not made if one reservation does not exist, is another organization’s, or is named twice', async () => {
    const [mine] = (await hold(service, [freeItem(places)])).reservations.map((one) => one['@id']);
    const [theirs] = (await hold(service, [freeItem(places)], 'other')).reservations.map((one) => one['@id']);
    const never = '/v1/booking/reservations/00000000-0000-4000-8000-000000000000';
    const unknown = await order([mine, never]);
    const foreign = await order([mine, theirs]);
    expect(unknown).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'reservations[1]' }] },
    });
    expect(foreign.body).toEqual(unknown.body);
    expect(await order([mine, mine])).toMatchObject({
      status: 422,
      body: { violations: [{ code: violationCodes.unique }] },
    });
    expect((await service.call('GET', theirs ?? '')).status).toBe(404);
    expect(reservationSchema.parse((await service.call('GET', mine ?? '')).body).order).toBeNull();
  });

  it('needs a customer, and accepts a reference of at most 255 characters', async () => {
    const [path] = (await hold(service, [freeItem(places)])).reservations.map((one) => one['@id']);
    const long = 'x'.repeat(256);
    const wrong = await order([path], {
      customer: { ...customer, email: 'no', country: 'fr', language: 'FR', firstname: ' ' },
      externalReference: long,
    });
    expect(
      z
        .object({ violations: z.array(z.object({ propertyPath: z.string(), code: z.string() })) })
        .parse(wrong.body).violations,
    ).toEqual([
      { propertyPath: 'customer.firstname', code: violationCodes.notBlank },
      { propertyPath: 'customer.email', code: violationCodes.email },
      { propertyPath: 'customer.country', code: violationCodes.country },
      { propertyPath: 'customer.language', code: violationCodes.language },
      { propertyPath: 'externalReference', code: violationCodes.tooLong },
    ]);
    expect(await order([path], { customer: undefined })).toMatchObject({
      body: { violations: [{ propertyPath: 'customer', code: violationCodes.missingField }] },
    });
    expect((await order([path], { externalReference: long.slice(1) })).status).toBe(201);
  });

  it('has a customer in a country of ISO 3166-1', async () => {
    const [path] = (await hold(service, [freeItem(places)])).reservations.map((one) => one['@id']);
    // Unicode's data has these, too.
    for (const country of ['UK', 'EU', 'XK', 'ZZ', 'FRA'])
      expect([country, await order([path], { customer: { ...customer, country } })]).toMatchObject([
        country,
        {
          status: 422,
          body: { violations: [{ propertyPath: 'customer.country', code: violationCodes.country }] },
        },
      ]);
    expect((await order([path], { customer: { ...customer, country: 'GB' } })).status).toBe(201);
  });

  it('and its document belong to the organization that made it', async () => {
    const [path] = (await hold(service, [freeItem(places)])).reservations.map((one) => one['@id']);
    const [made] = createOrdersOutputSchema.parse((await order([path])).body).orders;
    expect((await service.call('GET', made?.['@id'] ?? '', { organization: 'other' })).status).toBe(404);
    expect(
      (await service.call('PATCH', made?.documents[0] ?? '', { organization: 'other', body: {} })).status,
    ).toBe(404);
    expect((await service.call('PATCH', made?.documents[0] ?? '', { body: {} })).status).toBe(200);
    const theirs = await service.call('GET', '/v1/booking/orders', { organization: 'other' });
    expect(theirs.body).toMatchObject({ totalItems: 0, member: [] });
  });
});
