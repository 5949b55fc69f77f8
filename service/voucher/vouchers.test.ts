import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { openRiver, type River, why } from '@/testing/ticketing-service/administration';
import { bothItem, customer, freeItem, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { applied, askVoucher, madeVoucher, removed, type Voucher } from '@/testing/ticketing-service/voucher';

const service: TestService = await startTestService();
let river: River;

beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation cascade`,
    ),
  );
  river = await openRiver(service, 50);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const make = (change?: object) => madeVoucher(service, river.catalog, change);
const holdItems = async (...items: unknown[]) =>
  (await hold(service, items)).reservations.map((one) => one['@id']);
const holdBoth = (quantity = 1) => holdItems(bothItem(river.places, quantity));
const change = (voucher: Voucher, body: object) => river.call('PATCH', voucher['@id'], { ...why, ...body });
const order = (reservations: readonly string[]) =>
  service.call('POST', ordersBulk, { body: { reservations, customer } });
const expire = (path: string | undefined) =>
  service.database.transaction((transaction) =>
    transaction.run(
      sql`update ticketing.reservation set expires_at = statement_timestamp() where id = ${path?.split('/').at(-1)}`,
    ),
  );

describe('a code', () => {
  it('takes an amount off once for all reservations of a purchase, and tells it in every answer', async () => {
    await make();
    const reservations = await holdItems(bothItem(river.places), bothItem(river.places, 2));
    const result = await applied(service, ' ten off ', reservations);
    expect(result).toMatchObject({
      refusal: null,
      message: null,
      discountInclTax: '10.00',
      reservations: [
        { voucher: 'TEN-OFF', discountInclTax: '3.33', totalAmountInclTax: '32.67' },
        {
          voucher: 'TEN-OFF',
          discountInclTax: '6.67',
          totalAmountInclTax: '65.33',
          items: [{ unitAmountInclTax: '36.00', quantity: 2, discountInclTax: '6.67' }],
        },
      ],
    });
    for (const [i, path] of reservations.entries()) {
      expect((await service.call('GET', path)).body).toMatchObject({ ...result.reservations[i] });
    }
    const { status, body } = await order(reservations);
    expect(status).toBe(201);
    const { orders } = createOrdersOutputSchema.parse(body);
    expect(orders).toMatchObject([
      { voucher: 'TEN-OFF', totalAmountInclTax: '32.67', discountInclTax: '3.33' },
      { voucher: 'TEN-OFF', totalAmountInclTax: '65.33', discountInclTax: '6.67' },
    ]);
    // Cancelling refunds what was paid, and the use does not return.
    const cancelled = await service.call('POST', `${orders[1]?.['@id']}/_cancel`, {
      body: { reason: 'ill', override: true },
    });
    expect(cancelled.body).toMatchObject({ refundAmountInclTax: '65.33' });
    expect((await river.call('GET', `${river.catalog}/vouchers`)).body).toMatchObject({
      member: [{ heldUses: 0, orderedUses: 1 }],
    });
  });

  it('takes a percentage off each unit, and the part without tax is in the same proportion', async () => {
    await make({ code: 'SAVE-15', kind: 'percentage', value: '15.00' });
    const reservations = await holdBoth(2);
    expect(await applied(service, 'save 15', reservations)).toMatchObject({ discountInclTax: '10.80' });
    expect((await order(reservations)).body).toMatchObject({
      orders: [{ totalAmountInclTax: '61.20', totalAmountExclTax: '51.00' }],
    });
  });

  it('that is worth more than the price makes it free, and no less', async () => {
    await make({ value: '500.00' });
    expect(await applied(service, 'TEN-OFF', await holdBoth())).toMatchObject({
      discountInclTax: '36.00',
      reservations: [{ totalAmountInclTax: '0.00' }],
    });
  });

  it('applied again changes no price, also after it was disabled', async () => {
    const voucher = await make({ maximumUses: 1 });
    const reservations = await holdBoth();
    const first = await applied(service, 'TEN-OFF', reservations);
    await change(voucher, { disabled: true });
    const again = await applied(service, 'TEN-OFF', reservations);
    const counted = again.reservations.map((one) => ({ ...one, version: (one.version ?? 0) - 1 }));
    // Each answer has an identifier of its own.
    expect({ ...again, '@id': first['@id'], reservations: counted }).toEqual(first);
    expect((await river.call('GET', voucher['@id'])).body).toMatchObject({ heldUses: 1, disabled: true });
  });

  it('is computed again for more reservations of the purchase, as the same single use', async () => {
    await make({ maximumUses: 1 });
    const [first = ''] = await holdBoth();
    await applied(service, 'TEN-OFF', [first]);
    const both = [first, ...(await holdBoth())];
    expect(await applied(service, 'TEN-OFF', both)).toMatchObject({
      refusal: null,
      discountInclTax: '10.00',
      reservations: [{ discountInclTax: '5.00' }, { discountInclTax: '5.00' }],
    });
  });

  it('is taken off the rest of a purchase as a whole when another reservation of it was released', async () => {
    await make({ maximumUses: 1 });
    const [first = ''] = await holdBoth();
    const [second = ''] = await holdBoth();
    await applied(service, 'TEN-OFF', [first, second]);
    // While both are held, one of them alone would be a second use.
    expect(await applied(service, 'TEN-OFF', [first])).toMatchObject({
      refusal: 'USED_UP',
      discountInclTax: '5.00',
    });
    await service.call('POST', `${second}/_release`);
    expect(await applied(service, 'TEN-OFF', [first])).toMatchObject({
      refusal: null,
      discountInclTax: '10.00',
    });
  });

  it('is refused for the rest of a purchase that is below its minimum', async () => {
    await make({ code: 'HALF', kind: 'percentage', value: '50.00', minimumAmountInclTax: '50.00' });
    const [first = ''] = await holdBoth();
    const [second = ''] = await holdBoth();
    expect(await applied(service, 'HALF', [first, second])).toMatchObject({ refusal: null });
    await service.call('POST', `${second}/_release`);
    expect(await applied(service, 'HALF', [first])).toMatchObject({
      refusal: 'BELOW_MINIMUM',
    });
  });

  it('replaces another one, and is removed, any number of times', async () => {
    await make();
    await make({ code: 'HALF', kind: 'percentage', value: '50.00' });
    const reservations = await holdBoth();
    await applied(service, 'TEN-OFF', reservations);
    expect(await applied(service, 'HALF', reservations)).toMatchObject({ discountInclTax: '18.00' });
    for (let time = 0; time < 2; time += 1) {
      expect(await removed(service, reservations)).toMatchObject({
        discountInclTax: '0.00',
        reservations: [{ voucher: null, totalAmountInclTax: '36.00' }],
      });
    }
    expect((await river.call('GET', `${river.catalog}/vouchers`)).body).toMatchObject({
      member: [{ heldUses: 0 }, { heldUses: 0 }],
    });
  });

  it('is usable again when the reservation is released, removed from it, or expired without a sweeper', async () => {
    await make({ maximumUses: 1 });
    const held = [await holdBoth(), await holdBoth(), await holdBoth(), await holdBoth()];
    const [first = '', second = '', third = '', fourth = ''] = held.flatMap(([path]) => path ?? []);
    const refusalFor = async (path: string) => (await applied(service, 'TEN-OFF', [path])).refusal;
    expect(await refusalFor(first)).toBeNull();
    expect(await refusalFor(second)).toBe('USED_UP');
    await service.call('POST', `${first}/_release`);
    expect(await refusalFor(second)).toBeNull();
    await expire(second);
    expect(await refusalFor(third)).toBeNull();
    expect((await order([second])).status).toBe(422);
    await removed(service, [third]);
    expect(await refusalFor(fourth)).toBeNull();
    expect(await refusalFor(third)).toBe('USED_UP');
  });
});

describe('a code that can’t be used', () => {
  const before = new Date(Date.now() - 3_600_000).toISOString();
  const later = new Date(Date.now() + 3_600_000).toISOString();

  it.each([
    ['NOT_YET_VALID', { validFrom: later }],
    ['EXPIRED', { validUntil: before }],
    ['BELOW_MINIMUM', { minimumAmountInclTax: '36.01' }],
  ])('is told as %s, and nothing changes', async (refusal, limits) => {
    await make(limits);
    const reservations = await holdBoth();
    const result = await applied(service, 'TEN-OFF', reservations);
    expect(result).toMatchObject({ refusal, discountInclTax: '0.00', reservations: [{ voucher: null }] });
    expect(result.message).toMatch(refusal === 'BELOW_MINIMUM' ? /36\.01/ : /\.$/);
    expect(result.minimumAmountInclTax).toBe(refusal === 'BELOW_MINIMUM' ? '36.01' : null);
  });

  it('is told if it is unknown, disabled, for other products, or of another catalogue', async () => {
    const voucher = await make({ products: [river.both] });
    const walk = await holdItems(freeItem(river.places));
    const refusals = async (code: string, paths: string[]) => (await applied(service, code, paths)).refusal;
    expect(await refusals('TEN-OFF', walk)).toBe('NOT_FOR_PRODUCTS');
    const both = await holdBoth();
    expect(await applied(service, 'TEN-OFF', [...both, ...walk])).toMatchObject({
      reservations: [{ discountInclTax: '10.00' }, { voucher: null, discountInclTax: '0.00' }],
    });
    for (const code of ['', 'no such', '%', "' or 1=1 --", 'ТЕN-OFF', '\u{1F3AB}']) {
      expect(await refusals(code, both)).toBe('UNKNOWN');
    }
    await change(voucher, { disabled: true });
    expect(await refusals('TEN-OFF', await holdBoth())).toBe('DISABLED');
  });

  it('is told in the language of the customer', async () => {
    const body = { code: 'nothing', reservations: await holdBoth() };
    const answer = await service.call('POST', '/v1/booking/reservations/_apply-voucher', {
      body,
      headers: { 'accept-language': 'fr' },
    });
    expect(answer.headers.get('content-language')).toBe('fr');
    expect(answer.body).toMatchObject({ message: 'Ce code n’existe pas.' });
  });
});

describe('reservations that can’t have a code', () => {
  it('are 422: expired, ordered, unknown, of another organization, repeated, none', async () => {
    await make();
    const [held = ''] = await holdBoth();
    const [expired = ''] = await holdBoth();
    await expire(expired);
    const [ordered = ''] = await holdBoth();
    await order([ordered]);
    const [foreign] = (await hold(service, [bothItem(river.places)], 'another')).reservations;
    const unknown = '/v1/booking/reservations/01970000-0000-7000-8000-00000000dead';
    for (const [reservations, path] of [
      [[held, expired], 'reservations[1].expired'],
      [[held, ordered], 'reservations[1].order'],
      [[held, unknown], 'reservations[1]'],
      [[held, foreign?.['@id']], 'reservations[1]'],
      [[held, held], 'reservations[1]'],
      [[], 'reservations'],
    ] as const) {
      const { status, body } = await askVoucher(service, 'TEN-OFF', reservations);
      expect([status, body]).toMatchObject([422, { violations: [{ propertyPath: path }] }]);
    }
    expect((await service.call('GET', held)).body).toMatchObject({ voucher: null });
  });
});
