import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reservationSchema } from '@/lib/contract/reservation';
import { violationCodes } from '@/lib/contract/problem';
import {
  bothItem,
  customer,
  hold,
  openPlaces,
  ordersBulk,
  type Places,
} from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let places: Places;

beforeAll(async () => {
  service = await startTestService({ holdSeconds: 600 });
  places = await openPlaces(service);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

async function held(quantity: number): Promise<string> {
  const [reservation] = (await hold(service, [bothItem(places, quantity)])).reservations;
  return reservation?.['@id'] ?? '';
}

describe('a release', () => {
  it('releases the units at once, and only once', async () => {
    const path = await held(5);
    expect((await hold(service, [bothItem(places)])).failedReservations).toMatchObject([
      { reason: 'SOLD_OUT' },
    ]);
    for (let again = 0; again < 2; again += 1) {
      const answer = await service.call('POST', `${path}/_release`);
      expect(answer).toMatchObject({ status: 201, body: { expired: true, order: null } });
    }
    expect(reservationSchema.parse((await service.call('GET', path)).body).expired).toBe(true);
    const next = await held(5);
    expect(
      (await service.call('POST', ordersBulk, { body: { reservations: [path], customer } })).status,
    ).toBe(422);
    expect((await service.call('POST', `${next}/_release`, { organization: 'other' })).status).toBe(404);
    await service.call('POST', `${next}/_release`);
  });
});

describe('an extension', () => {
  it('adds the length of a hold, ten times at most', async () => {
    const path = await held(1);
    const before = reservationSchema.parse((await service.call('GET', path)).body);
    for (let times = 1; times <= 10; times += 1) {
      const { status, body } = await service.call('POST', `${path}/_extend`);
      expect(status).toBe(201);
      const gained = Date.parse(reservationSchema.parse(body).expiresAt) - Date.parse(before.expiresAt);
      expect(gained).toBe(times * 600_000);
    }
    expect(await service.call('POST', `${path}/_extend`)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'extensions', code: violationCodes.lessThanOrEqual }] },
    });
    await service.call('POST', `${path}/_release`);
    expect(await service.call('POST', `${path}/_extend`)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'expired', code: violationCodes.isFalse }] },
    });
  });

  it('is refused, like a release, once there is an order', async () => {
    const path = await held(1);
    await service.call('POST', ordersBulk, { body: { reservations: [path], customer } });
    for (const action of ['_extend', '_release']) {
      const answer = await service.call('POST', `${path}/${action}`);
      expect(answer).toMatchObject({
        status: 422,
        body: { violations: [{ propertyPath: 'order', code: violationCodes.isNull }] },
      });
    }
  });
});
