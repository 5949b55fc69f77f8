import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openRiver, type River, why } from '@/testing/ticketing-service/administration';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { madeVoucher, type Voucher } from '@/testing/ticketing-service/voucher';
import { nextMillisecond } from '@/testing/next-millisecond';

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

const make = (change?: object) => madeVoucher(service, river.catalog, change);
const change = (voucher: Voucher, body: object) => river.call('PATCH', voucher['@id'], { ...why, ...body });

describe('vouchers of a catalogue', () => {
  it('are listed, the newest first, read and changed', async () => {
    await make({ code: 'FIRST' });
    const voucher = await make({ maximumUses: 3, products: [river.both] });
    expect(voucher).toMatchObject({ products: [river.both], heldUses: 0, orderedUses: 0, ...why });
    const list = await river.call('GET', `${river.catalog}/vouchers`);
    expect(list.body).toMatchObject({ totalItems: 2, member: [voucher, { code: 'FIRST' }] });
    const changed = await change(voucher, { maximumUses: null, validUntil: '2030-01-01T00:00:00Z' });
    expect(changed).toMatchObject({
      status: 200,
      body: { maximumUses: null, validUntil: '2030-01-01T00:00:00.000Z', value: '10.00' },
    });
    expect((await river.call('GET', voucher['@id'])).body).toEqual(changed.body);
  });

  it.each([
    [{ code: 'ten off' }, 'code'],
    [{ code: 'abc' }, 'code'],
    [{ code: '=cmd()|1' }, 'code'],
    [{ code: 'NEW-1', value: '0.00' }, 'value'],
    [{ code: 'NEW-1', value: '-5.00' }, 'value'],
    [{ code: 'NEW-1', kind: 'percentage', value: '100.01' }, 'value'],
    [{ code: 'NEW-1', maximumUses: 0 }, 'maximumUses'],
    [{ code: 'NEW-1', validFrom: '2027-01-02T00:00:00Z', validUntil: '2027-01-02T00:00:00Z' }, 'validUntil'],
    [{ code: 'NEW-1', products: ['/v1/ticketing/catalogs/x/products/y'] }, 'products[0]'],
  ])('are not made from %j', async (wrong, path) => {
    await make();
    const body = { kind: 'amount', value: '10.00', ...why, ...wrong };
    const answer = await river.call('POST', `${river.catalog}/vouchers`, body);
    expect(answer).toMatchObject({ status: 422, body: { violations: [{ propertyPath: path }] } });
  });

  it('that were changed since they were read are not changed by who names the moment of reading', async () => {
    const read = await make();
    const { changedAt: unchangedSince } = read;
    await nextMillisecond();
    const stopped = await change(read, { disabled: true, unchangedSince });
    expect(stopped).toMatchObject({ status: 200, body: { disabled: true } });
    const late = await change(read, { disabled: false, maximumUses: 3, unchangedSince });
    expect(late).toMatchObject({
      status: 422,
      body: {
        violations: [
          { propertyPath: 'unchangedSince', message: 'The voucher was changed meanwhile: read it again.' },
        ],
      },
    });
    expect((await river.call('GET', read['@id'])).body).toEqual(stopped.body);
  });

  it.each([{ code: 'OTHER-1' }, { kind: 'percentage' }, { value: '5.00' }, { products: null }])(
    'never change %j, which is said and not ignored',
    async (fixed) => {
      const voucher = await make();
      const answer = await change(voucher, { ...fixed, disabled: true, reason: 'other terms' });
      const message = 'This can’t be changed; make another voucher.';
      expect(answer).toMatchObject({
        status: 422,
        body: { violations: [{ propertyPath: Object.keys(fixed)[0], message }] },
      });
      expect((await river.call('GET', voucher['@id'])).body).toMatchObject(voucher);
    },
  );

  it('have a code once, which is said in words', async () => {
    await make();
    const body = { code: 'ten off', kind: 'amount', value: '5.00', ...why };
    expect(await river.call('POST', `${river.catalog}/vouchers`, body)).toMatchObject({
      body: { violations: [{ propertyPath: 'code', message: 'The catalogue has this code already.' }] },
    });
  });

  it('are managed only by the organization of the catalogue, and with the scope', async () => {
    const voucher = await make();
    const list = `${river.catalog}/vouchers`;
    for (const [method, path, body] of [
      ['GET', list, undefined],
      ['GET', voucher['@id'], undefined],
      ['POST', list, { code: 'MINE', kind: 'amount', value: '1.00', ...why }],
      ['PATCH', voucher['@id'], { disabled: true, ...why }],
    ] as const) {
      const sent = body === undefined ? {} : { body };
      expect((await service.call(method, path, { organization: 'another', ...sent })).status).toBe(404);
      const scopes = ['catalog:manage', 'booking:write'];
      expect((await service.call(method, path, { organization: 'river', scopes, ...sent })).status).toBe(403);
    }
  });
});
