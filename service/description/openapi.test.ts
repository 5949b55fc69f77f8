import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import type { OpenApi } from './openapi';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const redocly = join(require.resolve('@redocly/cli/package.json'), '../bin/cli.js');

let service: TestService;
let folder: string;
let document: OpenApi;

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const { status, headers, body } = await service.call('GET', '/openapi.json', { token: null });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  document = body as OpenApi;
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
  await rm(folder, { recursive: true });
});

/** Redocly's recommended rules, all of them; returns what it found and its exit code. */
async function lint(text: unknown): Promise<{ code: number; problems: unknown[] }> {
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(text));
  const { code, stdout } = await run(
    process.execPath,
    [redocly, 'lint', file, '--extends', 'recommended', '--format', 'json'],
    {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  ).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => error as { code: number; stdout: string },
  );
  return { code, problems: (JSON.parse(stdout) as { problems: unknown[] }).problems };
}

describe('the OpenAPI document', () => {
  it('passes Redocly’s recommended rules without an error or a warning, examples included', async () => {
    expect(await lint(document)).toEqual({ code: 0, problems: [] });
  });

  it('fails these rules with an error in it', async () => {
    const { Error: problem, ...schemas } = document.components.schemas;
    expect(problem).toBeDefined();
    const broken = { ...document, components: { ...document.components, schemas } };
    expect((await lint(broken)).code).not.toBe(0);
  });

  it('has every route, and nothing else except the addresses of the description', () => {
    const told = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${method} ${path} ${String(operationId)}`),
    );
    const own = ['/', '/contexts/{type}', '/docs.jsonld', '/openapi.json'];
    const rows = service.routes.map((row) => `${row.method.toLowerCase()} ${row.path} ${row.operationId}`);
    expect(told.filter((one) => !own.includes(one.split(' ')[1] ?? '')).sort()).toEqual(rows.sort());
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(own));
  });

  it('needs no token, has the published version, and names the configured server', async () => {
    expect(document['info']).toMatchObject({ version: '1.0.7' });
    expect(document['servers']).toMatchObject([{ url: 'https://service.test' }]);
    const elsewhere = await service.handle(new Request('https://other.test:8443/openapi.json'));
    expect(await elsewhere.json()).toMatchObject({ servers: [{ url: 'https://service.test' }] });
  });

  it('declares the answers that every route can give, and those that only some can', () => {
    for (const { path, method, body, list, repeatable, operationId } of service.routes) {
      const told = document.paths[path]?.[method.toLowerCase()]?.['responses'] as Record<string, unknown>;
      const expected = [method === 'POST' ? 201 : 200, 401, 403, 406, 429, 500, 503];
      if (list || body !== undefined) expected.push(400);
      if (path.includes('{')) expected.push(404);
      if (body !== undefined) expected.push(408, 413, 415, 422);
      if (repeatable) expected.push(409);
      expect([operationId, Object.keys(told)]).toEqual([
        operationId,
        expect.arrayContaining(expected.map(String)),
      ]);
    }
  });

  it('marks what is ours, and nothing of the specification’s', () => {
    expect(ours(document)).toMatchSnapshot();
  });
});

/** The places that have `x-extension`. */
function ours(value: unknown, at: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const here = 'x-extension' in value ? [at.join(' ')] : [];
  const name = 'name' in value && typeof value.name === 'string' ? [value.name] : [];
  return [
    ...(here.length > 0 && name.length > 0 ? [[...at.slice(0, -1), ...name].join(' ')] : here),
    ...Object.entries(value).flatMap(([key, inner]) => ours(inner, [...at, key])),
  ];
}
