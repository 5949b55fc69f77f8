import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect as connectPlain, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Agent, fetch } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { longestClosingMilliseconds } from '@/lib/network/connections';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { freePort } from '@/testing/free-port';

// The service runs as a separate program, because its memory and its delays are measured. It has no embedded database: V8
// compiles the code of that again in the background, which takes up to 600 MB, on a busy machine also during an attack.
let folder: string;
let port: number;
let server: TestServer;
let program: ChildProcess;
let bystander: Agent;
const sockets = new Set<Socket>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attacks-'));
  server = await startPostgres();
  port = await freePort();
  program = spawn(process.execPath, ['--import', 'tsx', 'service/main.ts'], {
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      SERVICE_PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: await server.createDatabase(),
      OPEN_REQUESTS_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  program.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitUntil(() => output.includes('"ready"'), { timeout: 30_000 });
  bystander = new Agent({ connect: { ca: await readFile(join(folder, 'tls/ca.pem'), 'utf8') } });
  await ask('/docs/swagger-ui-bundle.js');
});
afterAll(async () => {
  program.kill('SIGKILL');
  if (!bystander.destroyed) await bystander.destroy();
  await server.stop();
  await rm(folder, { recursive: true });
});
// Also after a failure: the next test may wait for unanswered requests.
afterEach(() => {
  for (const socket of sockets) socket.destroy();
});

async function ask(path: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`https://localhost:${port}${path}`, { dispatcher: bystander });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return performance.now() - began;
}

/** The memory of the program, in MB. Linux only. */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${program.pid ?? 0}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/**
 * What another client measures: the slowest of so many requests, in milliseconds, and the most memory. Other programs on
 * the machine lengthen the times before an attack, too.
 */
async function meanwhile(requests: number): Promise<{ slowest: number; most: number }> {
  const times: number[] = [];
  let most = 0;
  for (let each = 0; each < requests; each += 1) {
    times.push(await ask('/healthz'));
    most = Math.max(most, await memory());
  }
  return { slowest: Math.max(...times), most };
}

function keep<Kind extends Socket>(socket: Kind): Kind {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

const secured = () => keep(connect({ host: 'localhost', port, rejectUnauthorized: false }));
const pipelined = (count: number) =>
  'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count);

describe('a client that sends requests and never reads the answers', () => {
  it('uses little memory, and others are answered in time, with the maximum number of waiting requests', async () => {
    const quiet = await meanwhile(50);
    const before = await memory();
    const many = Array.from({ length: 100 }, secured);
    await Promise.all(many.map((socket) => once(socket, 'secureConnect')));
    for (const socket of many) {
      socket.pause();
      socket.write(pipelined(17));
    }
    const { slowest, most } = await meanwhile(100);
    expect(most - before).toBeLessThan(100);
    expect(slowest).toBeLessThan(500 + 20 * quiet.slowest);
    for (const socket of many) socket.destroy();
  });

  it('uses little memory, and others are answered in time, with 500 requests at once', async () => {
    const quiet = await meanwhile(50);
    const before = await memory();
    const socket = secured();
    socket.pause();
    await new Promise<void>((done) => socket.write(pipelined(500), () => done()));
    const { slowest, most } = await meanwhile(100);
    expect(most - before).toBeLessThan(50);
    expect(slowest).toBeLessThan(200 + 20 * quiet.slowest);
    socket.destroy();
  });

  it('also uses little memory as one of 200', async () => {
    const before = await memory();
    const many = Array.from({ length: 200 }, secured);
    await Promise.all(many.map((socket) => once(socket, 'secureConnect')));
    for (const socket of many) {
      socket.pause();
      socket.write(pipelined(500));
    }
    const { most } = await meanwhile(100);
    expect(most - before).toBeLessThan(200);
    for (const socket of many) socket.destroy();
    await meanwhile(20);
  });
});

it('17 requests at once are answered; a client that sends more is disconnected', async () => {
  const socket = secured();
  const requests = Array.from(
    { length: 17 },
    (_, index) => `GET /nothing/${index} HTTP/1.1\r\nHost: a\r\n\r\n`,
  );
  socket.write(requests.join(''));
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await expect.poll(() => text.match(/HTTP\/1\.1 404/g)?.length, { timeout: 5_000 }).toBe(17);
  expect(socket.destroyed).toBe(false);
  socket.write(requests.join('').repeat(3));
  await once(socket, 'close');
  await ask('/healthz');
});

it('the shutdown does not wait for clients without an unanswered request', async () => {
  const open = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      if (index % 4 === 0) {
        // Nothing at all, or the beginning of a handshake.
        const silent = keep(connectPlain(port, '127.0.0.1'));
        await once(silent, 'connect');
        if (index % 8 === 0) silent.write(Buffer.from([22, 3, 1, 2, 0]));
        return silent;
      }
      const socket = secured();
      await once(socket, 'secureConnect');
      // Nothing, a part of a request, or a complete one.
      if (index % 4 === 2) socket.write('GET /healthz HTTP/1.1\r\nHo');
      if (index % 4 === 3) {
        socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
        await once(socket, 'data');
      }
      return socket;
    }),
  );
  await bystander.close();
  const began = performance.now();
  const exit = once(program, 'exit');
  program.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  // Then it would have waited for them.
  expect(performance.now() - began).toBeLessThan(longestClosingMilliseconds);
  await expect.poll(() => open.filter((socket) => !socket.destroyed && !socket.readableEnded).length).toBe(0);
});
