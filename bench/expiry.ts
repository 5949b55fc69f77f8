import { z } from 'zod';
import { inRounds, spreadRequests, warmUp } from './holds';
import { counters, releaseScript } from './limits';
import { pgbench } from './pgbench';
import { median, type Result } from './report';
import { seedHolds } from './seeds';
import { runSql, watch } from './sql';
import type { Service, Stage } from './stage';
import { load, type Load, medianLoad, secondsToOpen, troubles } from './wrk';

const fullHolds = 200_000;
const connections = 64;
// A row of the bench's own, and only where counters have not been held: what expires, not what is held meanwhile.
const heldRow = z.object({ held: z.coerce.number() });

interface Drain {
  /** Holds given back a second, from the first to the last. */
  rate: number;
  seconds: number;
}

/** P6: many holds have expired; the service's own sweeper gives them back, alone and while others hold. */
export async function expiry(stage: Stage): Promise<Result> {
  const { seconds } = stage.settings;
  const [database, scratch] = [await stage.newDatabase(), await stage.newDatabase()];
  const count = holdsToExpire(stage);
  const service = await stage.startService(database);
  await warmUp(stage, [service], spreadRequests(stage));
  let first = 0;
  const expire = async (url: string) => {
    await seedHolds(stage, url, { offers: expiring(stage), first, count, expired: true });
    // As it would be in life, where expired holds have long been there when they are given back.
    await runSql(url, 'vacuum analyze ticketing.hold, ticketing.counter');
    first += count;
  };
  const rounds = await inRounds(stage, async () => {
    await expire(scratch);
    const statement = await pgbench(stage, {
      url: scratch,
      script: releaseScript,
      clients: 1,
      transactions: count / 500,
    });
    await expire(database);
    const alone = await drained(stage, database, () => undefined);
    const calm = await holds(stage, service, seconds);
    await expire(database);
    const { drain, busy } = await drainedUnderLoad(stage, database, service);
    return { limit: statement.rate * 500, alone, calm, drain, busy };
  });
  return describe(
    rounds.map(({ limit, alone, calm, drain, busy }) => ({
      limit,
      alone: alone.rate,
      calm,
      during: drain,
      busy,
    })),
    { count, memory: await service.memory(), seconds },
  );
}

interface Round {
  limit: number;
  alone: number;
  calm: Load;
  during: Drain;
  busy: Load;
}

function describe(
  rounds: readonly Round[],
  { count, memory, seconds }: { count: number; memory: number; seconds: number },
): Result {
  const [calm, busy] = [medianLoad(rounds.map((one) => one.calm)), medianLoad(rounds.map((one) => one.busy))];
  const limit = { what: '500 a statement, one client', value: median(rounds.map((one) => one.limit)) };
  // The load begins when the first are given back, and first opens its connections.
  const overlap = Math.max(
    0,
    median(rounds.map(({ during }) => during.seconds)) - secondsToOpen(connections),
  );
  const line = { goal: 'P6', unit: 'released/s', limit };
  return {
    lines: [
      {
        ...line,
        what: `${count.toLocaleString('en')} expired holds given back`,
        measured: median(rounds.map((one) => one.alone)),
        memory,
      },
      {
        goal: 'P6',
        what: 'the same, against the goal',
        measured: median(rounds.map((one) => one.alone)),
        unit: 'released/s',
        wanted: { is: '≥', value: 20_000 },
      },
      {
        ...line,
        what: 'given back while others hold',
        measured: median(rounds.map(({ during }) => during.rate)),
      },
      {
        goal: 'P6',
        what: `p99 of holds meanwhile, ${connections} connections`,
        measured: busy.p99,
        unit: 'ms',
        limit: { what: 'nothing expires', value: calm.p99 },
        wanted: { is: '≤', value: 1.5 },
        p50: busy.p50,
        p99: busy.p99,
      },
    ],
    notes: [
      ...troubles('P6', busy),
      ...(overlap < seconds
        ? [
            `P6: holds were measured for ${seconds} s; in the first ${overlap.toFixed(1)} s of them others were given back.`,
          ]
        : []),
    ],
  };
}

/** Whole statements of the limit's 500; fewer at a smaller scale. */
function holdsToExpire({ settings }: Stage): number {
  return 500 * Math.max(20, Math.round((fullHolds / 500) * Math.min(1, settings.scale)));
}

/** The half of the spread offers that the load of holds leaves alone. */
function expiring({ offers }: Stage) {
  return offers.spread.slice(counters);
}

function holds(stage: Stage, { url }: Service, seconds: number): Promise<Load> {
  return load(stage, { url, requests: spreadRequests(stage), connections, seconds });
}

async function drainedUnderLoad(
  stage: Stage,
  database: string,
  service: Service,
): Promise<{ drain: Drain; busy: Load }> {
  let busy: Promise<Load> | undefined;
  const drain = await drained(stage, database, () => {
    busy = holds(stage, service, stage.settings.seconds);
    busy.catch(() => undefined);
  });
  if (busy === undefined) throw new Error('nothing was given back');
  return { drain, busy: await busy };
}

/** Waits until the sweeper has begun (it comes every ten seconds) and until it is done. */
async function drained(stage: Stage, database: string, begun: () => void): Promise<Drain> {
  let [start, end] = [0, 0];
  let atStart = 0;
  const count = holdsToExpire(stage);
  const deadline = performance.now() + 300_000;
  const ids = expiring(stage).map(({ chosen }) => `'${chosen[0]?.sessionId ?? ''}'`);
  const query = `select coalesce(sum(held), 0) as held from ticketing.counter
    where catalog_id = '${stage.offers.hot.catalogId}' and id in (${ids.join(', ')})`;
  await watch(database, heldRow, query, {
    everyMs: 50,
    seen: ({ held }) => {
      const now = performance.now();
      if (now > deadline) throw new Error(`after 300 s ${held} expired holds are still held`);
      if (held < count && start === 0) {
        [start, atStart] = [now, held];
        begun();
      }
      end = now;
      return held === 0;
    },
  });
  const seconds = (end - start) / 1000;
  return { rate: atStart / Math.max(seconds, 0.001), seconds };
}
