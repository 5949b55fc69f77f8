import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogChangeSchema } from '@/lib/contract/catalog-change';
import { collectionSchema } from '@/lib/contract/collection';
import type { Feed } from '@/lib/contract/feed';
import { addresses } from '@/lib/contract/iri';
import { why } from '@/testing/ticketing-service/administration';
import { list, openPlaces, bothItem, hold, customer, ordersBulk } from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { newCatalog, setupOf } from '@/testing/ticketing-service/setup';
import { startTestService } from '@/testing/ticketing-service/test-service';
import { nextMillisecond } from '@/testing/next-millisecond';
import { problemBody } from '../http/problem';

const service = await startTestService();
const setup = setupOf(service, 'river');

beforeEach(async () => {
  await service.database.transaction((transaction) =>
    transaction.run(
      sql`truncate ticketing.catalog, ticketing.counter, ticketing.hold, ticketing.reservation,
            ticketing.catalog_draft cascade`,
    ),
  );
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

/** The boat and the museum as the catalogue with this key. */
const feedOf = (key: string, change: Parameters<typeof boatAndMuseum>[0] = {}): Feed => ({
  ...boatAndMuseum(change),
  catalog: newCatalog(key),
});
/** The version that a draft has after so many writings; 1: as it was begun. */
const versionOf = ({ createdAt }: { createdAt: string }, number: number) =>
  `${Date.parse(createdAt)}-${number}`;
const managed = (id: string) => `/v1/ticketing/managed_catalogs/${id}`;
const draft = (id: string) => addresses.catalogDraft(id);

describe('a new catalogue', () => {
  it('is a draft until it is published, and then sells tickets', async () => {
    const made = await setup.create(newCatalog('quay'));
    expect(made).toMatchObject({ key: 'quay', name: 'Quay concerts', ...why });
    expect(made.version).toBe(versionOf(made, 1));
    expect((await service.call('GET', addresses.catalog(made.id))).status).toBe(404);
    expect((await setup.call('GET', managed(made.id))).status).toBe(404);
    expect((await setup.draft(made.id)).feed).toMatchObject({ catalog: newCatalog('quay'), events: [] });
    const written = await setup.put(made.id, feedOf('quay'), `"${made.version}"`);
    expect(written).toMatchObject({ version: versionOf(made, 2), createdAt: made.createdAt });
    const revision = await setup.publish(made.id);
    expect(revision).toMatchObject({ number: 1, ...why, catalog: addresses.catalog(made.id) });
    expect(await list(service, `${addresses.catalog(made.id)}/products`)).toHaveLength(3);
    expect((await setup.call('GET', managed(made.id))).body).toMatchObject({ maintainer: 'people' });
    expect(await setup.exported(made.id)).toMatchObject({ hash: revision.hash });
    expect((await setup.revision(revision)).feed).toEqual((await setup.exported(made.id)).feed);
    // The draft has ended.
    expect((await setup.call('GET', draft(made.id))).status).toBe(404);
  });

  it.each([
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, 'catalog.timezone'],
    ['a key with a space', { key: 'a b' }, 'catalog.key'],
    ['no issuer', { issuer: undefined }, 'catalog.issuer'],
  ])('is refused with %s', async (_what, change, path) => {
    const body = { ...why, catalog: { ...newCatalog('quay'), ...change } };
    expect(await setup.call('POST', addresses.catalogDrafts(), body)).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: path }] },
    });
  });

  it('is refused with the key of a catalogue or draft of the organization, not of another', async () => {
    await setup.publishNew(feedOf('quay'));
    await setup.create(newCatalog('lake'));
    const create = (key: string) =>
      setup.call('POST', addresses.catalogDrafts(), { ...why, catalog: newCatalog(key) });
    expect(await create('quay')).toMatchObject({ status: 422 });
    expect(await create('lake')).toMatchObject({ status: 422 });
    const other = await setupOf(service, 'other').create(newCatalog('lake'));
    expect(other.version).toBe(versionOf(other, 1));
  });
});

describe('a draft', () => {
  it('is written only by who has seen what it was', async () => {
    const made = await setup.create(newCatalog('quay'));
    const { id } = made;
    const [first, second] = [1, 2].map((number) => `"${versionOf(made, number)}"`);
    const put = (ifMatch?: string) =>
      setup.call('PUT', addresses.draftFeed(id), { ...why, feed: feedOf('quay') }, ifMatch);
    expect(await put()).toMatchObject({ status: 428, body: { status: 428 } });
    expect((await put(first)).status).toBe(200);
    const before = (await setup.draft(id)).feed;
    expect(await put(first)).toMatchObject({
      status: 412,
      body: problemBody(412, 'It was changed meanwhile: read it again.'),
    });
    expect((await put(`W/${second}`)).status).toBe(412);
    expect((await setup.call('POST', `${draft(id)}/_publish`, why)).status).toBe(428);
    expect((await setup.call('POST', `${draft(id)}/_publish`, why, first)).status).toBe(412);
    expect((await setup.call('POST', `${draft(id)}/_discard`, why, first)).status).toBe(412);
    expect((await setup.draft(id)).feed).toEqual(before);
    const { headers } = await setup.call('GET', draft(id));
    expect(headers.get('etag')).toBe(second);
    expect((await put(`${first}, ${second}`)).status).toBe(200);
  });

  it('has no version that an earlier draft of its catalogue had', async () => {
    const { id } = await setup.publishNew(feedOf('quay'));
    const seen = await setup.edit(id);
    await setup.call('POST', `${draft(id)}/_discard`, why, `"${seen.version}"`);
    await nextMillisecond();
    const later = await setup.edit(id);
    expect(later.version).not.toBe(seen.version);
    const ifMatch = `"${seen.version}"`;
    const ends = ['_publish', '_discard'].map((end) =>
      setup.call('POST', `${draft(id)}/${end}`, why, ifMatch),
    );
    expect((await Promise.all(ends)).map(({ status }) => status)).toEqual([412, 412]);
    const headers = { 'if-none-match': ifMatch };
    const read = await service.call('GET', addresses.draftFeed(id), { organization: 'river', headers });
    expect(read.status).toBe(200);
  });

  it('of two who write at the same moment keeps one', async () => {
    const { id, version } = await setup.create(newCatalog('quay'));
    const put = (price: string) =>
      setup.call('PUT', addresses.draftFeed(id), { ...why, feed: feedOf('quay', { price }) }, `"${version}"`);
    const statuses = (await Promise.all([put('1.00'), put('2.00')])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412]);
  });

  it('may have errors, which a check tells with their paths, and which can’t be published', async () => {
    const { id } = await setup.create(newCatalog('quay'));
    const feed = feedOf('quay');
    const written = await setup.put(id, { ...feed, events: [{ key: 'boat' }], more: 1 });
    const { errors, errorCount, difference, version } = await setup.check(id);
    const paths = errors.map(({ propertyPath }) => propertyPath);
    expect(paths).toEqual(expect.arrayContaining(['$.events[0].name', '$.more']));
    expect([errorCount, difference, version]).toEqual([errors.length, null, written.version]);
    const refused = await setup.call('POST', `${draft(id)}/_publish`, why, `"${version}"`);
    expect(refused).toMatchObject({ status: 422, body: { violationCount: errorCount } });
    await setup.put(id, { ...feed, products: [{ ...feed.products[0], tickets: [] }] });
    expect((await setup.check(id)).errors[0]?.propertyPath).toBe('$.products[0].tickets');
    // Nothing of it was published, and the draft is still there.
    expect((await service.call('GET', addresses.catalog(id))).status).toBe(404);
    expect((await setup.call('GET', draft(id))).status).toBe(200);
  });

  it('without errors is checked as an import is tried: what publishing would change', async () => {
    const { id } = await setup.publishNew(feedOf('quay'));
    await setup.edit(id);
    expect(await setup.check(id)).toMatchObject({ errorCount: 0, difference: { things: [], priceCount: 0 } });
    await setup.put(id, feedOf('quay', { price: '40.00' }));
    const { difference, counts } = await setup.check(id);
    expect([difference?.priceCount, difference?.prices[0]]).toMatchObject([
      3,
      { from: '36.00', to: '40.00' },
    ]);
    expect(counts?.offer).toMatchObject({ changed: 3, added: 0 });
    // A check changes nothing.
    expect(JSON.stringify((await setup.exported(id)).feed)).toContain('36.00');
  });

  it.each([
    ['no feed', { ...why }, 'feed'],
    ['another format', { ...why, feed: { ...feedOf('quay'), format: 'x' } }, 'feed.format'],
    ['events that are no list', { ...why, feed: { ...feedOf('quay'), events: {} } }, 'feed.events'],
    ['the key of another catalogue', { ...why, feed: feedOf('lake') }, 'feed.catalog.key'],
    ['nobody who writes', { reason: 'x', feed: feedOf('quay') }, 'actor'],
  ])('is refused with %s', async (_what, body, path) => {
    const { id } = await setup.create(newCatalog('quay'));
    const answer = await setup.call('PUT', addresses.draftFeed(id), body, '*');
    expect(answer).toMatchObject({ status: 422, body: { violations: [{ propertyPath: path }] } });
  });

  it('can be given up, and begun again with what is published', async () => {
    const { id } = await setup.publishNew(feedOf('quay'));
    await setup.edit(id);
    expect((await setup.call('POST', addresses.editCatalog(id), why)).status).toBe(422);
    await setup.put(id, feedOf('quay', { price: '40.00' }));
    await setup.discard(id);
    await setup.edit(id);
    expect(await setup.draft(id)).toMatchObject({ hash: (await setup.exported(id)).hash });
  });
});

describe('publishing', () => {
  it('changes sessions with sold tickets as a feed does, for who sold them', async () => {
    const places = await openPlaces(service);
    const [, , , , id = ''] = places.offer.split('/');
    const [held] = (await hold(service, [bothItem(places, 2)])).reservations;
    const sold = await service.call('POST', ordersBulk, {
      body: { reservations: [held?.['@id']], customer },
    });
    expect(sold.status).toBe(201);
    await setup.adopt(id);
    await setup.edit(id);
    const feed = boatAndMuseum({ boatCapacity: 5 });
    const [ten, afternoon] = feed.events[0]?.sessions ?? [];
    if (ten === undefined || afternoon === undefined) throw new Error('no sessions');
    ten.occursAt = '2027-06-01T11:00:00+02:00';
    afternoon.status = 'cancelled';
    const { body } = await setup.call('GET', addresses.soldSessions(id));
    expect(body).toMatchObject({ sessions: [{ event: 'boat', session: ten.key, tickets: 2 }] });
    await setup.put(id, feed);
    expect((await setup.check(id)).difference?.soldSessions).toMatchObject([{ what: 'moved', tickets: 2 }]);
    await setup.publish(id);
    const told = await service.call('GET', '/v1/booking/session_changes');
    expect(told.body).toMatchObject({ totalItems: 1, member: [{ what: 'moved', tickets: 2 }] });
    // A capacity below what is sold is refused as in a feed, and told by the check.
    await setup.edit(id);
    ten.capacity = 1;
    await setup.put(id, feed);
    expect((await setup.check(id)).errors).toMatchObject([
      { propertyPath: '$.events[0].sessions[0].capacity' },
    ]);
    expect((await setup.call('POST', `${draft(id)}/_publish`, why, '*')).status).toBe(422);
  });

  it('keeps revisions, of which an earlier one can be published again', async () => {
    const { id } = await setup.publishNew(feedOf('quay'));
    const first = await setup.exported(id);
    await setup.edit(id);
    await setup.put(id, feedOf('quay', { price: '40.00' }));
    await setup.publish(id);
    const [second, earlier] = await setup.revisions(id);
    expect([second?.number, earlier?.number, earlier?.hash]).toEqual([2, 1, first.hash]);
    if (earlier === undefined) throw new Error('no revision');
    await setup.restore(earlier);
    await setup.publish(id);
    expect(await setup.exported(id)).toEqual(first);
    expect((await setup.revisions(id)).map(({ number }) => number)).toEqual([3, 2, 1]);
    const read = await setup.call('GET', earlier['@id']);
    expect(read.body).toMatchObject({ number: 1, hash: first.hash });
  });

  it('keeps the last hundred revisions', async () => {
    const { id } = await setup.publishNew(feedOf('quay'));
    await service.database.transaction((transaction) =>
      transaction.run(
        sql`insert into ticketing.catalog_revision
            select catalog_id, gen_random_uuid(), number + of, at, actor, reason, feed, hash
            from ticketing.catalog_revision, generate_series(1, 120) of`,
      ),
    );
    await setup.edit(id);
    expect((await setup.publish(id)).number).toBe(122);
    const page = await setup.call('GET', `${addresses.revisions(id)}?page=4`);
    expect(page.body).toMatchObject({ totalItems: 100 });
    expect((page.body as { member: { number: number }[] }).member.at(-1)?.number).toBe(23);
  });

  it('of one draft by two people at the same moment is done once', async () => {
    const { id } = await setup.create(newCatalog('quay'));
    const { version } = await setup.put(id, feedOf('quay'));
    const publish = () => setup.call('POST', `${draft(id)}/_publish`, why, `"${version}"`);
    const statuses = (await Promise.all([publish(), publish()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(await setup.revisions(id)).toHaveLength(1);
  });

  it('is in the log of the catalogue', async () => {
    const { id } = await setup.publishNew(feedOf('quay'));
    await setup.release(id);
    await setup.release(id);
    await setup.adopt(id);
    const { body } = await setup.call('GET', addresses.changes(id));
    const { member } = collectionSchema(catalogChangeSchema).parse(body);
    expect(member.map(({ action }) => action)).toEqual(['adopt', 'release', 'publish']);
    for (const change of member) expect(change).toMatchObject(why);
  });
});

describe('a catalogue of feeds or of people', () => {
  it('is changed by one of them, until it is given to the other', async () => {
    const { body } = await setup.import(boatAndMuseum());
    const id = (body as { catalog: string }).catalog.split('/').at(-1) ?? '';
    const refused = { status: 422, body: { violations: [{ propertyPath: '' }] } };
    expect(await setup.call('POST', addresses.editCatalog(id), why)).toMatchObject(refused);
    await setup.adopt(id);
    const [adopted] = await setup.revisions(id);
    expect(adopted).toMatchObject({ number: 1, hash: (await setup.exported(id)).hash });
    const ofKey = { status: 422, body: { violations: [{ propertyPath: '$.catalog.key' }] } };
    const again = await setup.import(boatAndMuseum({ price: '1.00' }));
    expect(again).toMatchObject(ofKey);
    expect(JSON.stringify(again.body)).toContain('maintained by hand');
    await setup.edit(id);
    await setup.release(id);
    expect(await setup.call('POST', `${draft(id)}/_publish`, why, '*')).toMatchObject(ofKey);
    expect((await setup.check(id)).errors).toMatchObject([{ propertyPath: '$.catalog.key' }]);
    expect((await setup.import(boatAndMuseum({ price: '1.00' }))).status).toBe(201);
    if (adopted === undefined) throw new Error('no revision');
    await setup.discard(id);
    expect(await setup.call('POST', `${adopted['@id']}/_restore`, why)).toMatchObject(refused);
    // The refused feed is in the history of imports.
    const imports = await setup.call('GET', addresses.imports(id));
    const { member } = imports.body as { member: { accepted: boolean }[] };
    expect(member.map(({ accepted }) => accepted)).toEqual([true, false, true]);
  });

  it('is not published over a feed that was the first with its key', async () => {
    const { id } = await setup.create(newCatalog('quay'));
    expect((await setup.import(feedOf('quay'))).status).toBe(201);
    expect((await setup.call('POST', `${draft(id)}/_publish`, why, '*')).status).toBe(422);
  });
});

describe('another organization', () => {
  it('finds none of it, at any address, and neither does a token without the scope', async () => {
    const { id } = await setup.publishNew(feedOf('quay'));
    const [revision] = await setup.revisions(id);
    await setup.edit(id);
    const ofSetup = service.routes.filter(({ tag, path }) => tag.name === 'Setup' && path.includes('{'));
    expect(ofSetup.length).toBeGreaterThan(12);
    for (const { method, path, operationId } of ofSetup) {
      const at = path
        .replace('{catalogId}', id)
        .replace('{id}', path.includes('/revisions/') ? (revision?.id ?? '') : id);
      const body = method === 'GET' ? {} : { body: { ...why, feed: feedOf('quay') } };
      const headers = { 'if-match': '*' };
      const asked = await service.call(method, at, { organization: 'other', headers, ...body });
      expect([operationId, asked.status, asked.body]).toEqual([
        operationId,
        404,
        problemBody(404, 'Not Found'),
      ]);
      const scopes = ['catalog:read', 'catalog:write', 'catalog:manage'];
      const refused = await service.call(method, at, { organization: 'river', headers, scopes, ...body });
      expect([operationId, refused.status]).toEqual([operationId, 403]);
    }
    const listed = await service.call('GET', addresses.catalogDrafts(), { organization: 'other' });
    expect(listed.body).toMatchObject({ totalItems: 0 });
    expect((await setup.call('GET', addresses.catalogDrafts())).body).toMatchObject({ totalItems: 1 });
    expect(await setup.exported(id)).toMatchObject({ hash: revision?.hash });
  });

  it('has revisions of its own catalogue only', async () => {
    const { id } = await setup.publishNew(feedOf('quay'));
    const { id: lake } = await setup.publishNew(feedOf('lake'));
    const [revision] = await setup.revisions(id);
    expect((await setup.call('GET', addresses.revision(lake, revision?.id ?? ''))).status).toBe(404);
  });
});
