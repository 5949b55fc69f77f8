import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client';
import { closeAll, failure, language, opened, startClient } from '@/testing/client/test-client';
import { listen, listenTls } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import { selfSigned } from '@/testing/self-signed';
import { temporaryFolder } from '@/testing/temporary-folder';

afterEach(closeAll);

describe('over TLS', () => {
  it('trusts the given certificate authority, and sends what each request needs', async () => {
    const server = await listenTls(() => ({ body: samples.catalog() }));
    const client = createClient({
      serviceUrl: server.url,
      ca: server.ca,
      getToken: () => Promise.resolve('secret'),
    });
    opened(client, server);
    const found = await client.getCatalog(samples.id(1), { language });
    expect(found).toMatchObject({ kind: 'found', value: { name: 'Catalogue 1' } });
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'accept-language': 'fr, en;q=0.5',
      accept: 'application/ld+json',
    });
  });

  it('trusts those of NODE_EXTRA_CA_CERTS beside the given one', async () => {
    const [folder, server] = await Promise.all([
      temporaryFolder(),
      listenTls(() => ({ body: samples.catalog() })),
    ]);
    const file = join(folder.path, 'extra.pem');
    await writeFile(file, server.ca);
    vi.stubEnv('NODE_EXTRA_CA_CERTS', file);
    const { cert: ca } = await selfSigned();
    const client = createClient({ serviceUrl: server.url, ca, getToken: () => Promise.resolve('secret') });
    vi.unstubAllEnvs();
    await folder.remove();
    opened(client, server);
    expect(await client.getCatalog(samples.id(1), { language })).toMatchObject({ kind: 'found' });
  });

  it('does not read all certificate authorities again for each connection', async () => {
    const server = await listenTls(() => ({ body: samples.catalog(), headers: { connection: 'close' } }));
    const client = createClient({
      serviceUrl: server.url,
      ca: server.ca,
      getToken: () => Promise.resolve('secret'),
    });
    opened(client, server);
    const reading = vi.spyOn(tls, 'createSecureContext');
    for (const number of [1, 2, 3])
      expect(await client.getCatalog(samples.id(number), { language })).toMatchObject({ kind: 'found' });
    expect(reading).not.toHaveBeenCalled();
    reading.mockRestore();
  });

  it('trusts no other authority: the request is not sent', async () => {
    const server = await listenTls(() => ({ body: samples.catalog() }));
    const client = createClient({ serviceUrl: server.url, getToken: () => Promise.resolve('secret') });
    opened(client, server);
    const error = await failure(client.createReservations({ items: [] }, { language }));
    expect(error).toMatchObject({ reason: 'unreachable', effect: 'none' });
    expect(server.seen).toHaveLength(0);
  });
});

describe('reading', () => {
  it('distinguishes a missing thing from a failing service', async () => {
    const { client } = await startClient(({ path }) => ({
      status: path.endsWith(samples.id(1)) ? 404 : 500,
      body: {},
    }));
    expect(await client.getCatalog(samples.id(1), { language })).toEqual({ kind: 'missing' });
    expect(await failure(client.getCatalog(samples.id(2), { language }))).toMatchObject({
      reason: 'failed',
      status: 500,
    });
  });

  it('repeats once when the connection breaks', async () => {
    let calls = 0;
    const { client, server } = await startClient(() => (calls++ === 0 ? 'cut' : { body: samples.catalog() }));
    expect(await client.getCatalog(samples.id(1), { language })).toMatchObject({ kind: 'found' });
    expect(server.seen).toHaveLength(2);
  });

  it('gives up if the service keeps breaking the connection, or takes too long', async () => {
    const { client, server } = await startClient(() => 'cut');
    expect(await failure(client.getCatalog(samples.id(1), { language }))).toMatchObject({
      reason: 'unreachable',
    });
    expect(server.seen).toHaveLength(2);
    const slow = await startClient(() => ({ body: {} }), { timeoutMilliseconds: 100 });
    slow.server.slowMilliseconds = 2_000;
    expect(await failure(slow.client.getCatalog(samples.id(1), { language }))).toMatchObject({
      reason: 'timeout',
    });
  });

  it('refuses answers that do not match the specification', async () => {
    const wrong = [{ text: '<html>' }, { body: { ...samples.catalog(), name: 7 } }, { body: undefined }];
    for (const reply of wrong) {
      const { client } = await startClient(() => reply);
      expect(await failure(client.getCatalog(samples.id(1), { language }))).toMatchObject({
        reason: 'unparsable',
      });
    }
  });

  it('says when to ask again', async () => {
    const { client } = await startClient(() => ({ status: 429, body: {}, headers: { 'retry-after': '7' } }));
    expect(await failure(client.getCatalog(samples.id(1), { language }))).toMatchObject({
      reason: 'busy',
      retryAfterSeconds: 7,
    });
  });

  it('renews a refused token once', async () => {
    const tokens: (string | undefined)[] = [];
    const server = await listen(({ headers }) =>
      headers.authorization === 'Bearer fresh' ? { body: samples.catalog() } : { status: 401, body: {} },
    );
    const client = createClient({
      serviceUrl: server.url,
      getToken: (refused) => {
        tokens.push(refused);
        return Promise.resolve(refused === undefined ? 'stale' : 'fresh');
      },
    });
    opened(client, server);
    expect(await client.getCatalog(samples.id(1), { language })).toMatchObject({ kind: 'found' });
    expect(tokens).toEqual([undefined, 'stale']);
  });

  it('gives up if the new token is refused too', async () => {
    const { client, server } = await startClient(() => ({ status: 401, body: {} }));
    expect(await failure(client.getCatalog(samples.id(1), { language }))).toMatchObject({
      reason: 'unauthorized',
    });
    expect(server.seen).toHaveLength(2);
  });
});

describe('lists', () => {
  const catalogs = Array.from({ length: 250 }, (_, index) => samples.catalog(index + 1));

  it.each([
    ['with links to the next page', {}],
    ['without them', { withoutNext: true }],
    ['in smaller pages than asked for', { cap: 30 }],
  ])('are read whole %s', async (_, options) => {
    const { client } = await startClient((seen) => collection(seen, catalogs, options));
    const { members, complete } = await client.listCatalogs({ language });
    expect(members.map((catalog) => catalog.id)).toEqual(catalogs.map((catalog) => catalog.id));
    expect(complete).toBe(true);
  });

  it('have a maximum length', async () => {
    const endless = Array.from({ length: 60 }, (_, index) => samples.catalog(index + 1));
    const { client, server } = await startClient((seen) => {
      const { body } = collection(seen, endless);
      return { body: { ...body, totalItems: 1_000_000, member: endless } };
    });
    const { complete } = await client.listCatalogs({ language });
    expect(complete).toBe(false);
    expect(server.seen.length).toBeLessThanOrEqual(100);
  });
});

describe('sessions of a range', () => {
  const [catalogId, eventId] = [samples.id(1), samples.id(2)];
  // Every hour of ten days, unsorted.
  const hours = Array.from({ length: 240 }, (_, index) => (index * 7) % 240);
  const sessions = hours.map((hour) =>
    samples.session(1_000 + hour, new Date(Date.UTC(2026, 0, 1, hour)).toISOString()),
  );
  const range = { from: '2026-01-03T00:00:00Z', before: '2026-01-04T00:00:00Z' };

  it('are filtered by the server if it advertises the filters', async () => {
    const filters = ['occursAt[after]', 'occursAt[strictly_before]', 'order[occursAt]'];
    const { client, server } = await startClient((seen) => {
      const { query } = seen;
      const from = Date.parse(query.get('occursAt[after]') ?? '1970-01-01');
      const until = Date.parse(query.get('occursAt[strictly_before]') ?? '2100-01-01');
      const chosen = sessions.filter(
        (one) => Date.parse(one.occursAt) >= from && Date.parse(one.occursAt) < until,
      );
      return collection(seen, chosen, { filters });
    });
    const found = await client.listSessions(catalogId, eventId, range, { language });
    expect(found).toMatchObject({ kind: 'found', value: { complete: true } });
    expect(found.kind === 'found' ? found.value.members.map((one) => one.occursAt.slice(0, 13)) : []).toEqual(
      Array.from({ length: 24 }, (_, hour) => `2026-01-03T${String(hour).padStart(2, '0')}`),
    );
    expect(server.seen).toHaveLength(2);
    // The filters of a server are requested once in a while, not each time.
    await client.listSessions(catalogId, eventId, range, { language, fresh: true });
    expect(server.seen).toHaveLength(3);
  });

  it('are filtered from the whole list if it does not, with the same result', async () => {
    const { client, server } = await startClient((seen) => collection(seen, sessions));
    const found = await client.listSessions(catalogId, eventId, range, { language });
    expect(found.kind === 'found' ? found.value.members : []).toHaveLength(24);
    expect(
      server.seen.every(({ query }) => [...query.keys()].every((key) => key !== 'occursAt[after]')),
    ).toBe(true);
  });

  it('are read no further than needed', async () => {
    const filters = ['occursAt[after]', 'occursAt[strictly_before]', 'order[occursAt]'];
    const { client, server } = await startClient((seen) => collection(seen, sessions, { filters, cap: 50 }));
    const enough = (read: readonly unknown[]) => read.length >= 60;
    const found = await client.listSessions(
      catalogId,
      eventId,
      { from: '2026-01-01T00:00:00Z', enough },
      { language },
    );
    expect(found).toMatchObject({ kind: 'found', value: { complete: false } });
    expect(server.seen.length).toBeLessThan(5);
  });
});
