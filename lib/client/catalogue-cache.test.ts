import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerRequest, WireAnswer } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { closeAll, failure, startClient } from '@/testing/client/test-client';
import { samples } from '@/testing/service/resources';

afterEach(closeAll);

const catalogId = samples.id(1);
const language = 'fr';

/** A client whose clock stands still until the test moves it. */
async function startAt(answer: AnswerRequest) {
  const clock = { now: 1_000_000 };
  const checks: (() => Promise<boolean>)[] = [];
  const started = await startClient(answer, {
    now: () => clock.now,
    onCatalogueRead: (checkAgain) => checks.push(checkAgain),
  });
  const later = (milliseconds: number) => {
    clock.now += milliseconds;
  };
  const read = (call: { language?: string; fresh?: boolean; recent?: boolean } = {}) =>
    started.client.getCatalog(catalogId, { language, ...call });
  return { ...started, later, read, checks };
}

/** A catalogue whose name changes with `version`, with an entity tag as our own service sends it. */
function versioned(state: { version: number }): AnswerRequest {
  return ({ headers }): WireAnswer => {
    const etag = `"v${state.version}"`;
    if (headers['if-none-match'] === etag) return { status: 304, text: '', headers: { etag } };
    return { body: { ...samples.catalog(), name: `Version ${state.version}` }, headers: { etag } };
  };
}

const named = (name: string) => ({ kind: 'found', value: { name } });

describe('a read of the catalogue', () => {
  it('is answered from memory for a second, and then revalidated', async () => {
    const state = { version: 1 };
    const { server, read, later } = await startAt(versioned(state));
    expect(await read()).toMatchObject(named('Version 1'));
    later(999);
    expect(await read()).toMatchObject(named('Version 1'));
    expect(server.seen).toHaveLength(1);
    later(2);
    expect(await read()).toMatchObject(named('Version 1'));
    expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
    await read();
    expect(server.seen).toHaveLength(2);
    state.version = 2;
    later(1_001);
    expect(await read()).toMatchObject(named('Version 2'));
    later(1_001);
    expect(await read()).toMatchObject(named('Version 2'));
    expect(server.seen.at(-1)?.headers['if-none-match']).toBe('"v2"');
  });

  it('may be a minute old for who asks for a recent one', async () => {
    const state = { version: 1 };
    const { server, read, later } = await startAt(versioned(state));
    expect(await read({ recent: true })).toMatchObject(named('Version 1'));
    state.version = 2;
    later(59_999);
    expect(await read({ recent: true })).toMatchObject(named('Version 1'));
    expect(server.seen).toHaveLength(1);
    later(1);
    expect(await read({ recent: true })).toMatchObject(named('Version 2'));
    state.version = 3;
    expect(await read({ fresh: true })).toMatchObject(named('Version 3'));
    expect(await read({ recent: true })).toMatchObject(named('Version 3'));
  });

  it('can be checked again: it is the same until the server sends another answer', async () => {
    const state = { version: 1 };
    const { server, read, later, checks } = await startAt(versioned(state));
    await read();
    const isSame = checks[0];
    if (isSame === undefined) throw new Error('the read was not reported');
    expect(await isSame()).toBe(true);
    expect(server.seen).toHaveLength(1);
    later(1_001);
    expect(await isSame()).toBe(true);
    expect(server.seen).toHaveLength(2);
    state.version = 2;
    later(1_001);
    expect(await isSame()).toBe(false);
    await read({ fresh: true });
    expect(checks).toHaveLength(1);
  });

  it('is the same while only quantities change of which customers are not told', async () => {
    const state = { left: 500 };
    const { client, later, checks } = await startAt((request) =>
      collection(request, [{ ...samples.session(2, '2026-12-01T10:00:00Z'), availableQuantity: state.left }]),
    );
    await client.listSessions(catalogId, samples.id(3), {}, { language });
    const isSame = checks.at(-1);
    if (isSame === undefined) throw new Error('the read was not reported');
    const isSameWith = (left: number): Promise<boolean> => {
      state.left = left;
      later(1_001);
      return isSame();
    };
    expect(await isSameWith(499)).toBe(true);
    expect(await isSameWith(21)).toBe(true);
    expect(await isSameWith(20)).toBe(false);
    expect(await isSameWith(500)).toBe(true);
    expect(await isSameWith(0)).toBe(false);
  });

  it('is read again from a server without entity tags', async () => {
    const { server, read, later } = await startAt(() => ({ body: samples.catalog() }));
    await read();
    later(1_001);
    expect(await read()).toMatchObject({ kind: 'found' });
    expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
  });

  it('is never answered from memory when it has to be fresh, and others may use its answer', async () => {
    const state = { version: 1 };
    const { server, read } = await startAt(versioned(state));
    await read();
    state.version = 2;
    expect(await read()).toMatchObject(named('Version 1'));
    expect(await read({ fresh: true })).toMatchObject(named('Version 2'));
    expect(await read()).toMatchObject(named('Version 2'));
    expect(server.seen).toHaveLength(2);
  });

  it('that has to be fresh does not wait for an older request', async () => {
    let answerFirst: ((answer: WireAnswer) => void) | undefined;
    const first = new Promise<WireAnswer>((resolve) => {
      answerFirst = resolve;
    });
    let calls = 0;
    const { read } = await startAt(() => {
      calls += 1;
      return calls === 1 ? first : { body: { ...samples.catalog(), name: 'New' } };
    });
    const old = read();
    await expect.poll(() => calls).toBe(1);
    expect(await read({ fresh: true })).toMatchObject(named('New'));
    answerFirst?.({ body: { ...samples.catalog(), name: 'Old' } });
    expect(await old).toMatchObject(named('Old'));
    // The late answer does not replace the newer one.
    expect(await read()).toMatchObject(named('New'));
  });

  it('is shared by readers at the same time', async () => {
    const { server, read } = await startAt(() => ({ body: samples.catalog() }));
    const all = await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(all.every(({ kind }) => kind === 'found')).toBe(true);
    expect(server.seen).toHaveLength(1);
  });

  it('is kept for each language', async () => {
    const { server, read } = await startAt(({ headers }) => ({
      body: { ...samples.catalog(), name: headers['accept-language'] },
    }));
    expect(await read({ language: 'fr' })).toMatchObject(named('fr, en;q=0.5'));
    expect(await read({ language: 'de' })).toMatchObject(named('de, en;q=0.5'));
    expect(server.seen).toHaveLength(2);
  });

  it('that fails is not kept, and the next one succeeds', async () => {
    let isUnavailable = true;
    const { read, later } = await startAt(() =>
      isUnavailable ? { status: 500, body: {} } : { body: samples.catalog() },
    );
    expect(await failure(read())).toMatchObject({ reason: 'failed' });
    isUnavailable = false;
    expect(await read()).toMatchObject({ kind: 'found' });
    isUnavailable = true;
    later(1_001);
    // Nothing stale is presented as current.
    expect(await failure(read())).toMatchObject({ reason: 'failed' });
  });

  it('that is not found is asked again after a second', async () => {
    let exists = false;
    const { read, later } = await startAt(() =>
      exists ? { body: samples.catalog() } : { status: 404, body: {} },
    );
    expect(await read()).toEqual({ kind: 'missing' });
    exists = true;
    expect(await read()).toEqual({ kind: 'missing' });
    later(1_001);
    expect(await read()).toMatchObject({ kind: 'found' });
  });

  it('fails when the server answers 304 without having been asked for a change', async () => {
    const { read } = await startAt(() => ({ status: 304, text: '', headers: { etag: '"a"' } }));
    expect(await failure(read())).toMatchObject({ status: 304 });
  });

  it('keeps pages of a list by their query', async () => {
    const catalogs = Array.from({ length: 150 }, (_, index) => samples.catalog(index + 1));
    const { client, server } = await startAt((seen) => collection(seen, catalogs));
    for (let each = 0; each < 2; each += 1) {
      expect((await client.listCatalogs({ language })).members).toHaveLength(150);
    }
    expect(server.seen.map(({ query }) => query.get('page'))).toEqual(['1', '2']);
  });
});

it('a read of a booking is never answered from memory', async () => {
  const { client, server } = await startAt(() => ({
    body: samples.order(1, 'X-1'),
    headers: { etag: '"a"' },
  }));
  for (let each = 0; each < 2; each += 1) await client.getOrder(samples.id(1), { language });
  expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
});

it('the page that asks which filters a list has is nothing that a page shows', async () => {
  const filters = ['occursAt[after]', 'occursAt[strictly_before]', 'order[occursAt]'];
  const { client, server, checks } = await startAt((request) => collection(request, [], { filters }));
  await client.listSessions(catalogId, samples.id(2), { from: '2027-06-01T00:00:00Z' }, { language });
  expect(server.seen).toHaveLength(2);
  expect(checks).toHaveLength(1);
});
