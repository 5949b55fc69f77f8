import { z } from 'zod';
import { inRounds, spreadRequests, warmUp } from './holds';
import { counters, releaseScript } from '../tools/limits';
import { pgbench } from '../tools/pgbench';
import { median, type Result } from '../tools/report';
import { seedHolds } from '../tools/seeds';
import { runSql, watch } from '../tools/sql';
import type { Service, BenchEnvironment } from '../tools/environment';
import { load, type Load, medianLoad, secondsToOpen, troubles } from '../tools/wrk';

const fullHolds = 200_000;
const connections = 64;
// A separate row, and only holds of counters that the load does not use: it counts what expires, not what is held
// at the same time.
const heldRow = z.object({ held: z.coerce.number() });

interface Drain {
  /** Released holds a second, from the first to the last. */
  rate: number;
  seconds: number;
}

/** P6: many holds have expired; the service's own sweeper releases them, alone and while other clients hold. */
export async function expiry(bench: BenchEnvironment): Promise<Result> {
  const { seconds } = bench.settings;
  const [database, scratch] = [await bench.newDatabase(), await bench.newDatabase()];
  const count = holdsToExpire(bench);
  const service = await bench.startService(database);
  await warmUp(bench, [service], spreadRequests(bench));
  let first = 0;
  const expire = async (url: string) => {
    await seedHolds(bench, url, { offers: expiring(bench), first, count, expired: true });
    // As in production, where expired holds have existed for a while when they are released.
    await runSql(url, 'vacuum analyze ticketing.hold, ticketing.counter');
    first += count;
  };
  const rounds = await inRounds(bench, async () => {
    await expire(scratch);
    const statement = await pgbench(bench, {
      url: scratch,
      script: releaseScript,
      clients: 1,
      transactions: count / 500,
    });
    await expire(database);
    const alone = await drained(bench, database, () => undefined);
    const calm = await holds(bench, service, seconds);
    await expire(database);
    const { drain, busy } = await drainedUnderLoad(bench, database, service);
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
  // The load begins when the first are released, and first opens its connections.
  const overlap = Math.max(
    0,
    median(rounds.map(({ during }) => during.seconds)) - secondsToOpen(connections),
  );
  const line = { goal: 'P6', unit: 'released/s', limit };
  return {
    lines: [
      {
        ...line,
        what: `${count.toLocaleString('en')} expired holds released`,
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
        what: 'released while others hold',
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
            `P6: holds were measured for ${seconds} s; in the first ${overlap.toFixed(1)} s of them others were released.`,
          ]
        : []),
    ],
  };
}

/** Whole statements of the limit's 500; fewer at a smaller scale. */
function holdsToExpire({ settings }: BenchEnvironment): number {
  return 500 * Math.max(20, Math.round((fullHolds / 500) * Math.min(1, settings.scale)));
}

/** The half of the spread offers that the load of holds does not use. */
function expiring({ offers }: BenchEnvironment) {
  return offers.spread.slice(counters);
}

function holds(bench: BenchEnvironment, { url }: Service, seconds: number): Promise<Load> {
  return load(bench, { url, requests: spreadRequests(bench), connections, seconds });
}

async function drainedUnderLoad(
  bench: BenchEnvironment,
  database: string,
  service: Service,
): Promise<{ drain: Drain; busy: Load }> {
  let busy: Promise<Load> | undefined;
  const drain = await drained(bench, database, () => {
    busy = holds(bench, service, bench.settings.seconds);
    busy.catch(() => undefined);
  });
  if (busy === undefined) throw new Error('nothing was released');
  return { drain, busy: await busy };
}

/** Waits until the sweeper has begun (it comes every ten seconds) and until it is done. */
async function drained(bench: BenchEnvironment, database: string, begun: () => void): Promise<Drain> {
  let [start, end] = [0, 0];
  let atStart = 0;
  const count = holdsToExpire(bench);
  const deadline = performance.now() + 300_000;
  const ids = expiring(bench).map(({ chosen }) => `'${chosen[0]?.sessionId ?? ''}'`);
  const query = `select coalesce(sum(held), 0) as held from ticketing.counter
    where catalog_id = '${bench.offers.hot.catalogId}' and id in (${ids.join(', ')})`;
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
