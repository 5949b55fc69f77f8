import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { holdBody } from './catalogue';
import { addLimitCounters, counters, holdStatement } from './limits';
import { type Measured, pgbench } from './pgbench';
import { type Line, median, type Result } from './report';
import { queryRow } from './sql';
import type { Service, Stage } from './stage';
import { load, type Load, loadTogether, type LoadRequest, medianLoad, troubles } from './wrk';

const connections = 256;
const clients = 8;
// Vendure 3.7's add-to-cart beside our first prototype, from the design's table: not measured here.
const vendure = 37;

/** One hold of the hot offer. */
export function hotRequests({ offers }: Stage): LoadRequest[] {
  return [{ method: 'POST', path: addresses.reservationsBulk(), body: holdBody(offers.hot) }];
}

/** A hold of each of a thousand offers, in an order in which neighbours are far apart. */
export function spreadRequests({ offers }: Stage): LoadRequest[] {
  const some = offers.spread.slice(0, counters);
  return some.map((_, i) => {
    const offer = some[(i * 617) % some.length] ?? offers.hot;
    return { method: 'POST', path: addresses.reservationsBulk(), body: holdBody(offer) };
  });
}

const singleHot = (stage: Stage) => holdStatement(stage, '0', 1);
const batchHot = (stage: Stage) => holdStatement(stage, '0', 50);
const singleSpread = (stage: Stage) =>
  `\\set counter random(1, ${counters})\n${holdStatement(stage, ':counter', 1)}`;

/** P1: holds on one hot counter. */
export async function hotHolds(stage: Stage): Promise<Result> {
  const { seconds } = stage.settings;
  const [service, scratch] = await serviceAndScratch(stage);
  const requests = hotRequests(stage);
  await warmUp(stage, [service], requests);
  const rounds = await inRounds(stage, async () => ({
    single: await pgbench(stage, { url: scratch, script: singleHot(stage), clients, seconds }),
    // At one client: more only wait for the counter's row.
    batch: await pgbench(stage, { url: scratch, script: batchHot(stage), clients: 1, seconds }),
    ours: await load(stage, { url: service.url, requests, connections, seconds }),
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
export async function spreadHolds(stage: Stage): Promise<Result> {
  const { seconds } = stage.settings;
  const [service, scratch] = await serviceAndScratch(stage);
  const requests = spreadRequests(stage);
  await warmUp(stage, [service], requests);
  const rounds = await inRounds(stage, async () => ({
    single: await pgbench(stage, { url: scratch, script: singleSpread(stage), clients, seconds }),
    ours: await load(stage, { url: service.url, requests, connections, seconds }),
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

/** P9: two processes of the service on one database against one of them alone. */
export async function twoProcesses(stage: Stage): Promise<Result> {
  const database = await stage.newDatabase();
  const services = [await stage.startService(database), await stage.startService(database)];
  const [first, second] = services;
  if (first === undefined || second === undefined) throw new Error('two services did not start');
  const lines: Line[] = [];
  const notes: string[] = [];
  for (const [what, requests] of [
    ['one hot counter', hotRequests(stage)],
    [`${counters} counters`, spreadRequests(stage)],
  ] as const) {
    await warmUp(stage, services, requests);
    const rounds = await inRounds(stage, async () => ({
      // Two senders in both cases, so that the load costs the machine the same.
      one: await sharedLoad(stage, [first, first], requests),
      two: await sharedLoad(stage, [first, second], requests),
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
  stage: Stage,
  services: readonly Service[],
  requests: readonly LoadRequest[],
): Promise<Load> {
  const { seconds } = stage.settings;
  const share = connections / services.length;
  return loadTogether(
    stage,
    services.map(({ url }) => ({ url, requests, connections: share, seconds })),
  );
}

/** How many counters disagree with the rows that they count, or have more out than they may. */
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
async function serviceAndScratch(stage: Stage): Promise<[Service, string]> {
  const scratch = await stage.newDatabase();
  await addLimitCounters(stage, scratch);
  return [await stage.startService(await stage.newDatabase()), scratch];
}

/** The same load before anything is measured: compiled code, open connections, a warm cache. */
export async function warmUp(
  stage: Stage,
  services: readonly Service[],
  requests: readonly LoadRequest[],
): Promise<void> {
  const seconds = stage.settings.warmUpSeconds;
  for (const { url } of services) await load(stage, { url, requests, connections: 64, seconds });
}

/** Measures so often, one after another: what is compared is measured in turn, so that drift meets all alike. */
export async function inRounds<T>({ settings }: Stage, measure: (round: number) => Promise<T>): Promise<T[]> {
  const rounds: T[] = [];
  for (let round = 0; round < settings.rounds; round += 1) rounds.push(await measure(round));
  return rounds;
}

export function medianRate(rounds: readonly Measured[]): number {
  return median(rounds.map(({ rate }) => rate));
}
