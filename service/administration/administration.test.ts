import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { bothItem, customer, freeItem, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { openRiver, type River, why } from '@/testing/ticketing-service/administration';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { problemBody } from '../http/problem';

let service: TestService;
let river: River;

beforeAll(async () => {
  service = await startTestService();
  river = await openRiver(service);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const overrides = () => `${river.catalog}/overrides`;

describe('the administration of a catalogue', () => {
  it('is not found by another organization, at any address', async () => {
    const stop = await river.set({ kind: 'sales_stop', subject: river.both });
    const event = river.boatEvent.replace('/catalogs/', '/managed_catalogs/');
    const reads = [
      `${river.catalog}/imports`,
      `${river.catalog}/changes`,
      overrides(),
      river.managed,
      `${river.managed}/events`,
      event,
      `${event}/sessions`,
      `${river.managed}/products`,
    ];
    for (const path of reads) {
      const { status, body } = await service.call('GET', path, { organization: 'other' });
      expect([path, status, body]).toEqual([path, 404, problemBody(404, 'Not Found')]);
      expect([path, (await river.call('GET', path)).status]).toEqual([path, 200]);
    }
    const writes = [
      { path: overrides(), body: { ...why, kind: 'hidden' } },
      { path: `${stop['@id']}/_remove`, body: why },
    ];
    for (const { path, body } of writes)
      expect((await service.call('POST', path, { organization: 'other', body })).status).toBe(404);
    const listed = await service.call('GET', '/v1/ticketing/managed_catalogs', { organization: 'other' });
    expect(listed.body).toMatchObject({ totalItems: 0 });
    expect((await river.remove(stop)).status).toBe(201);
  });

  it('needs its own scope', async () => {
    const scopes = ['catalog:read', 'catalog:write'];
    const body = { ...why, kind: 'hidden' };
    expect((await service.call('POST', overrides(), { organization: 'river', scopes, body })).status).toBe(
      403,
    );
  });

  it.each([
    ['an unknown kind', { kind: 'gift', subject: '' }, 'kind'],
    ['no reason', { kind: 'hidden', reason: ' ' }, 'reason'],
    ['an actor of 101 characters', { kind: 'hidden', actor: 'a'.repeat(101) }, 'actor'],
    ['a reason of 10,000 characters', { kind: 'hidden', reason: 'x'.repeat(10_000) }, 'reason'],
    ['another subject to hide than the catalogue', { kind: 'hidden' }, 'subject'],
    ['no subject', { kind: 'sales_stop', subject: undefined }, 'subject'],
    ['a subject that does not exist', { kind: 'sales_stop', subject: '/v1/ticketing/catalogs/x' }, 'subject'],
    ['SQL as a subject', { kind: 'sales_stop', subject: "/v1/' or 1=1; drop table catalog" }, 'subject'],
    ['a capacity of less than 0', { kind: 'capacity', capacity: -1 }, 'capacity'],
    ['a capacity of 1.5', { kind: 'capacity', capacity: 1.5 }, 'capacity'],
    ['a capacity as a text', { kind: 'capacity', capacity: '5' }, 'capacity'],
    ['a price in words', { kind: 'price', from: '2027-06-01', amountInclTax: 'abc' }, 'amountInclTax'],
    ['a price below 0', { kind: 'price', from: '2027-06-01', amountInclTax: '-1.00' }, 'amountInclTax'],
    ['a day that is past', { kind: 'price', from: '2020-01-01', amountInclTax: '1.00' }, 'from'],
    ['a day that does not exist', { kind: 'price', from: '2027-02-30', amountInclTax: '1.00' }, 'from'],
  ])('refuses %s', async (_what, input, path) => {
    const subject = input.kind === 'capacity' ? river.places.ten : river.both;
    const { status, body } = await river.call('POST', overrides(), { ...why, subject, ...input });
    expect([status, body]).toMatchObject([422, { violations: [{ propertyPath: path }] }]);
  });

  it('refuses a subject of another kind or of another catalogue', async () => {
    const foreign = river.both.replace(/catalogs\/[^/]+/, 'catalogs/00000000-0000-4000-8000-000000000000');
    for (const input of [
      { kind: 'capacity', subject: river.both, capacity: 5 },
      { kind: 'price', subject: river.boatEvent, from: '2027-06-01', amountInclTax: '1.00' },
      { kind: 'sales_stop', subject: river.places.offer },
      { kind: 'sales_stop', subject: foreign },
    ]) {
      expect(await river.call('POST', overrides(), { ...why, ...input })).toMatchObject({
        status: 422,
        body: { violations: [{ propertyPath: 'subject' }] },
      });
    }
  });

  it('stores what looks like SQL or a formula as a text', async () => {
    const reason = `=cmd()|' /C calc'!A1; drop table ticketing.catalog; --`;
    const set = await river.set({ kind: 'sales_stop', subject: river.both, reason });
    expect(set.reason).toBe(reason);
    await river.remove(set);
  });
});

describe('the views of an issuer', () => {
  it('tell what is held and sold, and what staff have set', async () => {
    const { places } = river;
    const [ordered] = (await hold(service, [bothItem(places, 2)])).reservations;
    await service.call('POST', ordersBulk, { body: { reservations: [ordered?.['@id']], customer } });
    const [free] = (await hold(service, [freeItem(places)])).reservations;
    await service.call('POST', ordersBulk, { body: { reservations: [free?.['@id']], customer } });
    await hold(service, [bothItem(places, 1)]);
    const capacity = await river.set({ kind: 'capacity', subject: places.ten, capacity: 4 });
    const price = await river.set({
      kind: 'price',
      subject: river.both,
      from: '2027-06-01',
      amountInclTax: '31.00',
    });
    expect((await river.call('GET', '/v1/ticketing/managed_catalogs')).body).toMatchObject({
      member: [
        {
          key: 'river',
          name: 'River line',
          hidden: null,
          overrideCount: 2,
          feedCatalog: { key: 'river', name: { en: 'River line', fr: 'Ligne du fleuve' } },
        },
      ],
    });
    expect((await river.call('GET', `${river.managed}/events`)).body).toMatchObject({
      totalItems: 3,
      member: [
        { name: 'Boat', sessionCount: 6, held: 1, sold: 2, salesStop: null },
        { name: 'Museum', sessionCount: 0, nextSessionAt: null },
        // Its sessions have no capacity.
        { name: 'Walk', held: 0, sold: 1 },
      ],
    });
    const boat = river.boatEvent.replace('/catalogs/', '/managed_catalogs/');
    const from = encodeURIComponent('2027-06-01T00:00:00+02:00');
    expect((await river.call('GET', `${boat}/sessions?occursAt[after]=${from}`)).body).toMatchObject({
      totalItems: 6,
      member: [
        {
          session: places.ten,
          occursAt: '2027-06-01T10:00:00+02:00',
          status: 'on_sale',
          capacity: 4,
          feedCapacity: 5,
          held: 1,
          sold: 2,
          capacityOverride: { id: capacity.id },
        },
        { session: places.afternoon, capacity: 5, feedCapacity: 5, held: 0, sold: 0 },
        ...Array.from({ length: 4 }, () => ({ capacityOverride: null })),
      ],
    });
    const walkSessions = places.walkSession
      .replace('/catalogs/', '/managed_catalogs/')
      .replace(/\/[^/]+$/, '');
    expect((await river.call('GET', walkSessions)).body).toMatchObject({
      member: [{ capacity: null, held: null, sold: 1 }, { sold: 0 }, { sold: 0 }],
    });
    expect((await river.call('GET', `${river.managed}/products`)).body).toMatchObject({
      member: [
        {
          product: river.both,
          key: 'both',
          nextDate: '2027-06-01',
          nextPrice: '31.00',
          feedPrice: '36.00',
          prices: [{ id: price.id, from: '2027-06-01', amountInclTax: '31.00' }],
        },
        { nextPrice: '20.00', prices: [] },
        { name: 'Walk' },
      ],
    });
    expect((await river.call('GET', `${overrides()}?kind=price`)).body).toMatchObject({
      member: [{ id: price.id }],
    });
  });
});

describe('the log of a catalogue', () => {
  it('tells who changed what, when and why, with what was before and after', async () => {
    const subject = river.places.afternoon;
    const set = await river.set({ kind: 'sales_stop', subject, actor: 'Ann', reason: 'storm' });
    await river.call('POST', `${set['@id']}/_remove`, { actor: 'Ben', reason: 'the sun' });
    await river.call('POST', '/v1/ticketing/feeds?actor=Cleo', boatAndMuseum({ boatCapacity: 5 }));
    const { body } = await river.call('GET', `${river.catalog}/changes?itemsPerPage=3`);
    expect(body).toMatchObject({
      member: [
        { actor: 'Cleo', action: 'import', subject: river.catalog, before: null, reason: null },
        {
          actor: 'Ben',
          action: 'remove',
          subject,
          reason: 'the sun',
          after: null,
          before: { id: set.id, kind: 'sales_stop' },
        },
        { actor: 'Ann', action: 'set', subject, reason: 'storm', before: null, after: { id: set.id } },
      ],
    });
    const refused = { ...why, kind: 'capacity', subject, capacity: -1 };
    expect((await river.call('POST', overrides(), refused)).status).toBe(422);
    expect((await river.call('GET', `${river.catalog}/changes?itemsPerPage=3`)).body).toEqual(body);
    const rows = await service.database.db.$count(sql`ticketing.catalog_change`);
    expect(rows).toBeGreaterThan(3);
  });
});
