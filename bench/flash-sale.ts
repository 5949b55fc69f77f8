import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { customer, holdBody, rushUnits } from './catalogue';
import { brokenCounters, inRounds } from './holds';
import { runProgram } from './programs';
import type { Line, Result } from './report';
import { queryRow, queryRows, watch } from './sql';
import type { Service, Stage } from './stage';
import { load, medianLoad } from './wrk';

const buyers = 10_000;
const connections = 256;
// Long enough to order what was held; short enough to wait for what a killed process leaves behind.
const shortHoldMinutes = 0.3;

/** What a crowd of buyers is told. */
export interface BuyersTask {
  processes: { url: string; caFile: string }[];
  token: string;
  buyers: number;
  connections: number;
  /** The body of a hold. */
  hold: string;
  customer: Record<string, string>;
}

/** What came of it. */
export interface BuyersReport {
  /** Ids of the orders that buyers were told of. */
  ordered: string[];
  refused: number;
  /** Calls without an answer, each of them asked again. */
  lost: number;
  /** How many answers of each status. */
  serverErrors: Record<string, number>;
  others: Record<string, number>;
  seconds: number;
  p50: number;
  p99: number;
}

/** P3: 10,000 buyers, 500 units; at one process, at two, and at two of which one is killed; then refusals. */
export async function flashSale(stage: Stage): Promise<Result> {
  const results = [
    await rush(stage, 'one process', 1),
    await rush(stage, 'two processes', 2),
    await killedRush(stage),
  ];
  const last = await refusals(stage);
  return {
    lines: [...results.flatMap(({ lines }) => lines), ...last.lines],
    notes: [...results.flatMap(({ notes }) => notes), ...last.notes],
  };
}

async function rush(stage: Stage, name: string, processes: number): Promise<Result> {
  const database = await stage.newDatabase();
  const services = await startServices(stage, database, processes);
  const report = await crowd(stage, services, buyers);
  const result = await outcome({ name, database, reports: [report], memory: await heaviest(services) });
  await Promise.all(services.map((service) => service.stop()));
  return result;
}

/** One of two processes dies in mid-rush and is started again; when its last holds have expired, others buy them. */
async function killedRush(stage: Stage): Promise<Result> {
  const database = await stage.newDatabase();
  const services = await startServices(stage, database, 2, shortHoldMinutes);
  const [first, second] = services;
  if (first === undefined || second === undefined) throw new Error('two services did not start');
  const selling = crowd(stage, services, buyers);
  await watch(database, takenRow, takenQuery(stage), {
    everyMs: 10,
    seen: ({ taken }) => taken >= rushUnits * 0.4,
  });
  await second.kill();
  const again = await stage.startService(database, { port: second.port, holdMinutes: shortHoldMinutes });
  const reports = [await selling];
  for (let visit = 0; visit < 3; visit += 1) {
    const { sold } = await queryRow(database, takenRow, takenQuery(stage));
    if (sold >= rushUnits) break;
    await new Promise((later) => setTimeout(later, shortHoldMinutes * 60_000 + 1000));
    reports.push(await crowd(stage, [first, again], rushUnits));
  }
  const memory = await heaviest([first, again]);
  const result = await outcome({ name: 'two processes, one killed', database, reports, memory });
  await Promise.all([first.stop(), again.stop()]);
  return result;
}

const takenRow = z.object({ taken: z.coerce.number(), sold: z.coerce.number() });

function takenQuery({ offers: { rush: offer } }: Stage): string {
  return `select held + sold as taken, sold from ticketing.counter
    where catalog_id = '${offer.catalogId}' and id = '${offer.chosen[0]?.sessionId ?? ''}'`;
}

async function startServices(
  stage: Stage,
  database: string,
  processes: number,
  holdMinutes = 1440,
): Promise<Service[]> {
  const services: Service[] = [];
  while (services.length < processes) services.push(await stage.startService(database, { holdMinutes }));
  return services;
}

async function heaviest(services: readonly Service[]): Promise<number> {
  return Math.max(...(await Promise.all(services.map((service) => service.memory()))));
}

/** Lets a crowd of so many in, from a process of its own. */
async function crowd(stage: Stage, services: readonly Service[], size: number): Promise<BuyersReport> {
  const task: BuyersTask = {
    processes: services.map(({ url, caFile }) => ({ url, caFile })),
    token: stage.token,
    buyers: size,
    connections,
    hold: holdBody(stage.offers.rush),
    customer,
  };
  const file = join(stage.folder, `buyers-${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(task));
  const program = fileURLToPath(new URL('buyers.ts', import.meta.url));
  return JSON.parse(await runProgram(process.execPath, ['--import', 'tsx', program, file])) as BuyersReport;
}

const idRow = z.object({ id: z.string() });

/** What the database says was sold, beside what buyers were told. */
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
  const told = reports.flatMap(({ ordered }) => ordered);
  const missing = told.filter((id) => !orders.has(id)).length;
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
      what: `answers with 5xx, and orders told but not kept, ${name}`,
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
      `P3, ${name}: ${rate.toFixed(0)} buyers a second had their answer; ${lost} calls had none and were asked again.`,
      ...others.map(([status, count]) => `P3, ${name}: ${count} answers had status ${status}.`),
    ],
  };
}

/** How fast the sold-out service says no, against how fast it says no without its database. */
async function refusals(stage: Stage): Promise<Result> {
  const { seconds, warmUpSeconds } = stage.settings;
  const service = await stage.startService(await stage.newDatabase());
  await crowd(stage, [service], rushUnits + 100);
  const request = (body: string) => ({
    url: service.url,
    requests: [{ method: 'POST' as const, path: addresses.reservationsBulk(), body }],
    connections,
  });
  // The same body but for a quantity that no schema lets pass: 422 before the database is asked.
  const [asked, wrong] = [request(holdBody(stage.offers.rush)), request(holdBody(stage.offers.rush, 0))];
  for (const one of [asked, wrong]) await load(stage, { ...one, seconds: warmUpSeconds });
  const rounds = await inRounds(stage, async () => ({
    limit: await load(stage, { ...wrong, seconds }),
    ours: await load(stage, { ...asked, seconds }),
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
