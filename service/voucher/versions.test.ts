import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { openRiver, type River } from '@/testing/ticketing-service/administration';
import { bothItem, customer, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { applied, madeVoucher, removed } from '@/testing/ticketing-service/voucher';

const service: TestService = await startTestService();
let river: River;

beforeAll(async () => {
  river = await openRiver(service, 50);
  await madeVoucher(service, river.catalog);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const holdItems = async (...items: unknown[]) =>
  (await hold(service, items)).reservations.map((one) => one['@id']);
const holdBoth = () => holdItems(bothItem(river.places));

describe('the version of a reservation', () => {
  const ask = (name: 'apply' | 'remove', body: object) =>
    service.call('POST', `/v1/booking/reservations/_${name}-voucher`, { body });

  it('counts each request that sets or removes its voucher, also one that changes no price', async () => {
    const reservations = await holdBoth();
    const versions = [];
    for (const one of [applied, applied, removed, removed]) {
      const result = await (one === applied
        ? applied(service, 'TEN-OFF', reservations)
        : removed(service, reservations));
      versions.push(result.reservations[0]?.version);
    }
    expect(versions).toEqual([1, 2, 3, 4]);
    expect((await service.call('GET', reservations[0] ?? '')).body).toMatchObject({ version: 4 });
  });

  it('refuses a request that was sent before another one, and answers with the reservations as they are', async () => {
    const reservations = await holdBoth();
    await removed(service, reservations);
    for (const name of ['apply', 'remove'] as const) {
      const late = await ask(name, { code: 'TEN-OFF', reservations, versions: [0] });
      expect(late).toMatchObject({
        status: 201,
        body: {
          refusal: 'CHANGED',
          message: 'The reservations were changed meanwhile: read them again.',
          reservations: [{ version: 1, voucher: null, totalAmountInclTax: '36.00' }],
        },
      });
    }
    expect((await ask('apply', { code: 'TEN-OFF', reservations, versions: [1] })).body).toMatchObject({
      refusal: null,
      reservations: [{ version: 2, totalAmountInclTax: '26.00' }],
    });
  });

  it('has to be given for each reservation', async () => {
    const reservations = await holdBoth();
    expect(await ask('remove', { reservations, versions: [0, 0] })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'versions' }] },
    });
  });
});

describe('an order that names what was paid', () => {
  const pay = (reservations: readonly string[], totalAmountInclTax: string) =>
    service.call('POST', ordersBulk, { body: { reservations, customer, totalAmountInclTax } });

  it('is made only if the reservations cost that, and is the same when it is repeated', async () => {
    const reservations = await holdItems(bothItem(river.places), bothItem(river.places, 2));
    await applied(service, 'TEN-OFF', reservations);
    expect(await pay(reservations, '108.00')).toMatchObject({
      status: 422,
      body: {
        violations: [{ propertyPath: 'totalAmountInclTax', message: 'These reservations do not cost that.' }],
      },
    });
    const made = await pay(reservations, '98.00');
    expect(made.status).toBe(201);
    const orders = (answer: typeof made) =>
      createOrdersOutputSchema.parse(answer.body).orders.map(({ id }) => id);
    expect(orders(await pay(reservations, '98.00'))).toEqual(orders(made));
    expect(await pay(reservations, '97.99')).toMatchObject({ status: 422 });
  });
});
