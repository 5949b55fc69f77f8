import { afterEach, expect, it } from 'vitest';
import { closeAll, language, opened } from '@/testing/client/test-client';
import { startTicketingServer } from '@/testing/service/start-service';
import { samples } from '@/testing/service/resources';
import { createCatalogAdmin } from './catalog-admin';

afterEach(closeAll);

const id = samples.id(1);
const why = { actor: 'Ada', reason: 'The summer season' };
const draft = {
  '@id': `/v1/ticketing/catalog_drafts/${id}`,
  '@type': 'CatalogDraft',
  id,
  key: 'quay',
  name: 'Quay concerts',
  version: '1811000000000-4',
  feed: `/v1/ticketing/catalog_drafts/${id}/feed`,
  createdAt: '2027-05-18T08:00:00.000Z',
  changedAt: '2027-05-18T08:00:00.000Z',
  ...why,
};
const catalog = {
  key: 'quay',
  name: { en: 'Quay concerts' },
  language: 'en',
  timezone: 'Europe/Paris',
  issuer: { name: 'Quay concerts SAS' },
};
const feed = { format: 'ticketing-feed/1' as const, catalog, events: [], products: [] };

async function startAdmin(answer: Parameters<typeof startTicketingServer>[0]) {
  const server = await startTicketingServer(answer);
  opened(server);
  const admin = createCatalogAdmin({ serviceUrl: server.url, getToken: () => Promise.resolve('token-1') });
  return { admin, server };
}

it('a draft is written over the version that was read', async () => {
  const { admin, server } = await startAdmin(() => ({ body: draft }));
  const call = { language };
  const put = await admin.putDraft({ id, version: '1811000000000-3' }, { feed, ...why }, call);
  expect(put).toEqual({ kind: 'done', value: draft });
  await admin.discardDraft({ id, version: '1811000000000-4' }, why, call);
  const asked = server.seen.map(({ method, path, headers }) => [method, path, headers['if-match']]);
  expect(asked).toEqual([
    ['PUT', `/v1/ticketing/catalog_drafts/${id}/feed`, '"1811000000000-3"'],
    ['POST', `/v1/ticketing/catalog_drafts/${id}/_discard`, '"1811000000000-4"'],
  ]);
});

it('who writes over what somebody else has written meanwhile is told so, and others what is wrong', async () => {
  let status = 412;
  const violations = [{ propertyPath: 'feed.format', message: 'No' }];
  const { admin } = await startAdmin(() => ({ status, body: { status, violations } }));
  const put = () => admin.putDraft({ id, version: '1811000000000-3' }, { feed, ...why }, { language });
  expect(await put()).toEqual({ kind: 'stale' });
  expect(await admin.publishDraft({ id, version: '1811000000000-3' }, why, { language })).toEqual({
    kind: 'stale',
  });
  status = 422;
  expect(await put()).toEqual({ kind: 'refused', violations, count: 1 });
  status = 404;
  expect(await put()).toEqual({ kind: 'missing' });
});
