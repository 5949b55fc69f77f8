import { connect } from 'node:net';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzz } from '@/testing/faults/fuzz';
import { startOwnPrograms } from './start-programs';

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

beforeAll(async () => {
  shop = await startOwnPrograms();
}, 120_000);
afterAll(() => shop.stop());

it(
  `10,000 connections with malformed HTTP or another protocol leave the shop running (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const { storefrontUrl, programs } = shop.programs;
    const bystander = new Agent();
    const result = await fuzz({
      seed,
      count: 10_000,
      pid: programs.storefront?.pid ?? 0,
      connect: () => Promise.resolve(connect(Number(new URL(storefrontUrl).port), 'localhost')),
      ask: async () => {
        const response = await fetch(`${storefrontUrl}/healthz`, { dispatcher: bystander });
        expect(await response.json()).toEqual({ status: 'ok' });
      },
    });
    await bystander.destroy();
    expect(result.wrong).toEqual([]);
    // Next makes pages in the same thread, each in some 20 milliseconds.
    expect(result.p99).toBeLessThan(200 + 20 * result.quiet);
    expect(result.growth).toBeLessThan(300);
    expect(programs.storefront?.isRunning()).toBe(true);
    const page = await fetch(`${storefrontUrl}/en`, { redirect: 'manual' });
    expect(page.status).toBe(200);
  },
);
