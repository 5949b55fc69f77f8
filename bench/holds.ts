import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { holdBody } from './catalogue';
import { addLimitCounters, counters, holdStatement } from './limits';
import { type Measured, pgbench } from './pgbench';
import { type Line, median, type Result } from './report';
import { queryRow } from './sql';
import type { Service, BenchEnvironment } from './environment';
import { load, type Load, loadTogether, type LoadRequest, medianLoad, troubles } from './wrk';

const connections = 256;
const clients = 8;
// Vendure 3.7's add-to-cart, measured together with our first prototype, from the table of the design: not measured
// here.
const vendure = 37;

/** One hold of the hot offer. */
export function hotRequests({ offers }: BenchEnvironment): LoadRequest[] {
  return [{ method: 'POST', path: addresses.reservationsBulk(), body: holdBody(offers.hot) }];
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
  const [service, scratch] = await serviceAndScratch(bench);
  const requests = hotRequests(bench);
  await warmUp(bench, [service], requests);
  const rounds = await inRounds(bench, async () => ({
    single: await pgbench(bench, { url: scratch, script: singleHot(bench), clients, seconds }),
    // With one client, because more clients only wait for the counter's row.
    batch: await pgbench(bench, { url: scratch, script: batchHot(bench), clients: 1, seconds }),
    ours: await load(bench, { url: service.url, requests, connections, seconds }),
  }));
  const ours = medianLoad(rounds.map((round) => round.ours));
  const line = {
    goal: 'P1',
    measured: ours.rate,
    unit: 'holds/s',
    p50: ours.p50,
    p99: ours.p99,
    memory: await service.memory(),
  };
  const what = `holds on one hot counter, ${connections} connections`;
  const batch = {
    what: '50 holds in one statement',
    value: medianRate(rounds.map((round) => round.batch)) * 50,
  };
  const single = {
    what: `one statement a hold, ${clients} clients`,
    value: medianRate(rounds.map((one) => one.single)),
  };
  return {
    lines: [
      { ...line, what, limit: batch, wanted: { is: '≥', value: 0.25 } },
      { ...line, what, limit: single, wanted: { is: '≥', value: 3 } },
      {
        ...line,
        what,
        limit: { what: 'Vendure’s add-to-cart, not measured here', value: vendure },
        wanted: { is: '≥', value: 100 },
      },
      {
        goal: 'P1',
        what: 'p99 of these holds',
        measured: ours.p99,
        unit: 'ms',
        wanted: { is: '≤', value: 60 },
      },
    ],
    notes: troubles('P1', ours),
  };
}

/** P2: holds over a thousand counters. */
export async function spreadHolds(bench: BenchEnvironment): Promise<Result> {
  const { seconds } = bench.settings;
  const [service, scratch] = await serviceAndScratch(bench);
  const requests = spreadRequests(bench);
  await warmUp(bench, [service], requests);
  const rounds = await inRounds(bench, async () => ({
    single: await pgbench(bench, { url: scratch, script: singleSpread(bench), clients, seconds }),
    ours: await load(bench, { url: service.url, requests, connections, seconds }),
  }));
  const ours = medianLoad(rounds.map((round) => round.ours));
  return {
    lines: [
      {
        goal: 'P2',
        what: `holds over ${counters} counters, ${connections} connections`,
        measured: ours.rate,
        unit: 'holds/s',
        limit: {
          what: `one statement a hold, ${clients} clients`,
          value: medianRate(rounds.map((one) => one.single)),
        },
        wanted: { is: '≥', value: 1 },
        p50: ours.p50,
        p99: ours.p99,
        memory: await service.memory(),
      },
    ],
    notes: troubles('P2', ours),
  };
}

/** P9: two processes of the service on one database compared with one of them alone. */
export async function twoProcesses(bench: BenchEnvironment): Promise<Result> {
  const database = await bench.newDatabase();
  const services = [await bench.startService(database), await bench.startService(database)];
  const [first, second] = services;
  if (first === undefined || second === undefined) throw new Error('two services did not start');
  const lines: Line[] = [];
  const notes: string[] = [];
  for (const [what, requests] of [
    ['one hot counter', hotRequests(bench)],
    [`${counters} counters`, spreadRequests(bench)],
  ] as const) {
    await warmUp(bench, services, requests);
    const rounds = await inRounds(bench, async () => ({
      // Two load generators in both cases, so that the load costs the machine the same.
      one: await sharedLoad(bench, [first, first], requests),
      two: await sharedLoad(bench, [first, second], requests),
    }));
    const [one, two] = [
      medianLoad(rounds.map((round) => round.one)),
      medianLoad(rounds.map((round) => round.two)),
    ];
    lines.push({
      goal: 'P9',
      what: `holds on ${what}, two processes`,
      measured: two.rate,
      unit: 'holds/s',
      limit: { what: 'one process, the same load', value: one.rate },
      wanted: { is: '≥', value: 1 },
      p50: two.p50,
      p99: two.p99,
      memory: Math.max(await first.memory(), await second.memory()),
    });
    notes.push(...troubles(`P9, ${what}`, two));
  }
  return { lines: [...lines, await brokenCounters('P9', database)], notes };
}

function sharedLoad(
  bench: BenchEnvironment,
  services: readonly Service[],
  requests: readonly LoadRequest[],
): Promise<Load> {
  const { seconds } = bench.settings;
  const share = connections / services.length;
  return loadTogether(
    bench,
    services.map(({ url }) => ({ url, requests, connections: share, seconds })),
  );
}

/** How many counters disagree with the rows that they count, or exceed their capacity. */
export async function brokenCounters(goal: string, database: string): Promise<Line> {
  const { broken } = await queryRow(
    database,
    z.object({ broken: z.coerce.number() }),
    `select count(*) as broken from ticketing.counter
     left join (select catalog_id, counter_id, sum(units) as units from ticketing.hold group by 1, 2) held
       on held.catalog_id = counter.catalog_id and held.counter_id = counter.id
     left join (
       select session_id, count(*) as units from ticketing.item_ticket group by 1) sold on sold.session_id = counter.id
     where counter.held <> coalesce(held.units, 0) or counter.sold <> coalesce(sold.units, 0)
       or counter.held + counter.sold > counter.capacity`,
  );
  return {
    goal,
    what: 'counters that disagree with the holds and tickets they count, or are oversold',
    measured: broken,
    unit: '',
    wanted: { is: '=', value: 0 },
  };
}

/** A service and, for the limits, a copy of its database. */
async function serviceAndScratch(bench: BenchEnvironment): Promise<[Service, string]> {
  const scratch = await bench.newDatabase();
  await addLimitCounters(bench, scratch);
  return [await bench.startService(await bench.newDatabase()), scratch];
}

/** The same load before the measurement: compiled code, open connections, a warm cache. */
export async function warmUp(
  bench: BenchEnvironment,
  services: readonly Service[],
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
