import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '@/testing/free-port';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { localCertificate } from '../../service/http/certificate';
import { listen, type Listening } from '../../service/http/listen';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { mutations } from './mutations/all';
import type { Result } from './check';
import { permittedVariations } from './mutations/permitted-variations';
import { run } from './main';
import type { Mutation } from './mutations/mutation';
import { createProbe } from './probe';
import { walk } from './walk';
import { createWorld, type PlainAnswer } from './world';

let service: TestService;
let server: Listening;
let folder: string;
let base: string;
/** A catalogue for runs that use no limited stock. */
let shared: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  const port = await freePort();
  base = `https://localhost:${port}`;
  const certificate = await localCertificate(folder, 'localhost', new Date());
  service = await startTestService({ holdSeconds: 2, url: base });
  shared = await openCatalog('issuer of the shared one');
  server = await listen({ handle: service.handle, certificate, host: '127.0.0.1', port });
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await server.close();
  await service.close();
  await rm(folder, { recursive: true });
});

/**
 * A small catalogue of one issuer, so that no run sells what another one counts; resolves to its identifier.
 */
async function openCatalog(issuer: string): Promise<string> {
  const { status, body } = await service.call('POST', '/v1/ticketing/feeds', {
    body: boatAndMuseum({ boatCapacity: 5 }),
    organization: issuer,
  });
  expect(status).toBe(201);
  const { catalog } = body as { catalog: string };
  return catalog.slice(catalog.lastIndexOf('/') + 1);
}

const refused: PlainAnswer = null;

/**
 * Runs the suite against a copy of the service, with two organizations of its own, and a separate catalogue
 * if units are counted.
 */
async function walkOver(name: string, mutation: Partial<Mutation>) {
  const { mutate, plain = refused, parts, section, whole } = mutation;
  const counts = parts?.some((part) => ['reservations', 'stock', 'expiry'].includes(part)) ?? true;
  const catalog = counts ? await openCatalog(`issuer of ${name}`) : shared;
  const token = await service.token({ organization: name });
  const send = mutate === undefined ? service.handle : mutate(service.handle, token);
  const probe = createProbe({ send, base, token, language: 'en' });
  const world = createWorld({
    probe,
    token,
    other: probe.as(await service.token({ organization: `not ${name}` })),
    wait: 30,
    catalog,
    plain: () => Promise.resolve(plain),
  });
  return walk(world, parts, (check) => section === undefined || whole === true || check.section === section);
}

function those(results: readonly Result[], kind: Result['outcome']['kind']) {
  return results
    .filter(({ outcome }) => outcome.kind === kind)
    .map(({ section, title, outcome }) => ({ section, title, outcome }));
}

describe('the suite against our own service', () => {
  it('has no failure, and shows everything except what takes fifteen minutes', async () => {
    const results = await walkOver('our service', {});
    expect(those(results, 'failed')).toEqual([]);
    expect(those(results, 'not shown')).toMatchObject([
      { section: '§8', title: 'the temporaryUrl is valid until expiresAt, and not after' },
    ]);
    expect(results.length).toBeGreaterThan(120);
  });
});

describe('the suite against a server with every permitted variation', () => {
  it('has no failure, and lists what it could not see', async () => {
    const results = await walkOver('the permitted variations', { mutate: permittedVariations });
    expect(those(results, 'failed')).toEqual([]);
    expect(those(results, 'not shown').map(({ section, title }) => `${section} ${title}`)).toEqual([
      ...['catalogs', 'events', 'sessions', 'products', 'offers'].map(unseenPages),
      '§2.1 the list of offers of a product base comes in the envelope',
      '§2.13 a form has a code and fields',
      '§2.1 search of the offers describes the filters',
      '§4.1 the offers of a product base are offers',
      '§8 the temporaryUrl is valid until expiresAt, and not after',
      '§2.12 the tickets of an order item can be read',
      '§4.6 a ticket of an order item takes a merge patch',
      ...['reservations', 'orders'].map(unseenPages),
    ]);
  });

  function unseenPages(name: string) {
    return `§2.1 every page of the ${name} has the same envelope, and its view leads to the others`;
  }
});

describe('the suite against a faulty copy', () => {
  const slow = mutations.filter(({ parts }) => parts.includes('expiry'));
  const quick = mutations.filter((mutation) => !slow.includes(mutation));

  async function expectFound(mutation: Mutation): Promise<void> {
    const { name, section } = mutation;
    const failed = those(await walkOver(name, mutation), 'failed');
    expect(
      failed.map((result) => result.section),
      JSON.stringify(failed),
    ).toContain(section);
  }

  it('has a different name for each fault', () => {
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
  });
  it.each(quick)('finds $name ($section)', expectFound);
  // Run at the same time, because each waits for a hold to end.
  it.concurrent.each(slow)('finds $name ($section)', expectFound);
});

describe('the program', () => {
  async function runWith(argv: string[], env: Record<string, string> = {}) {
    const lines = { out: '', error: '' };
    const code = await run(argv, env, {
      out: (line) => (lines.out += line),
      error: (line) => (lines.error += line),
    });
    return { code, ...lines };
  }

  it('runs over TLS with a certificate authority of its own, and prints the table', async () => {
    const catalog = await openCatalog('issuer of the program');
    const { code, out, error } = await runWith(
      ['--url', base, '--ca', join(folder, 'ca.pem'), '--catalog', catalog, '--wait', '0'],
      {
        CONFORMANCE_TOKEN: await service.token({ organization: 'the program' }),
        CONFORMANCE_TOKEN_OTHER: await service.token({ organization: 'not the program' }),
      },
    );
    expect({ code, error }, out).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^section +checks +passed +failed +not shown\n§1 /);
    expect(out).toMatch(/\nall +\d+ +\d+ +0 +\d+\n/);
    expect(out).toContain('\nNOT SHOWN BY THIS SERVER\n');
    expect(out).toContain('a hold lasts 2 seconds, longer than --wait 0');
  });

  it('ends with 1 for a server that does not conform, and reports each failure', async () => {
    const port = await freePort();
    const body = JSON.stringify({ '@type': 'Collection' });
    const headers = { 'content-type': 'application/json' };
    const certificate = await localCertificate(folder, 'localhost', new Date());
    const handle = () => Promise.resolve(new Response(body, { headers }));
    const wrong = await listen({ handle, certificate, host: '127.0.0.1', port });
    try {
      const ca = join(folder, 'ca.pem');
      const { code, out } = await runWith(['--url', `https://localhost:${port}`, '--token', 't', '--ca', ca]);
      expect(code).toBe(1);
      expect(out).toMatch(
        /§2\.1 the list of catalogs comes in the envelope\n {2}expected .*\n {2}got .*\n {2}request {3}GET \/v1\//,
      );
    } finally {
      await wrong.close();
    }
  });

  it('ends with 2 when its arguments are wrong', async () => {
    const token = ['--token', 't'];
    for (const argv of [
      [],
      ['--url', base],
      ['--url', 'nowhere', ...token],
      ['--url', 'http://localhost', ...token],
      ['--url', base, ...token, '--wait', 'long'],
      ['--url', base, ...token, '--colour', 'red'],
    ]) {
      const { code, error, out } = await runWith(argv);
      expect({ code, out }, argv.join(' ')).toEqual({ code: 2, out: '' });
      expect(error).toContain('Usage: npm run conformance -- --url');
    }
  });

  it('ends with 2 when the server can’t be reached or trusted', async () => {
    const away = await runWith(['--url', `https://localhost:${await freePort()}`, '--token', 't']);
    expect(away.code).toBe(2);
    expect(away.error).toMatch(/^The server can't be reached\..*ECONNREFUSED/);
    const untrusted = await runWith(['--url', base, '--token', 't']);
    expect(untrusted.code).toBe(2);
    expect(untrusted.error).toMatch(/certificate/);
    const other = join(folder, 'other.pem');
    await writeFile(other, 'nothing');
    expect((await runWith(['--url', base, '--token', 't', '--ca', join(folder, 'no.pem')])).code).toBe(2);
  });
});
