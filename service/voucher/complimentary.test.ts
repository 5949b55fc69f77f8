import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openRiver, type River, why } from '@/testing/ticketing-service/administration';
import { bothItem, customer, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { applied, askVoucher, madeVoucher } from '@/testing/ticketing-service/voucher';

const service: TestService = await startTestService();
let river: River;

beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(sql`truncate ticketing.catalog cascade`),
  );
  river = await openRiver(service, 50);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const press = { code: 'PRESS-27', kind: 'percentage', value: '100.00', maximumUses: 1, complimentary: true };

async function held(quantity = 1): Promise<string> {
  const { reservations } = await hold(service, [bothItem(river.places, quantity)]);
  return reservations[0]?.['@id'] ?? '';
}

const give = (code: string, reservations: readonly string[]) =>
  service.call('POST', '/v1/booking/reservations/_apply-voucher', {
    body: { code, reservations, complimentary: true },
  });

describe('a complimentary code', () => {
  it('makes the tickets free for who asks for it, and says so in the reservation and in the order', async () => {
    await madeVoucher(service, river.catalog, press);
    const reservation = await held(2);
    expect((await give('press 27', [reservation])).body).toMatchObject({
      refusal: null,
      reservations: [{ complimentary: true, totalAmountInclTax: '0.00', voucher: 'PRESS-27' }],
    });
    const { body } = await service.call('POST', ordersBulk, {
      body: { reservations: [reservation], customer },
    });
    expect(body).toMatchObject({
      orders: [{ complimentary: true, totalAmountInclTax: '0.00', totalAmountExclTax: '0.00' }],
    });
  });

  it('is unknown to who only types it, as a code that does not exist', async () => {
    await madeVoucher(service, river.catalog, press);
    const [typed, unknown] = [
      await askVoucher(service, 'PRESS-27', [await held()]),
      await askVoucher(service, 'NO-SUCH', [await held()]),
    ];
    expect(typed.body).toMatchObject({ refusal: 'UNKNOWN', discountInclTax: '0.00' });
    expect(unknown.body).toMatchObject({ refusal: 'UNKNOWN' });
  });

  it('can be used as often as it says', async () => {
    await madeVoucher(service, river.catalog, press);
    await give('PRESS-27', [await held()]);
    expect((await give('PRESS-27', [await held()])).body).toMatchObject({ refusal: 'USED_UP' });
  });

  it('is not in the list of vouchers, and other codes are not complimentary', async () => {
    await madeVoucher(service, river.catalog, press);
    const all = { code: 'ALL-OFF', kind: 'percentage', value: '100.00' };
    await madeVoucher(service, river.catalog, all);
    expect((await river.call('GET', `${river.catalog}/vouchers`)).body).toMatchObject({
      totalItems: 1,
      member: [{ code: 'ALL-OFF', complimentary: false }],
    });
    const { reservations } = await applied(service, 'ALL-OFF', [await held()]);
    expect(reservations).toMatchObject([{ complimentary: false, totalAmountInclTax: '0.00' }]);
  });

  it.each([{ value: '99.00' }, { kind: 'amount' }])('takes the whole price off: not %j', async (wrong) => {
    const body = { ...press, ...wrong, ...why };
    expect(await river.call('POST', `${river.catalog}/vouchers`, body)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'complimentary' }] },
    });
  });

  it('takes what there is of a session, as a sale does', async () => {
    await madeVoucher(service, river.catalog, press);
    const reservation = await held(2);
    await give('PRESS-27', [reservation]);
    await service.call('POST', ordersBulk, { body: { reservations: [reservation], customer } });
    const { reservations } = await hold(service, [bothItem(river.places, 49)]);
    expect(reservations).toEqual([]);
  });
});
