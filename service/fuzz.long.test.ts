import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '@/testing/free-port';
import { fuzz } from '@/testing/faults/fuzz';

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
let folder: string;
let port: number;
let program: ChildProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  port = await freePort();
  program = spawn(process.execPath, ['--import', 'tsx', 'service/main.ts'], {
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      SERVICE_PORT: String(port),
      DATA_DIR: folder,
      TRUSTED_PROXIES: '127.0.0.1',
      OPEN_REQUESTS_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  program.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitUntil(() => output.includes('"ready"'), { timeout: 60_000 });
}, 90_000);
afterAll(async () => {
  program.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

it(
  `10,000 connections with malformed HTTP or another protocol affect no other client (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const bystander = new Agent({ connect: { ca: await readFile(join(folder, 'tls/ca.pem'), 'utf8') } });
    const result = await fuzz({
      seed,
      count: 10_000,
      pid: program.pid ?? 0,
      // One in five is without TLS: from a proxy, or by mistake.
      connect: async (index) => {
        if (index % 5 === 0) return connectPlain({ host: '127.0.0.1', port });
        const socket = connect({ host: 'localhost', port, rejectUnauthorized: false });
        await once(socket, 'secureConnect');
        return socket;
      },
      ask: async () => {
        const response = await fetch(`https://localhost:${port}/healthz`, { dispatcher: bystander });
        await response.text();
        expect(response.status).toBe(200);
      },
    });
    await bystander.destroy();
    expect(result.wrong).toEqual([]);
    expect(result.p99).toBeLessThan(200 + 20 * result.quiet);
    expect(result.growth).toBeLessThan(150);
    expect(program.exitCode).toBeNull();
  },
);
