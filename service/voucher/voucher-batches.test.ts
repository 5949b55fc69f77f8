import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { voucherSchema } from '@/lib/contract/voucher';
import { mostCodes, type VoucherBatch, voucherBatchSchema } from '@/lib/contract/voucher-batch';
import { openRiver, type River, why } from '@/testing/ticketing-service/administration';
import { bothItem, customer, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { applied, askVoucher } from '@/testing/ticketing-service/voucher';

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

const batches = () => `${river.catalog}/voucher_batches`;
const wanted = { name: 'Partners', number: 3, prefix: 'summer-', kind: 'percentage', value: '50.00', ...why };

const make = (change: object = {}, headers: Record<string, string> = {}) =>
  service.call('POST', batches(), { organization: 'river', headers, body: { ...wanted, ...change } });

async function made(change: object = {}): Promise<VoucherBatch> {
  const { status, body } = await make(change);
  expect(status).toBe(201);
  return voucherBatchSchema.parse(body);
}

const listed = z.object({ totalItems: z.int(), member: z.array(voucherSchema) });
const codesOf = async (batch: VoucherBatch, query = '') =>
  listed.parse((await river.call('GET', `${batch['@id']}/vouchers${query}`)).body);

async function held(): Promise<string> {
  const { reservations } = await hold(service, [bothItem(river.places)]);
  return reservations[0]?.['@id'] ?? '';
}

describe('a batch of codes', () => {
  it('has so many random codes with its prefix, without characters that look alike', async () => {
    const batch = await made({ number: 200 });
    expect(batch).toMatchObject({ name: 'Partners', number: 200, prefix: 'SUMMER', orderedCodes: 0 });
    const { totalItems, member } = await codesOf(batch, '?itemsPerPage=100&page=2');
    expect([totalItems, member.length]).toEqual([200, 100]);
    for (const { code, maximumUses, batch: of } of member) {
      expect(code).toMatch(/^SUMMER(-[2-9A-HJKMNP-Z]{4}){3}$/);
      expect([maximumUses, of]).toEqual([1, batch['@id']]);
    }
    expect(new Set(member.map(({ code }) => code)).size).toBe(100);
  });

  it('is one entry of the list of batches, and its codes are not in the list of vouchers', async () => {
    const first = await made();
    const second = await made({ name: 'Press', prefix: '' });
    expect((await river.call('GET', batches())).body).toMatchObject({
      totalItems: 2,
      member: [second, first],
    });
    expect((await river.call('GET', `${river.catalog}/vouchers`)).body).toMatchObject({ totalItems: 0 });
  });

  it('counts the codes that are held and ordered, and says in which booking', async () => {
    const batch = await made();
    const [first, second] = (await codesOf(batch)).member;
    const bought = await held();
    await applied(service, first?.code ?? '', [bought]);
    const bookedAs = { customer, externalReference: 'SHOP-7' };
    await service.call('POST', ordersBulk, { body: { reservations: [bought], ...bookedAs } });
    await applied(service, second?.code ?? '', [await held()]);
    expect((await river.call('GET', batch['@id'])).body).toMatchObject({ heldCodes: 1, orderedCodes: 1 });
    expect((await codesOf(batch)).member).toMatchObject([
      { orderedUses: 1, usedIn: 'SHOP-7' },
      { heldUses: 1, usedIn: null },
      { heldUses: 0, orderedUses: 0, usedIn: null },
    ]);
    const again = await askVoucher(service, first?.code ?? '', [await held()]);
    expect(again.body).toMatchObject({ refusal: 'USED_UP' });
  });

  it('is disabled and made usable again as a whole', async () => {
    const batch = await made();
    const [code] = (await codesOf(batch)).member;
    const stopped = await river.call('PATCH', batch['@id'], { ...why, disabled: true, reason: 'leaked' });
    expect(stopped).toMatchObject({ status: 200, body: { disabled: true, reason: 'leaked' } });
    expect((await codesOf(batch)).member.map(({ disabled }) => disabled)).toEqual([true, true, true]);
    const refused = await askVoucher(service, code?.code ?? '', [await held()]);
    expect(refused.body).toMatchObject({ refusal: 'DISABLED' });
    await river.call('PATCH', batch['@id'], { ...why, disabled: false });
    await applied(service, code?.code ?? '', [await held()]);
  });

  it('is made once for an Idempotency-Key, also by two requests at once', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => make({}, { 'idempotency-key': 'form' })));
    // The second waits for nothing: it gets the first answer, or is told that the first one is still running.
    expect([one?.status, other?.status]).toContain(201);
    const again = voucherBatchSchema.parse((await make({}, { 'idempotency-key': 'form' })).body);
    expect((await river.call('GET', batches())).body).toMatchObject({ totalItems: 1, member: [again] });
  });

  it('has a name of its own in its catalogue', async () => {
    await made();
    expect(await make()).toMatchObject({
      status: 422,
      body: {
        violations: [{ propertyPath: 'name', message: 'The catalogue has a batch of this name already.' }],
      },
    });
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ number: 0 }, 'number'],
    [{ number: mostCodes + 1 }, 'number'],
    [{ prefix: '=cmd()' }, 'prefix'],
    [{ prefix: 'X'.repeat(21) }, 'prefix'],
    [{ value: '100.01' }, 'value'],
    [{ validFrom: '2027-01-02T00:00:00Z', validUntil: '2027-01-02T00:00:00Z' }, 'validUntil'],
    [{ products: ['/v1/ticketing/catalogs/x/products/y'] }, 'products[0]'],
  ])('is not made from %j', async (wrong, path) => {
    expect(await make(wrong)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: path }] },
    });
    expect((await river.call('GET', batches())).body).toMatchObject({ totalItems: 0 });
  });

  it('is managed only by the organization of the catalogue, and with the scope', async () => {
    const batch = await made();
    const { number, name, kind, value } = wanted;
    for (const [method, path, body] of [
      ['GET', batches(), undefined],
      ['GET', batch['@id'], undefined],
      ['GET', `${batch['@id']}/vouchers`, undefined],
      ['POST', batches(), { number, name: `${name} 2`, kind, value, ...why }],
      ['PATCH', batch['@id'], { disabled: true, ...why }],
    ] as const) {
      const sent = body === undefined ? {} : { body };
      expect((await service.call(method, path, { organization: 'another', ...sent })).status).toBe(404);
      const scopes = ['catalog:manage', 'booking:write'];
      expect((await service.call(method, path, { organization: 'river', scopes, ...sent })).status).toBe(403);
    }
  });

  it('of 5,000 codes is made and read', async () => {
    const batch = await made({ number: mostCodes });
    expect(await codesOf(batch, '?itemsPerPage=1')).toMatchObject({ totalItems: mostCodes });
  });
});
