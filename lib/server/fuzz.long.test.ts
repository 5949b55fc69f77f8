import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../network/free-port-testing';
import { fuzz } from '../network/fuzz-testing';

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
let port: number;
let program: ChildProcess;

beforeAll(async () => {
  port = await freePort();
  program = spawn(process.execPath, ['--import', 'tsx', 'lib/server/echo-program-testing.ts'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (program.stdout !== null) await once(program.stdout, 'data');
}, 30_000);
afterAll(() => program.kill('SIGKILL'));

it(
  `10,000 conversations that are no HTTP, or bad HTTP, harm nobody (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const bystander = new Agent();
    const result = await fuzz({
      ...{ seed, count: 10_000, pid: program.pid ?? 0 },
      connect: () => Promise.resolve(connect({ host: '127.0.0.1', port })),
      ask: async () => {
        const response = await fetch(`http://127.0.0.1:${port}/en`, { dispatcher: bystander });
        expect(await response.text()).toBe('a page');
      },
    });
    await bystander.destroy();
    expect(result.wrong).toEqual([]);
    expect(result.p99).toBeLessThan(200);
    expect(result.growth).toBeLessThan(150);
    expect(program.exitCode).toBeNull();
  },
);
