import { afterAll, beforeAll, expect, it } from 'vitest';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { list, openPlaces } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let catalog: string;
beforeAll(async () => {
  service = await startTestService();
  await openPlaces(service, 5);
  catalog = String((await list(service, '/v1/ticketing/catalogs'))[0]?.['@id']);
});
afterAll(() => service.close());

async function versionOf(path: string, headers: Record<string, string> = {}): Promise<string | null> {
  return (await service.call('GET', path, { headers })).headers.get('catalog-version');
}

async function addresses() {
  const [event] = await list(service, `${catalog}/events`);
  const [product] = await list(service, `${catalog}/products`);
  return {
    complete: [
      catalog,
      `${catalog}/events`,
      `${catalog}/products`,
      String(event?.['@id']),
      String(product?.['@id']),
    ],
    others: [`${catalog}/offers`, `${catalog}/event_summaries`, `${String(event?.['@id'])}/sessions`],
  };
}

it('answers about a catalogue tell its version, and whether they depend on nothing else', async () => {
  const { complete, others } = await addresses();
  const version = (await versionOf(catalog))?.replace(';complete', '');
  expect(version).toMatch(/^"[ -~]+"$/);
  for (const path of complete) expect([path, await versionOf(path)]).toEqual([path, `${version};complete`]);
  for (const path of others) expect([path, await versionOf(path)]).toEqual([path, version]);
  const etag = (await service.call('GET', catalog)).headers.get('etag') ?? '';
  expect(await versionOf(catalog, { 'if-none-match': etag })).toBe(`${version};complete`);
});

it('imports and changes of staff change it; what belongs to no catalogue that is shown has none', async () => {
  const before = await versionOf(catalog);
  const feed = boatAndMuseum();
  const body = { ...feed, catalog: { ...feed.catalog, key: 'river', name: { en: 'Another name' } } };
  const { status } = await service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' });
  expect(status).toBe(201);
  const imported = await versionOf(catalog);
  expect(imported).not.toBe(before);
  const hide = { kind: 'hidden', actor: 'box office', reason: 'test' };
  const [product] = await list(service, `${catalog}/products`);
  const stop = { ...hide, kind: 'sales_stop', subject: product?.['@id'] };
  const overrides = `${catalog}/overrides`;
  const set = (override: object) =>
    service.call('POST', overrides, { organization: 'river', body: override });
  expect(await set(stop)).toMatchObject({ status: 201 });
  expect(await versionOf(catalog)).not.toBe(imported);
  expect(await versionOf('/v1/ticketing/catalogs')).toBeNull();
  expect(await set(hide)).toMatchObject({ status: 201 });
  for (const path of [catalog, `${catalog}/offers`]) {
    const { status, headers } = await service.call('GET', path);
    expect([status, headers.get('catalog-version')]).toEqual([404, null]);
  }
});
