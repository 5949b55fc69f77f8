import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCertificate } from '@/service/http/certificate';
import { isInstalled } from '@/testing/is-installed';
import { listenHttp, type TestServer } from '@/testing/listen-http';
import { type Nginx, nginxPorts, startNginx } from '@/testing/nginx';

// What the shipped configuration of nginx refuses, answers itself, and logs. Each test comes from a network of its own.

let folder: string;
let program: TestServer;
let nginx: Nginx;
let ports: Awaited<ReturnType<typeof nginxPorts>>;
let ca: string;
const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/** As long as the policy of a page with many scripts. */
const policy = `script-src ${"'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' ".repeat(120)}`;

interface Sent {
  server?: 'shop' | 'service';
  from: string;
  headers?: Record<string, string>;
}

function get(path: string, { server = 'shop', from, headers = {} }: Sent) {
  return new Promise<{ status: number; type: string; retry: string; body: string }>((resolve, reject) => {
    const options = { host: 'localhost', port: ports[server], family: 4, localAddress: from };
    const sent = request({ ...options, path, headers, ca, agent }, (response) => {
      const { statusCode: status = 0, headers: got } = response;
      const [type = '', retry = ''] = [got['content-type'], got['retry-after']];
      text(response).then((body) => resolve({ status, type, retry, body }), reject);
    });
    sent.once('error', reject).end();
  });
}

/** The statuses of so many requests at once. */
async function statuses(many: number, path: (each: number) => string, sent: Sent) {
  const all = await Promise.all(Array.from({ length: many }, (_, each) => get(path(each), sent)));
  return all.map(({ status }) => status);
}

describe.skipIf(!isInstalled('nginx', '-v'))('nginx', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nginx-limits-'));
    program = await listenHttp(({ url = '' }, response) => {
      const headers = url.startsWith('/v1/') ? {} : { 'content-security-policy': policy };
      response.writeHead(url.startsWith('/_next/static/') ? 404 : 200, headers).end(url);
    });
    ports = await nginxPorts();
    const certificate = await localCertificate(join(folder, 'tls'), 'localhost', new Date());
    ca = await readFile(join(folder, 'tls/ca.pem'), 'utf8');
    const { port: storefrontPort } = program;
    const behind = { storefrontPort, servicePort: storefrontPort, release: process.cwd() };
    nginx = await startNginx(ports, {
      folder: join(folder, 'nginx'),
      certificate,
      ...behind,
      rate: '1r/m',
    });
  });
  afterAll(async () => {
    agent.destroy();
    await nginx.stop();
    await program.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['pages', 200, '127.1.1.1', (each: number) => `/en?page=${each}`],
    ['files of another release', 404, '127.1.2.1', (each: number) => `/_next/static/old-${each}.js`],
  ])('refuses a network that asks for %s without a pause', async (_what, answered, from, path) => {
    const given = await statuses(300, path, { from });
    expect(new Set(given)).toEqual(new Set([answered, 429]));
    expect(given.filter((status) => status === 429).length).toBeGreaterThanOrEqual(95);
  });

  it('refuses a network that calls the service without a token, as the service would', async () => {
    const sent = { server: 'service', from: '127.1.3.1' } as const;
    const given = await statuses(300, (each) => `/v1/${each}`, sent);
    expect(given.filter((status) => status === 429).length).toBeGreaterThanOrEqual(95);
    const refused = await get('/v1/', sent);
    expect(refused).toMatchObject({ status: 429, type: 'application/problem+json', retry: '1' });
    expect(JSON.parse(refused.body)).toMatchObject({ '@type': 'Error', status: 429 });
  });

  it('leaves the calls of an integrator to the service, which counts them', async () => {
    const headers = { authorization: 'Bearer a.b.c' };
    const sent = { server: 'service', from: '127.1.4.1', headers } as const;
    expect(new Set(await statuses(300, (each) => `/v1/${each}`, sent))).toEqual(new Set([200]));
  });

  it('answers as the service where its own answers to errors are', async () => {
    const missing = await get('/problems/away', { server: 'service', from: '127.1.5.1' });
    expect(missing).toMatchObject({ status: 404, type: 'application/problem+json' });
  });

  it('keeps pages where Debian has a folder for it', async () => {
    const [, path = ''] = /^proxy_cache_path (\S+)/m.exec(await readFile('deploy/nginx.conf', 'utf8')) ?? [];
    expect((await stat(dirname(path))).isDirectory()).toBe(true);
  });

  it('logs no link, however it is written', async () => {
    const links = ['en/orders/link', 'EN/Orders/Link', 'orders/link', 'pt-BR/tickets', 'en/waiting-list'];
    for (const link of links) await get(`/${link}/secret`, { from: '127.1.6.1' });
    for (const link of ['/api/tickets/secret/pass', '//en//tickets//secret'])
      await get(link, { from: '127.1.6.1' });
    const lines = async () =>
      (await nginx.readLog()).split('\n').filter((line) => line.includes('127.1.6.0/24'));
    await expect.poll(lines).toHaveLength(links.length + 2);
    expect((await lines()).join('\n')).not.toContain('secret');
  });
});
