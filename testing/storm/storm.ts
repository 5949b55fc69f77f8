import { setTimeout as pause } from 'node:timers/promises';
import { databaseNow } from '@/lib/database/database-now';
import { timelineTable } from '@/lib/shop/tables/checkout-table';
import { type Random, randomOf, shuffled } from '@/testing/faults/random';
import { differencesIn } from './books/books';
import type { Difference, Records } from './books/records';
import { readRecords } from './read-records';
import { sideBySide } from './books/side-by-side';
import { planKills } from './kills';
import { repeatEvery } from './repeating';
import { isAtRest } from './rest';
import { letTimePass } from './passing-time';
import { cancelSession, rebookSession } from './session-changes';
import { workOff } from './staff';
import { happenings, stories } from './stories';
import type { Storm } from './storm-context';
import { faultNames, type StormFaults, stormFaults } from './storm-faults';
import { decideDisputes } from './troubles';
import { startWorld, type World } from './world';

export interface StormOptions {
  seed: number;
  /** How many stories happen in all. */
  stories: number;
  /** How many of them at the same time. */
  customers: number;
  /** The part of the requests that may change something that have a fault, from 0 to 1. */
  faults: number;
  /** How often a process is killed. */
  kills: number;
  /** Is told how far it is. */
  progress: (line: string) => void;
}

export interface StormResult {
  /** How often there was each story, each step of one, and each fault. */
  counts: Record<'stories' | 'happened' | 'faults', Record<string, number>>;
  /** Stories, happenings and faults that there never were. */
  missing: string[];
  /** How many purchases, orders, cancellations and e-mails there are. */
  made: Record<string, number>;
  /** False: something did not come to its end. */
  isAtRest: boolean;
  differences: Difference[];
  /** For a reader: each purchase with a difference, as all sides have it. */
  purchases: string[];
  reports: Record<string, number>;
}

/**
 * Customers and staff use the shop while faults are injected and processes are killed; then it is calm until nothing happens any
 * more, and the books of all are compared. A seed determines what each of them wants, and which faults there are, not their timing.
 */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const random = randomOf(options.seed);
  const faults = stormFaults(randomOf(options.seed + 1), options.faults);
  const world = await startWorld(faults);
  try {
    const counts = { stories: new Map<string, number>(), happened: new Map<string, number>() };
    const storm = stormOf(world, random, counts.happened);
    const time = letTimePass(world.shop);
    let hasEnded = false;
    try {
      faults.begin(world);
      await blow(storm, faults, options, counts.stories);
      options.progress('it is calm');
      hasEnded = await calmDown(storm, faults);
    } finally {
      await time.stop();
    }
    return await result(world, hasEnded, { ...counts, faults: faults.counts });
  } finally {
    await world.close();
  }
}

export function stormOf(world: World, random: Random, happened: Map<string, number>): Storm {
  let persons = 0;
  return {
    world,
    random,
    offers: world.catalogue.offers,
    count: (what) => happened.set(what, (happened.get(what) ?? 0) + 1),
    newPerson: () => {
      persons += 1;
      const email = `person-${persons}@example.org`;
      return { firstname: 'Ada', lastname: `Person ${persons}`, email, country: 'FR' };
    },
  };
}

/** All stories, each by one of the customers at the same time; staff work meanwhile. */
async function blow(
  storm: Storm,
  faults: StormFaults,
  options: StormOptions,
  told: Map<string, number>,
): Promise<void> {
  const { random } = storm;
  const kills = planKills(storm.world, faults, options.kills, options.stories);
  const deck = Object.entries(stories).flatMap(([name, { times }]) =>
    Array.from({ length: times }, () => name),
  );
  const names: string[] = [];
  while (names.length < options.stories) names.push(...shuffled(random, deck));
  names.length = options.stories;
  const moments = new Map([
    [Math.floor(options.stories / 3), cancelSession],
    [Math.floor(options.stories / 2), rebookSession],
  ]);
  let [next, ended] = [0, 0];
  const customer = async () => {
    for (let index = next++; index < names.length; index = next++) {
      const name = names[index] ?? '';
      const own = { ...storm, random: randomOf(options.seed + 2 + index) };
      await moments.get(index)?.(own);
      await stories[name]?.act(own);
      told.set(name, (told.get(name) ?? 0) + 1);
      kills.storyEnded();
      ended += 1;
      if (ended % 10 === 0) options.progress(`${ended} of ${names.length} stories have ended`);
    }
  };
  const staff = repeatEvery(2_000, async () => {
    await workOff(storm, false);
    decideDisputes(storm, false);
  });
  try {
    await Promise.all(Array.from({ length: options.customers }, customer));
  } finally {
    await kills.finished();
    await staff.stop();
  }
}

const patienceMilliseconds = 600_000;
/** Staff give the programs so much time before they decide themselves. */
const staffWaitMilliseconds = 20_000;

/** Ends all faults, and waits until nothing is left to do. False when there still is. */
async function calmDown(storm: Storm, faults: StormFaults): Promise<boolean> {
  const { world } = storm;
  faults.calmDown(world);
  decideDisputes(storm, true);
  const [start, end] = [Date.now() + staffWaitMilliseconds, Date.now() + patienceMilliseconds];
  while (!(await isAtRest(world))) {
    if (Date.now() > end) return false;
    await workOff(storm, Date.now() > start);
    await pause(1_000);
  }
  return true;
}

async function result(
  world: World,
  isAtRest: boolean,
  counts: Record<keyof StormResult['counts'], Map<string, number>>,
): Promise<StormResult> {
  const records = await readRecords(world);
  const differences = differencesIn(records, await databaseNow(world.ticketing));
  const witness = {
    timeline: await world.shop.db.select().from(timelineTable),
    exchanges: Object.values(world.proxies).flatMap(({ exchanges }) => exchanges),
  };
  const references = new Set(differences.flatMap((one) => one.references.slice(0, 1)));
  const happened = [...counts.happened.keys()];
  return {
    counts: {
      stories: sorted(counts.stories),
      happened: sorted(counts.happened),
      faults: sorted(counts.faults),
    },
    missing: [
      ...Object.keys(stories).filter((name) => !counts.stories.has(name)),
      ...happenings.filter((form) => !happened.some((one) => form.test(one))).map(String),
      ...faultNames.filter((name) => !counts.faults.has(name)),
    ],
    made: madeIn(records),
    isAtRest,
    differences,
    purchases: [...references].map((reference) => sideBySide(records, reference, witness)),
    reports: sorted(world.reports),
  };
}

const sorted = (counts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b)));

const madeIn = ({ shop, service, provider, emails }: Records) => ({
  purchases: shop.checkouts.length,
  orders: service.orders.length,
  emails: emails.length,
  cancellations: service.cancellations.length,
  refunds: provider.refunds.length,
  exchanges: service.cancellations.filter(({ rebookedTo }) => rebookedTo.length > 0).length,
});
