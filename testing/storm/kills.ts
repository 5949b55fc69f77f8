import { dealerOf } from '@/testing/faults/random';
import type { StormFaults } from './storm-faults';
import type { World } from './world';

/** Kills processes, and starts them again. */
export interface Kills {
  /** Called whenever a story has ended: some of the kills follow. */
  storyEnded(): void;
  /** Resolves when everything that was killed is running again. */
  finished(): Promise<void>;
}

const kinds = ['worker', 'front', 'service', 'worker', 'front'] as const;
/** A process is killed at one of so many requests after a story, so that some are killed in the middle of a step. */
const mostRequests = 10;

/** `times` kills, spread evenly over so many stories. */
export function planKills(
  world: World,
  { random, counts }: StormFaults,
  times: number,
  stories: number,
): Kills {
  const nextKind = dealerOf(random, kinds);
  // One after the other: two starts of one program would disturb each other.
  let running = Promise.resolve();
  let [ended, planned, requestsLeft] = [0, 0, 0];
  const kill = async () => {
    const kind = nextKind();
    const one =
      kind === 'service' ? world.service : random.pick(kind === 'worker' ? world.workers : world.fronts);
    counts.set(`killed ${kind}`, (counts.get(`killed ${kind}`) ?? 0) + 1);
    await one.kill();
    await startAgain(one);
  };
  for (const proxy of Object.values(world.proxies))
    proxy.onRequest = () => {
      if (requestsLeft === 0) return;
      requestsLeft -= 1;
      if (requestsLeft === 0) running = running.then(kill);
    };
  return {
    storyEnded: () => {
      ended += 1;
      const due = Math.floor((ended * times) / stories);
      if (due === planned) return;
      planned = due;
      requestsLeft = random.whole(1, mostRequests);
    },
    finished: async () => {
      requestsLeft = 0;
      await running;
    },
  };
}

const mostStarts = 5;

/** A start fails when its connection to the database is cut. */
async function startAgain(one: { start(): Promise<void> }): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await one.start();
      return;
    } catch (error) {
      if (tries === mostStarts) throw error;
    }
  }
}
