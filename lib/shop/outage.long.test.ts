import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findCheckout } from './data/checkout-store';
import { randomOf } from '@/testing/faults/random';
import { openPaymentPage, ordersOf } from '@/testing/storm/buying';
import { stormOf } from '@/testing/storm/storm';
import type { Storm } from '@/testing/storm/storm-context';
import { startWorld, type World } from '@/testing/storm/world';

// The service and four processes of the shop lose PostgreSQL together. Takes a minute: `npm run test:long`.
const secondsAway = 12;
const goalSeconds = 15;
const buyers = 20;

let world: World;
let storm: Storm;
beforeAll(async () => {
  const random = randomOf(1);
  world = await startWorld({ random, atCommit: () => null, onWebhook: (deliver) => deliver() });
  storm = stormOf(world, random, new Map());
}, 180_000);
afterAll(() => world.close());

it(
  'whoever paid before or during twelve seconds without PostgreSQL has tickets within fifteen after them',
  { timeout: 300_000 },
  async () => {
    const all = [];
    for (let buyer = 0; buyer < buyers; buyer += 1) all.push(await openPaymentPage(storm));
    const before = all.slice(0, buyers / 2);
    for (const { sessionId } of before) world.provider.pay(sessionId);
    // The programs have jobs and requests of the first ones.
    const isPaying = async ({ id }: { id: string }) =>
      (await findCheckout(world.shop, id))?.state === 'paying';
    await expect
      .poll(async () => (await Promise.all(before.map(isPaying))).includes(false), { timeout: 60_000 })
      .toBe(true);
    await Promise.all(world.relays.map((relay) => relay.cut()));
    for (const { sessionId } of all.slice(buyers / 2)) world.provider.pay(sessionId);
    await pause(secondsAway * 1000);
    await Promise.all(world.relays.map((relay) => relay.restore()));
    const restored = performance.now();
    const times = await Promise.all(
      all.map(async ({ id }) => {
        for (;;) {
          if ((await findCheckout(world.shop, id))?.state === 'ordered') break;
          await pause(100);
        }
        return (performance.now() - restored) / 1000;
      }),
    );
    process.stdout.write(
      `${JSON.stringify(times.map((time) => Number(time.toFixed(1))).sort((a, b) => a - b))}\n`,
    );
    expect(Math.max(...times)).toBeLessThan(goalSeconds);
    for (const { id } of all) expect(await ordersOf(storm, id)).toHaveLength(1);
  },
);
