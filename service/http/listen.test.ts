import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { freePort } from '@/testing/free-port';
import { type Certificate, localCertificate } from './certificate';
import { listen, type Listening } from './listen';
import { problemBody } from './problem';

let folder: string;
let certificate: Certificate;
let port: number;
let server: Listening | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'listen-'));
  certificate = await localCertificate(folder, 'localhost', new Date());
});
afterEach(async () => server?.close());
afterAll(() => rm(folder, { recursive: true }));

async function start(options: Partial<Parameters<typeof listen>[0]> = {}): Promise<void> {
  port = await freePort();
  const handle = ({ url }: Request) => Promise.resolve(Response.json({ url }));
  server = await listen({ handle, certificate, host: '127.0.0.1', port, ...options });
}

async function get(send: typeof tlsRequest, headers: Record<string, string> = {}, path = '/') {
  const sent = send({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const refused = { status: 403, body: JSON.stringify(problemBody(403, 'HTTPS is required.')) };

describe('the listener', () => {
  it('answers over TLS', async () => {
    await start();
    const named = await get(tlsRequest, { host: 'tickets.example' });
    expect(named).toMatchObject({ status: 200, body: '{"url":"https://tickets.example/"}' });
  });

  it('refuses a client that is still sending so that it can read the answer', async () => {
    await start();
    const socket = connectPlain({ host: '127.0.0.1', port });
    socket.write('POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 8000000\r\n\r\n');
    await once(socket, 'readable');
    socket.write(Buffer.alloc(8_000_000));
    expect(await text(socket)).toContain('HTTPS is required.');
  });

  it('refuses plain HTTP, whatever X-Forwarded-Proto says', async () => {
    await start();
    expect(await get(plainRequest)).toMatchObject(refused);
    const forged = await get(plainRequest, { 'x-forwarded-proto': 'https' });
    expect(forged).toMatchObject(refused);
    expect(forged.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(forged.headers.location).toBeUndefined();
  });

  it.each([['127.0.0.1'], ['127.0.0.0/8']])('trusts X-Forwarded-Proto of the proxy %s', async (proxy) => {
    await start({ trustedProxies: [proxy] });
    const proxied = await get(plainRequest, { 'x-forwarded-proto': 'https', host: 'tickets.example' });
    expect(proxied).toMatchObject({ status: 200, body: '{"url":"https://tickets.example/"}' });
    expect(await get(plainRequest, { 'x-forwarded-proto': 'http' })).toMatchObject(refused);
    expect(await get(plainRequest)).toMatchObject(refused);
    expect(await get(tlsRequest, { 'x-forwarded-proto': 'http' })).toMatchObject(refused);
    expect((await get(tlsRequest)).status).toBe(200);
  });

  it('trusts no other client', async () => {
    await start({ trustedProxies: ['10.0.0.0/8', '::1'] });
    expect(await get(plainRequest, { 'x-forwarded-proto': 'https' })).toMatchObject(refused);
    expect((await get(tlsRequest, { 'x-forwarded-proto': 'http' })).status).toBe(200);
  });

  const slow: [string, () => NodeJS.ReadWriteStream][] = [
    ['over TLS', () => connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })],
    ['in plain', () => connectPlain(port, '127.0.0.1')],
  ];
  it.each(slow)('answers a client that is too slow in JSON, %s', async (_, open) => {
    await start({ headSeconds: 0.2, requestSeconds: 0.4 });
    const socket = open();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('application/problem+json');
    expect(answer.split('\r\n\r\n')[1]).toBe(JSON.stringify(problemBody(408, 'Request Timeout')));
  });

  const broken: [string, string, string][] = [
    ['no HTTP', 'HELLO\r\n\r\n', '400 Bad Request'],
    ['a head that is too large', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
  ];
  it.each(broken)('answers %s in JSON', async (_, sent, status) => {
    await start();
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
    socket.write(sent);
    const answer = await text(socket);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: Number.parseInt(status) });
  });
});
