import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from '../database/database';
import { databaseNow } from '../database/database-now';
import { lastSegment } from '../contract/iri';
import { findCheckout } from './data/checkout-store';
import type { State } from './values/checkout-state';
import { missingPackages, type PatroniCluster, startPatroni } from '@/testing/database/patroni';
import { randomOf } from '@/testing/faults/random';
import { orderOf } from '@/testing/shop/test-shop';
import { differencesIn } from '@/testing/storm/books/books';
import { ends, holdItems, itemOf, offerOf } from '@/testing/storm/buying';
import { letTimePass } from '@/testing/storm/passing-time';
import { readRecords } from '@/testing/storm/read-records';
import { isAtRest } from '@/testing/storm/rest';
import { stormOf } from '@/testing/storm/storm';
import { ask, type Storm } from '@/testing/storm/storm-context';
import { startWorld, type World } from '@/testing/storm/world';

// Service and shop sell on three machines of Patroni, whose leader is killed or stands still, again and again. Takes half an hour:
// `npm run test:long`.
const kills = Number(process.env['KILLS'] ?? 10);
const buyers = 5;
const patienceMilliseconds = 240_000;

const print = (line: string) => process.stdout.write(`${line}\n`);
if (missingPackages.length > 0)
  print(`The tests with Patroni are skipped: apt-get install ${missingPackages.join(' ')}`);

/** What customers were told, by the identifiers of their checkouts. */
interface Told {
  held: Set<string>;
  paid: Set<string>;
  ordered: Set<string>;
  /** By performance.now(). */
  purchases: { begun: number; ended: number }[];
}

/** One customer: holds, orders, pays and waits for the tickets. */
async function buy(storm: Storm, told: Told): Promise<void> {
  const begun = performance.now();
  const id = await holdItems(storm, [itemOf(storm, offerOf(storm, ['odd', 'third', 'cheap']), 1)]);
  if (id === null) return pause(200);
  told.held.add(id);
  const due = await ask(storm, 'amountDue', id);
  const placed = await ask(storm, 'placeOrder', orderOf(id, due ?? '', storm.newPerson()));
  if (placed?.kind !== 'pay') return;
  const sessionId = lastSegment(placed.url);
  if (storm.world.provider.sessions.get(sessionId)?.status !== 'open') return;
  storm.world.provider.pay(sessionId);
  told.paid.add(id);
  if ((await endOf(storm.world, id)) !== 'ordered') return;
  told.ordered.add(id);
  told.purchases.push({ begun, ended: performance.now() });
}

/** How a purchase has ended; null: it has not yet. */
async function endOf({ shop }: World, id: string): Promise<State | null> {
  const end = performance.now() + patienceMilliseconds;
  while (performance.now() < end) {
    try {
      const state = (await findCheckout(shop, id))?.state;
      if (state !== undefined && ends.includes(state)) return state;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    await pause(100);
  }
  return null;
}

/** Customers who buy until they are stopped; resolves when the last one has ended. */
function startBuying(storm: Storm, told: Told) {
  let isOver = false;
  const customer = async () => {
    while (!isOver) await buy(storm, told);
  };
  const all = Promise.all(Array.from({ length: buyers }, customer));
  all.catch(() => undefined);
  return {
    stop: () => {
      isOver = true;
      return all;
    },
  };
}

/** Resolves to the seconds until a purchase that begins afterwards has ended. */
async function loseLeader(cluster: PatroniCluster, told: Told, how: 'kill' | 'freeze'): Promise<number> {
  const leader = await cluster.settled();
  const before = told.purchases.length;
  await expect.poll(() => told.purchases.length, { timeout: patienceMilliseconds }).toBeGreaterThan(before);
  const at = performance.now();
  const bringBack = await leader[how]();
  const next = () => told.purchases.find(({ begun }) => begun > at);
  await expect.poll(next, { timeout: patienceMilliseconds }).toBeDefined();
  const seconds = ((next()?.ended ?? Infinity) - at) / 1000;
  await bringBack();
  const { name } = await cluster.settled();
  print(`${how} ${leader.name}: a purchase after ${seconds.toFixed(1)} s; the leader is ${name}`);
  expect(name).not.toBe(leader.name);
  return seconds;
}

async function calmDown(world: World): Promise<void> {
  const time = letTimePass(world.shop);
  await expect.poll(() => isAtRest(world), { timeout: 600_000, interval: 1_000 }).toBe(true);
  await time.stop();
}

describe.skipIf(missingPackages.length > 0)(`Patroni, whose leader is lost ${kills} times`, () => {
  let cluster: PatroniCluster;
  beforeAll(async () => {
    cluster = await startPatroni();
  }, 300_000);
  afterAll(() => cluster.stop());

  it.each([
    ['through HAProxy', 'proxied'],
    ['with three hosts in DATABASE_URL', 'direct'],
  ] as const)('loses nothing that a customer was told, %s', { timeout: 3_600_000 }, async (_how, way) => {
    const [service, shop] = [
      await cluster.createDatabase(`service_${way}`),
      await cluster.createDatabase(`shop_${way}`),
    ];
    const random = randomOf(1);
    const faults = {
      random,
      atCommit: () => null,
      onWebhook: (deliver: () => Promise<boolean>) => deliver(),
    };
    const world = await startWorld(faults, { service: service[way], shop: shop[way] });
    try {
      const counts = new Map<string, number>();
      const told: Told = { held: new Set(), paid: new Set(), ordered: new Set(), purchases: [] };
      const buying = startBuying(stormOf(world, random, counts), told);
      const seconds: number[] = [];
      for (let kill = 0; kill < kills; kill += 1)
        seconds.push(await loseLeader(cluster, told, kill % 2 === 0 ? 'kill' : 'freeze'));
      await buying.stop();
      await calmDown(world);
      print(`${way}: ${seconds.map((one) => one.toFixed(1)).join(', ')} s`);
      print(`${told.held.size} held, ${told.paid.size} paid, ${told.ordered.size} ordered`);
      print(JSON.stringify([...counts, ...world.reports]));
      const records = await readRecords(world);
      expect(differencesIn(records, await databaseNow(world.ticketing))).toEqual([]);
      const states = new Map(records.shop.checkouts.map(({ id, state }) => [id, state]));
      const lost = (ids: Set<string>, allowed?: readonly State[]) =>
        [...ids].filter((id) => {
          const state = states.get(id);
          return state === undefined || allowed?.includes(state) === false;
        });
      expect({
        held: lost(told.held),
        paid: lost(told.paid, ['ordered', 'refunded']),
        ordered: lost(told.ordered, ['ordered']),
      }).toEqual({ held: [], paid: [], ordered: [] });
      expect(told.ordered.size).toBeGreaterThan(kills);
    } finally {
      await world.close();
    }
  });
});
