import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '@/testing/free-port';
import { localCertificate } from './certificate';
import { listen, type Listening } from './listen';

let folder: string;
let port: number;
let server: Listening;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malformed-'));
  port = await freePort();
  server = await listen({
    handle: async (request) => Response.json({ url: request.url, body: await request.text() }),
    certificate: await localCertificate(folder, 'localhost', new Date()),
    host: '127.0.0.1',
    port,
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const secured = (): TLSSocket => connect({ host: '127.0.0.1', port, rejectUnauthorized: false });

const problemSchema = z.object({ status: z.int(), type: z.string(), detail: z.string() });

/** Everything that the server sends until it closes the connection. */
async function answer(sent: string): Promise<{ status: number; head: string; body: unknown }> {
  const socket = secured();
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), head, body: JSON.parse(body) as unknown };
}

const get = (lines: string) => `GET / HTTP/1.1\r\n${lines}\r\n`;

describe('a malformed request gets a problem in JSON', () => {
  const cases: [string, string, number][] = [
    ['no Host', get(''), 400],
    ['an empty Host', get('Host:\r\n'), 400],
    ['two Hosts', get('Host: a.example\r\nHost: b.example\r\n'), 400],
    ['the same Host twice', get('Host: a.example\r\nhost: a.example\r\n'), 400],
    ['a Host with a path', get('Host: a.example/b\r\n'), 400],
    ['a Host with a user', get('Host: a@b.example\r\n'), 400],
    ['a Host with an invalid port', get('Host: a.example:99999\r\n'), 400],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a.example\r\n\r\n', 400],
    ['CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 405],
    ['another expectation', get('Host: a.example\r\nExpect: 200-maybe\r\n'), 417],
    ['a space in the target', 'GET /a b HTTP/1.1\r\nHost: a.example\r\n\r\n', 400],
    ['a backslash in the target', 'GET /\\evil HTTP/1.1\r\nHost: a.example\r\n\r\n', 400],
    ...['http://', 'http://a%zz/', 'http://[::1/', 'https://a.example:99999/'].map(
      (target): [string, string, number] => [
        `the target ${target}`,
        `GET ${target} HTTP/1.1\r\nHost: a.example\r\n\r\n`,
        400,
      ],
    ),
    ['two lengths', get('Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n'), 400],
    ['a length and chunks', get('Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n'), 400],
    ['another version', 'GET / HTTP/3.7\r\nHost: a.example\r\n\r\n', 400],
    ['a NUL in a header', get('Host: a.example\r\nx: a\0b\r\n'), 400],
    ['bytes', '\x00\x01\x02\x03\r\n\r\n', 400],
  ];
  it.each(cases)('%s', async (_, sent, status) => {
    const { head, body, ...rest } = await answer(sent);
    expect(rest).toEqual({ status });
    expect(head.toLowerCase()).toContain('content-type: application/problem+json; charset=utf-8');
    expect(head.toLowerCase()).toContain('connection: close');
    expect(problemSchema.parse(body)).toMatchObject({ status });
  });

  it('with Expect: 100-continue is told to send its body', async () => {
    const socket = secured();
    socket.write(
      'POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('ok');
    expect(await text(socket)).toContain('"body":"ok"');
  });

  it('may omit Host in HTTP/1.0', async () => {
    const { status } = await answer('GET /a HTTP/1.0\r\n\r\n');
    expect(status).toBe(200);
  });
});

it.each(['TLSv1', 'TLSv1.1'] as const)('%s is refused', async (version) => {
  const socket = connect({
    host: '127.0.0.1',
    port,
    rejectUnauthorized: false,
    minVersion: version,
    maxVersion: version,
    ciphers: 'ALL:@SECLEVEL=0',
  });
  await expect(once(socket, 'secureConnect')).rejects.toThrow();
});

it.each(['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-ECDSA-AES128-SHA256'])(
  'the cipher %s is refused',
  async (ciphers) => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
      ciphers: `${ciphers}:@SECLEVEL=0`,
    });
    await expect(once(socket, 'secureConnect')).rejects.toThrow();
  },
);

it('a client that fails the handshake is disconnected at once', async () => {
  const socket = connectPlain(port, '127.0.0.1');
  // The first byte of a handshake, and bytes that can't follow it.
  socket.write(Buffer.from([22, 3, 1, 0, 4, 255, 255, 255, 255]));
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBeLessThan(50);
});
