import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '@/testing/free-port';
import { demoFeeds } from '../demo/catalogs/demo-feeds';
import { localCertificate } from '../service/http/certificate';
import { listen, type Listening } from '../service/http/listen';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

// The shell lines of docs/api.md, docs/api-administration.md and docs/setup-api.md, run as a reader would paste them.
let folder: string;
let service: TestService;
let server: Listening;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'api-reference-'));
  const port = await freePort();
  url = `https://localhost:${port}`;
  service = await startTestService({ url });
  const today = new Date().toISOString().slice(0, 10);
  for (const body of demoFeeds({ today, demoUrl: 'http://localhost:4100' })) {
    expect(await service.call('POST', '/v1/ticketing/feeds', { body })).toMatchObject({ status: 201 });
  }
  const certificate = await localCertificate(join(folder, 'tls'), 'localhost', new Date());
  server = await listen({ handle: service.handle, certificate, host: '127.0.0.1', port });
});
afterAll(async () => {
  await server.close();
  await service.close();
  await rm(folder, { recursive: true });
});

it('the commands of the documents of the API buy by event and by product, cancel, change a catalogue, make a voucher, and write a catalogue', async () => {
  const pages = ['api.md', 'api-administration.md', 'setup-api.md'].map(
    (name) => new URL(`../docs/${name}`, import.meta.url),
  );
  const text = (await Promise.all(pages.map((page) => readFile(page, 'utf8')))).join('\n');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines]) => lines);
  expect(blocks).toHaveLength(7);
  const env = {
    ...process.env,
    SERVICE: url,
    CA: join(folder, 'tls', 'ca.pem'),
    TOKEN: await service.token(),
    ISSUER_TOKEN: await service.token(),
  };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], {
    cwd: folder,
    env,
  });
  expect(stdout).toMatch(
    /^held until 20\S+Z for 26\.00 EUR\n(AVAILABLE|LIMITED)\n9\.00\n(\w{3}-){2}\w{3}\n(\w{4}-){2}\w{4}\ntrue\n7\.20\n1\nsales_stop\nprice\nA test\ntrue\n0\ntrue\n0\nquay-\d+\n2\n[0-9a-f]{64}\n$/,
  );
  for (const name of ['tickets.pdf', 'credit-note.pdf']) {
    expect((await readFile(join(folder, name))).subarray(0, 5).toString()).toBe('%PDF-');
  }
  expect(service.unexpectedErrors).toEqual([]);
});
