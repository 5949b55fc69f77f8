import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { customer, holdBody, rushUnits } from '../tools/catalogue';
import { brokenCounters } from './counters';
import { inRounds } from './holds';
import { runTask } from '../tools/programs';
import type { Line, Result } from '../tools/report';
import { queryRow, queryRows, watch } from '../tools/sql';
import type { Service, BenchEnvironment } from '../tools/environment';
import { load, medianLoad } from '../tools/wrk';

const buyers = 10_000;
const connections = 256;
// Long enough to order a hold; short enough to wait for the holds of a killed process.
const shortHoldMinutes = 0.3;

/** The task of the buyers. */
export interface BuyersTask {
  processes: { url: string; caFile: string }[];
  token: string;
  buyers: number;
  connections: number;
  /** Bodies of holds, of which the buyers take one after the other. */
  holds: string[];
  customer: Record<string, string>;
}

/** The result. */
export interface BuyersReport {
  /** Ids of the orders that buyers got in answers. */
  ordered: string[];
  refused: number;
  /** Calls without an answer, which were all repeated. */
  lost: number;
  /** The number of answers by status. */
  serverErrors: Record<string, number>;
  others: Record<string, number>;
  seconds: number;
  p50: number;
  p99: number;
}

/** P3: 10,000 buyers, 500 units; at one process, at two, and at two of which one is killed; then refusals. */
export async function flashSale(bench: BenchEnvironment): Promise<Result> {
  const results = [
    await rush(bench, 'one process', 1),
    await rush(bench, 'two processes', 2),
    await killedRush(bench),
  ];
  const last = await refusals(bench);
  return {
    lines: [...results.flatMap(({ lines }) => lines), ...last.lines],
    notes: [...results.flatMap(({ notes }) => notes), ...last.notes],
  };
}

async function rush(bench: BenchEnvironment, name: string, processes: number): Promise<Result> {
  const database = await bench.newDatabase();
  const services = await startServices(bench, database, processes);
  const report = await crowd(bench, services, buyers);
  const result = await outcome({ name, database, reports: [report], memory: await heaviest(services) });
  await Promise.all(services.map((service) => service.stop()));
  return result;
}

/**
 * One of two processes is killed under load and started again; when its last holds have expired, other buyers buy
 * these units.
 */
async function killedRush(bench: BenchEnvironment): Promise<Result> {
  const database = await bench.newDatabase();
  const services = await startServices(bench, database, 2, shortHoldMinutes);
  const [first, second] = services;
  if (first === undefined || second === undefined) throw new Error('two services did not start');
  const selling = crowd(bench, services, buyers);
  await watch(database, takenRow, takenQuery(bench), {
    everyMs: 10,
    seen: ({ taken }) => taken >= rushUnits * 0.4,
  });
  await second.kill();
  const again = await bench.startService(database, { port: second.port, holdMinutes: shortHoldMinutes });
  const reports = [await selling];
  for (let visit = 0; visit < 3; visit += 1) {
    const { sold } = await queryRow(database, takenRow, takenQuery(bench));
    if (sold >= rushUnits) break;
    await new Promise((later) => setTimeout(later, shortHoldMinutes * 60_000 + 1000));
    reports.push(await crowd(bench, [first, again], rushUnits));
  }
  const memory = await heaviest([first, again]);
  const result = await outcome({ name: 'two processes, one killed', database, reports, memory });
  await Promise.all([first.stop(), again.stop()]);
  return result;
}

const takenRow = z.object({ taken: z.coerce.number(), sold: z.coerce.number() });

function takenQuery({ offers: { rush: offer } }: BenchEnvironment): string {
  return `select held + sold as taken, sold from ticketing.counter
    where catalog_id = '${offer.catalogId}' and id = '${offer.chosen[0]?.sessionId ?? ''}'`;
}

async function startServices(
  bench: BenchEnvironment,
  database: string,
  processes: number,
  holdMinutes = 1440,
): Promise<Service[]> {
  const services: Service[] = [];
  while (services.length < processes) services.push(await bench.startService(database, { holdMinutes }));
  return services;
}

async function heaviest(services: readonly Service[]): Promise<number> {
  return Math.max(...(await Promise.all(services.map((service) => service.memory()))));
}

/** Starts this many buyers, in a separate program. */
async function crowd(
  bench: BenchEnvironment,
  services: readonly Service[],
  size: number,
): Promise<BuyersReport> {
  const task: BuyersTask = {
    processes: services.map(({ url, caFile }) => ({ url, caFile })),
    token: bench.token,
    buyers: size,
    connections,
    holds: [holdBody(bench.offers.rush)],
    customer,
  };
  return (await runTask(new URL('buyers.ts', import.meta.url), bench.folder, task)) as BuyersReport;
}

const idRow = z.object({ id: z.string() });

/** What was sold according to the database, and according to the buyers' answers. */
async function outcome({
  name,
  database,
  reports,
  memory,
}: {
  name: string;
  database: string;
  reports: readonly BuyersReport[];
  memory: number;
}): Promise<Result> {
  const orders = new Set(
    (await queryRows(database, idRow, 'select id from ticketing.booking_order')).map(({ id }) => id),
  );
  const reported = reports.flatMap(({ ordered }) => ordered);
  const missing = reported.filter((id) => !orders.has(id)).length;
  const errors = reports.flatMap(({ serverErrors }) => Object.values(serverErrors));
  const others = reports.flatMap(({ others: some }) => Object.entries(some));
  const [first] = reports;
  const lost = reports.reduce((total, report) => total + report.lost, 0);
  const lines: Line[] = [
    {
      goal: 'P3',
      what: `units sold to ${buyers} buyers, ${name}`,
      measured: orders.size,
      unit: 'orders',
      limit: { what: 'units', value: rushUnits },
      wanted: { is: '=', value: 1 },
      ...(first === undefined ? {} : { p50: first.p50, p99: first.p99 }),
      memory,
    },
    {
      goal: 'P3',
      what: `answers with 5xx, and orders confirmed but not stored, ${name}`,
      measured: errors.reduce((total, count) => total + count, 0) + missing,
      unit: '',
      wanted: { is: '=', value: 0 },
    },
    { ...(await brokenCounters('P3', database)), what: `counters that are wrong, ${name}` },
  ];
  const rate = first === undefined ? 0 : buyers / first.seconds;
  return {
    lines,
    notes: [
      `P3, ${name}: ${rate.toFixed(0)} buyers a second had their answer; ${lost} calls had none and were repeated.`,
      ...others.map(([status, count]) => `P3, ${name}: ${count} answers had status ${status}.`),
    ],
  };
}

/** How fast the service refuses when sold out, compared with a refusal without its database. */
async function refusals(bench: BenchEnvironment): Promise<Result> {
  const { seconds, warmUpSeconds } = bench.settings;
  const service = await bench.startService(await bench.newDatabase());
  await crowd(bench, [service], rushUnits + 100);
  const request = (body: string) => ({
    url: service.url,
    requests: [{ method: 'POST' as const, path: addresses.reservationsBulk(), body }],
    connections,
  });
  // The same body with a quantity that no schema accepts: 422 before the database is asked.
  const [asked, wrong] = [request(holdBody(bench.offers.rush)), request(holdBody(bench.offers.rush, 0))];
  for (const one of [asked, wrong]) await load(bench, { ...one, seconds: warmUpSeconds });
  const rounds = await inRounds(bench, async () => ({
    limit: await load(bench, { ...wrong, seconds }),
    ours: await load(bench, { ...asked, seconds }),
  }));
  const [limit, ours] = [
    medianLoad(rounds.map((one) => one.limit)),
    medianLoad(rounds.map((one) => one.ours)),
  ];
  const unexpected = ours.refused + ours.lost + limit.lost + limit.requests - limit.refused;
  return {
    lines: [
      {
        goal: 'P3',
        what: `refusals of a sold-out offer, ${connections} connections`,
        measured: ours.rate,
        unit: 'answers/s',
        limit: { what: '422 without a database', value: limit.rate },
        wanted: { is: '≥', value: 0.6 },
        p50: ours.p50,
        p99: ours.p99,
        memory: await service.memory(),
      },
    ],
    notes: unexpected === 0 ? [] : [`P3: ${unexpected} refusals were not what was expected.`],
  };
}
