import { addresses } from '@/lib/contract/iri';
import { bareName, startBareAnswer } from '../tools/bare';
import { holdBody } from '../tools/catalogue';
import { addLimitCounters, counters, holdStatement } from '../tools/limits';
import { type Measured, pgbench } from '../tools/pgbench';
import { type Line, median, type Result } from '../tools/report';
import type { Service, BenchEnvironment } from '../tools/environment';
import { load, type Load, type LoadRequest, medianLoad, troubles } from '../tools/wrk';

export const connections = 256;
const fewerConnections = 64;
const clients = 8;
// Vendure 3.7's add-to-cart, measured together with our first prototype, from the table of the design: not measured
// here.
const vendure = 37;

function hotRequest({ offers }: BenchEnvironment): LoadRequest {
  return { method: 'POST', path: addresses.reservationsBulk(), body: holdBody(offers.hot) };
}

/** One hold of the hot offer. */
export function hotRequests(bench: BenchEnvironment): LoadRequest[] {
  return [hotRequest(bench)];
}

/** A hold of each of a thousand offers, in an order that separates neighbours. */
export function spreadRequests({ offers }: BenchEnvironment): LoadRequest[] {
  const some = offers.spread.slice(0, counters);
  return some.map((_, i) => {
    const offer = some[(i * 617) % some.length] ?? offers.hot;
    return { method: 'POST', path: addresses.reservationsBulk(), body: holdBody(offer) };
  });
}

const singleHot = (bench: BenchEnvironment) => holdStatement(bench, '0', 1);
const batchHot = (bench: BenchEnvironment) => holdStatement(bench, '0', 50);
const singleSpread = (bench: BenchEnvironment) =>
  `\\set counter random(1, ${counters})\n${holdStatement(bench, ':counter', 1)}`;

/** P1: holds on one hot counter. */
export async function hotHolds(bench: BenchEnvironment): Promise<Result> {
  const { seconds } = bench.settings;
  const { service, scratch, bare } = await serviceAndLimits(bench);
  const requests = hotRequests(bench);
  try {
    for (const url of [service.url, bare.url]) await warmUp(bench, [{ url }], requests);
    const rounds = await inRounds(bench, async () => ({
      single: await pgbench(bench, { url: scratch, script: singleHot(bench), clients, seconds }),
      // With one client, because more clients only wait for the counter's row.
      batch: await pgbench(bench, { url: scratch, script: batchHot(bench), clients: 1, seconds }),
      bare: await load(bench, { url: bare.url, requests, connections, seconds }),
      ours: await load(bench, { url: service.url, requests, connections, seconds }),
      fewer: await load(bench, { url: service.url, requests, connections: fewerConnections, seconds }),
    }));
    return describeHot(rounds, await service.memory());
  } finally {
    await bare.stop();
  }
}

interface HotRound {
  single: Measured;
  batch: Measured;
  bare: Load;
  ours: Load;
  fewer: Load;
}

function describeHot(rounds: readonly HotRound[], memory: number): Result {
  const of = (kind: 'bare' | 'ours' | 'fewer') => medianLoad(rounds.map((round) => round[kind]));
  const [bare, ours, fewer] = [of('bare'), of('ours'), of('fewer')];
  const what = `holds on one hot counter, ${connections} connections`;
  const { rate: measured, p50, p99 } = ours;
  const line = { goal: 'P1', what, measured, unit: 'holds/s', p50, p99, memory };
  const batch = {
    what: '50 holds in one statement',
    value: medianRate(rounds.map((round) => round.batch)) * 50,
  };
  const single = {
    what: `one statement a hold, ${clients} clients`,
    value: medianRate(rounds.map((one) => one.single)),
  };
  const p99Line = (many: number, value: number, most: number): Line => ({
    goal: 'P1',
    what: `p99 of these holds, ${many} connections`,
    measured: value,
    unit: 'ms',
    wanted: { is: '≤', value: most },
  });
  return {
    lines: [
      { ...line, limit: { what: bareName, value: bare.rate }, wanted: { is: '≥', value: 0.5 } },
      { ...line, limit: batch, wanted: { is: '≥', value: 0.25 } },
      { ...line, limit: single, wanted: { is: '≥', value: 3 } },
      {
        ...line,
        limit: { what: 'Vendure’s add-to-cart, not measured here', value: vendure },
        wanted: { is: '≥', value: 100 },
      },
      p99Line(fewerConnections, fewer.p99, 30),
      p99Line(connections, p99, 60),
    ],
    notes: [
      ...troubles('P1', ours),
      ...troubles('P1, fewer connections', fewer),
      ...troubles('P1, bare', bare),
    ],
  };
}

/** P2: holds over a thousand counters. */
export async function spreadHolds(bench: BenchEnvironment): Promise<Result> {
  const { seconds } = bench.settings;
  const { service, scratch, bare } = await serviceAndLimits(bench);
  const requests = spreadRequests(bench);
  try {
    for (const url of [service.url, bare.url]) await warmUp(bench, [{ url }], requests);
    const rounds = await inRounds(bench, async () => ({
      single: await pgbench(bench, { url: scratch, script: singleSpread(bench), clients, seconds }),
      bare: await load(bench, { url: bare.url, requests, connections, seconds }),
      ours: await load(bench, { url: service.url, requests, connections, seconds }),
    }));
    const [bareLoad, ours] = [
      medianLoad(rounds.map((round) => round.bare)),
      medianLoad(rounds.map((round) => round.ours)),
    ];
    const line = {
      goal: 'P2',
      what: `holds over ${counters} counters, ${connections} connections`,
      measured: ours.rate,
      unit: 'holds/s',
      p50: ours.p50,
      p99: ours.p99,
      memory: await service.memory(),
    };
    const single = {
      what: `one statement a hold, ${clients} clients`,
      value: medianRate(rounds.map((one) => one.single)),
    };
    return {
      lines: [
        { ...line, limit: { what: bareName, value: bareLoad.rate }, wanted: { is: '≥', value: 0.45 } },
        { ...line, limit: single, wanted: { is: '≥', value: 1 } },
      ],
      notes: [...troubles('P2', ours), ...troubles('P2, bare', bareLoad)],
    };
  } finally {
    await bare.stop();
  }
}

/** A service and its limits: a copy of its database, and a bare server that sends the answer of a hold. */
async function serviceAndLimits(bench: BenchEnvironment) {
  const scratch = await bench.newDatabase();
  await addLimitCounters(bench, scratch);
  const service = await bench.startService(await bench.newDatabase());
  const { method, path, body } = hotRequest(bench);
  const bare = await startBareAnswer(bench, service, await bench.call(service, method, path, body));
  return { service, scratch, bare };
}

/** The load of the measurement, before it: for compiled code, open connections, a warm cache. */
export async function warmUp(
  bench: BenchEnvironment,
  services: readonly Pick<Service, 'url'>[],
  requests: readonly LoadRequest[],
): Promise<void> {
  const seconds = bench.settings.warmUpSeconds;
  for (const { url } of services) await load(bench, { url, requests, connections: 64, seconds });
}

/** Measures alternately this many times, so that a slower or faster machine affects all measurements alike. */
export async function inRounds<T>(
  { settings }: BenchEnvironment,
  measure: (round: number) => Promise<T>,
): Promise<T[]> {
  const rounds: T[] = [];
  for (let round = 0; round < settings.rounds; round += 1) rounds.push(await measure(round));
  return rounds;
}

export function medianRate(rounds: readonly Measured[]): number {
  return median(rounds.map(({ rate }) => rate));
}
