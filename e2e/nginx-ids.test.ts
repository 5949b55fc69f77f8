import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { localCertificate } from '@/service/http/certificate';
import { isInstalled } from '@/testing/is-installed';
import { listenHttp, type TestServer } from '@/testing/listen-http';
import { type Nginx, nginxPorts, startNginx } from '@/testing/nginx';

// Which identifiers the shipped configuration of nginx gives to the programs behind it.

let folder: string;
let program: TestServer;
let nginx: Nginx;
let ports: Awaited<ReturnType<typeof nginxPorts>>;
let ca: string;

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const given = { 'x-request-id': 'made-by-the-shop', traceparent, tracestate: 'a=b' };
const receivedSchema = z.object({
  'x-request-id': z.string(),
  traceparent: z.string().optional(),
  tracestate: z.string().optional(),
});

describe.skipIf(!isInstalled('nginx', '-v'))('nginx', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nginx-ids-'));
    program = await listenHttp(({ headers }, response) => response.end(JSON.stringify(headers)));
    ports = await nginxPorts();
    const certificate = await localCertificate(join(folder, 'tls'), 'localhost', new Date());
    ca = await readFile(join(folder, 'tls/ca.pem'), 'utf8');
    const { port: storefrontPort } = program;
    const behind = { storefrontPort, servicePort: storefrontPort, release: process.cwd() };
    nginx = await startNginx(ports, { folder: join(folder, 'nginx'), certificate, ...behind });
  });
  afterAll(async () => {
    await nginx.stop();
    await program.close();
    await rm(folder, { recursive: true });
  });

  /** The headers that the program behind it got. */
  const received = async (server: 'shop' | 'service', headers: Record<string, string>, from: string) => {
    const answer = await new Promise((resolve, reject) => {
      const path = `/${crypto.randomUUID()}`;
      const sent = request({
        host: 'localhost',
        port: ports[server],
        family: 4,
        localAddress: from,
        path,
        headers,
        ca,
      });
      sent.once('error', reject).once('response', (response) => void json(response).then(resolve, reject));
      sent.end();
    });
    return receivedSchema.parse(answer);
  };

  describe.each(['shop', 'service'] as const)('in front of the %s', (server) => {
    it('replaces what a client has chosen, and logs the identifier that the program gets', async () => {
      const { 'x-request-id': id, ...rest } = await received(server, given, '127.0.0.2');
      expect(id).toMatch(/^[\da-f]{32}$/);
      expect(rest).toEqual({});
      await expect.poll(() => nginx.readLog()).toContain(`"request":"${id}"`);
    });

    it('passes on what a program of this machine has sent', async () => {
      const { 'x-request-id': id, ...rest } = await received(server, given, '127.0.0.1');
      expect({ id, rest }).toEqual({ id: given['x-request-id'], rest: { traceparent } });
    });

    it('replaces what is malformed', async () => {
      const sent = { 'x-request-id': 'made by "somebody"' };
      const { 'x-request-id': id } = await received(server, sent, '127.0.0.1');
      expect(id).toMatch(/^[\da-f]{32}$/);
    });
  });
});
