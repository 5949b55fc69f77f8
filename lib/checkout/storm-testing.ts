import { sql } from 'drizzle-orm';
import { ServiceError } from '../client/service-error';
import { multiplyAmount, sumAmounts } from '../money/money';
import { hold } from './basket';
import { readHolds } from './hold-store';
import { placeOrder } from './pay';
import type { Rooms } from './rooms';
import { askIfPaying } from './settle';
import { holdRequest, orderOf, startStage, type Stage } from './testing';
import { badWeather, fairWeather } from './testing/bad-weather';
import { audit, pageSays, type Audit, type Purchase } from './testing/books';
import { mortalRooms, type MortalRooms } from './testing/mortal-rooms';
import { randomOf, type Random } from './testing/random';
import { settleAtTheDesk } from './testing/staff';
import { receiveWebhook } from './webhooks';
import { advance, workOffDue } from './worker';

export interface StormOptions extends Partial<Pick<Rooms, 'database' | 'capture'>> {
  seed: number;
  purchases: number;
  /** What every process works with instead; for a worker that is to fail. */
  instead?: (rooms: Rooms) => Rooms;
}

export interface Weathered extends Audit {
  /** How many processes died. */
  died: number;
  /** How many purchases no program could settle. */
  byStaff: number;
}

/** Purchases under way. Without processes of their own, customers ask `rooms`. */
export interface Storm {
  stage: Stage;
  random: Random;
  rooms: Rooms;
  processes: MortalRooms[];
  purchases: Purchase[];
  died: number;
}

const rounds = 8;
const processesAtOnce = 3;
const mostCalmRounds = 15;

/**
 * Customers buy while everything goes wrong that can, and processes die; then it is calm, and what survived finishes.
 * Resolves to what the books of the others say.
 */
export async function weather(options: StormOptions): Promise<Weathered> {
  const stage = await startStage({ ...options, patienceMilliseconds: 1_000 });
  const rooms = options.instead === undefined ? stage.rooms : options.instead(stage.rooms);
  const storm = startStorm(stage, options.seed, rooms);
  try {
    for (let round = 0; round < rounds; round += 1) {
      await rage(storm, customersIn(round, options.purchases));
    }
    return { ...(await calmDown(storm)), died: storm.died };
  } finally {
    await stage.close();
  }
}

export function startStorm(stage: Stage, seed: number, rooms: Rooms): Storm {
  const random = randomOf(seed);
  stage.ticketing.stock = 1_000_000;
  badWeather(stage, random);
  return { stage, random, rooms, processes: [], purchases: [], died: 0 };
}

/** The last rounds have no new customers: what is left is worked off. */
function customersIn(round: number, purchases: number): number {
  const buying = rounds - 3;
  if (round >= buying) return 0;
  return Math.floor(((round + 1) * purchases) / buying) - Math.floor((round * purchases) / buying);
}

/** Some processes, each to die sooner or later, some customers, and then time passes. */
async function rage(storm: Storm, customers: number): Promise<void> {
  const { stage, random } = storm;
  storm.processes = Array.from({ length: processesAtOnce }, () =>
    mortalRooms(storm.rooms, {
      at: random.whole(5, 150 + customers * 20),
      when: random.pick(['before', 'after']),
    }),
  );
  let buying = true;
  const working = storm.processes.map(async (process) => {
    while (!process.isDead()) {
      const more = await process.outcome(workOffDue(process.rooms));
      if (more === false && !buying) return;
      if (more === false) await new Promise((later) => setTimeout(later, 10));
    }
  });
  await Promise.all(Array.from({ length: customers }, () => buyInStorm(storm)));
  buying = false;
  await Promise.all(working);
  storm.died += storm.processes.filter(({ isDead }) => isDead()).length;
  storm.processes = [];
  // Only now, when nobody has a row in hand, a lease may be over.
  await stage.laterAll();
}

/** All goes well again, and what is left is worked off; resolves to what the books of the others say. */
export async function calmDown(storm: Storm): Promise<Audit & { byStaff: number }> {
  const { stage, rooms, purchases } = storm;
  fairWeather(stage);
  await workForLong(storm);
  const byStaff = await settleAtTheDesk(rooms, stage);
  if (byStaff > 0) await workForLong(storm);
  const looked = await Promise.all(
    purchases.map(async (purchase) => ({
      ...purchase,
      page: pageSays(await stage.find(purchase.checkoutId)),
    })),
  );
  return { ...audit(stage, looked), byStaff };
}

async function workForLong({ stage, rooms }: Storm): Promise<void> {
  for (let round = 0; round < mostCalmRounds; round += 1) {
    while (await workOffDue(rooms));
    await stage.laterAll();
  }
}

/** A customer asks a process; when it dies or can't, another, as people do. Null when nobody could. */
async function ask<Result>(storm: Storm, act: (rooms: Rooms) => Promise<Result>): Promise<Result | null> {
  for (let tries = 0; tries < 8; tries += 1) {
    const [first, ...others] = storm.processes.filter(({ isDead }) => !isDead());
    try {
      const process = first === undefined ? null : storm.random.pick([first, ...others]);
      const answer = await (process === null ? act(storm.rooms) : process.outcome(act(process.rooms)));
      if (answer !== null) return answer;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  return null;
}

/** A customer who holds, orders, pays and comes back; or does not. */
export async function buyInStorm(storm: Storm): Promise<void> {
  const { stage, random } = storm;
  const quantity = random.whole(1, 4);
  const held = await ask(storm, async (rooms) => {
    const result = await hold(rooms, holdRequest(stage.ticketing, quantity));
    return result.kind === 'held' ? result.checkoutId : null;
  });
  if (held === null) return;
  const { reference } = await stage.find(held);
  const email = `buyer-${storm.purchases.length}@example.org`;
  storm.purchases.push({ checkoutId: held, reference, email });
  const total = sumAmounts([multiplyAmount(stage.ticketing.price, quantity), stage.ticketing.fee]);
  const page = await ask(storm, async (rooms) => {
    const placed = await placeOrder(rooms, orderOf(held, total, { email }));
    return placed.kind === 'pay' ? placed.url : null;
  });
  if (page === null || random.chance(0.1)) return;
  if (random.chance(0.3)) stage.ticketing.expire(await reservationsOf(stage, held));
  if (random.chance(0.15)) await holdOver(stage, held);
  if (pays(stage, page)) await comeBack(storm, held, page.slice(page.lastIndexOf('/') + 1));
}

async function reservationsOf(stage: Stage, id: string): Promise<string[]> {
  return (await readHolds(stage.rooms.database, id)).map(({ reservationId }) => reservationId);
}

/** The hold is over by our clock. Whoever has the row in hand keeps it. */
async function holdOver(stage: Stage, id: string): Promise<void> {
  await stage.rooms.database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.checkout set expires_at = clock_timestamp(), due_at = clock_timestamp() where id = ${id}`,
    ),
  );
}

/** False when the page was closed before the customer was done. */
function pays(stage: Stage, page: string): boolean {
  const sessionId = page.slice(page.lastIndexOf('/') + 1);
  if (stage.provider.sessions.get(sessionId)?.status !== 'open') return false;
  stage.provider.pay(sessionId);
  return true;
}

/** Webhooks come once, often or never, and so do browsers. */
async function comeBack(storm: Storm, id: string, sessionId: string): Promise<void> {
  const { stage, random } = storm;
  const { body, signature } = stage.provider.webhook(sessionId);
  const webhooks = random.pick([0, 1, 1, 2, 5]);
  const browsers = random.pick([0, 0, 1, 2]);
  await Promise.all([
    ...Array.from({ length: webhooks }, () => ask(storm, (rooms) => receiveWebhook(rooms, body, signature))),
    ...Array.from({ length: browsers }, () =>
      ask(storm, async (rooms) => {
        await askIfPaying(rooms, id);
        await advance(rooms, id);
        return true;
      }),
    ),
  ]);
}
