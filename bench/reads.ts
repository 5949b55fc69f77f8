import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addresses } from '@/lib/contract/iri';
import { dayAfter, lastDays } from './catalogue';
import { inRounds, medianRate, warmUp } from './holds';
import { pageScript } from './limits';
import { type Measured, pgbench } from './pgbench';
import { startProgram } from './programs';
import type { Result } from './report';
import { freePort } from '@/lib/network/free-port-testing';
import type { CalledAnswer, Service, Stage } from './stage';
import { load, type Load, type LoadRequest, medianLoad, troubles } from './wrk';

const connections = 64;
const clients = 8;
// A window of days that is cut off at the catalogue's end would be a smaller page.
const startDays = lastDays - 60;

/** The same page of 30 offers again and again. */
export function unchangedRequests({ offers }: Stage): LoadRequest[] {
  return [{ method: 'GET', path: `${addresses.offers(offers.hot.catalogId)}?itemsPerPage=30` }];
}

/** Pages of 30 offers, no two alike: windows of days, how their ends are named, their order, and which page. */
export function pageRequests({ offers }: Stage): LoadRequest[] {
  const path = addresses.offers(offers.hot.catalogId);
  const requests: LoadRequest[] = [];
  const starts = Array.from({ length: startDays }, (_, i) => dayAfter(7 + i));
  const forms = ['asc', 'desc'].flatMap((order) =>
    ['after', 'strictly_after'].flatMap((from) => [1, 2].map((page) => ({ order, from, page }))),
  );
  for (let length = 7; length <= 50; length += 1) {
    for (const [i, start] of starts.entries()) {
      const end = dayAfter(7 + i + length);
      for (const { order, from, page } of forms) {
        const query = `itemsPerPage=30&page=${page}&order[date]=${order}&date[${from}]=${start}&date[before]=${end}`;
        requests.push({ method: 'GET', path: `${path}?${encodeURI(query)}` });
      }
    }
  }
  return shuffled(requests);
}

/** P4: a page of 30 offers, ready-made and read from the database. */
export async function reads(stage: Stage): Promise<Result> {
  const database = await stage.newDatabase();
  const service = await stage.startService(database);
  const [first] = unchangedRequests(stage);
  const answer = await stage.call(service, 'GET', first?.path ?? '');
  const bare = await startBareServer(stage, service, answer);
  try {
    const rounds = await measure(stage, { database, service, bare: bare.url });
    return describe(rounds, answer, await service.memory());
  } finally {
    await bare.stop();
  }
}

interface Round {
  ready: Load;
  unchanged: Load;
  select: Measured;
  read: Load;
  /** How many pages have been asked for more than once. */
  again: number;
}

async function measure(
  stage: Stage,
  { database, service, bare }: { database: string; service: Service; bare: string },
): Promise<Round[]> {
  const { seconds, warmUpSeconds } = stage.settings;
  const [same, varied] = [unchangedRequests(stage), pageRequests(stage)];
  await load(stage, { url: bare, requests: same, connections, seconds: warmUpSeconds });
  await warmUp(stage, [service], same);
  const script = pageScript(stage, startDays);
  // Each load goes on where the one before ended, so that no page is asked for twice while there are others.
  let next = 0;
  const readOn = async (howLong: number) => {
    const at = next % varied.length;
    const requests = [...varied.slice(at), ...varied.slice(0, at)];
    const read = await load(stage, { url: service.url, requests, connections, seconds: howLong });
    next += read.requests;
    return read;
  };
  await readOn(warmUpSeconds);
  return inRounds(stage, async () => ({
    ready: await load(stage, { url: bare, requests: same, connections, seconds }),
    unchanged: await load(stage, { url: service.url, requests: same, connections, seconds }),
    select: await pgbench(stage, { url: database, script, clients, seconds }),
    read: await readOn(seconds),
    again: Math.max(0, next - varied.length),
  }));
}

function describe(rounds: readonly Round[], answer: CalledAnswer, memory: number): Result {
  const unchanged = medianLoad(rounds.map((round) => round.unchanged));
  const read = medianLoad(rounds.map((round) => round.read));
  const ready = medianLoad(rounds.map((round) => round.ready));
  const again = rounds.at(-1)?.again ?? 0;
  return {
    lines: [
      {
        goal: 'P4',
        what: `a page of 30 offers (${Math.round(answer.body.length / 1024)} kB), unchanged`,
        measured: unchanged.rate,
        unit: 'pages/s',
        limit: { what: 'bare Hono, the same bytes and TLS', value: ready.rate },
        wanted: { is: '≥', value: 0.7 },
        p50: unchanged.p50,
        p99: unchanged.p99,
        memory,
      },
      {
        goal: 'P4',
        what: 'a page of 30 offers, another each time',
        measured: read.rate,
        unit: 'pages/s',
        limit: {
          what: `the same SELECT, ${clients} clients`,
          value: medianRate(rounds.map(({ select }) => select)),
        },
        wanted: { is: '≥', value: 0.2 },
        p50: read.p50,
        p99: read.p99,
        memory,
      },
    ],
    notes: [
      ...troubles('P4, unchanged', unchanged),
      ...troubles('P4, another each time', read),
      ...(again > 0 ? [`P4: different pages ran out; ${again} were asked for again.`] : []),
    ],
  };
}

async function startBareServer(stage: Stage, service: Service, answer: CalledAnswer) {
  const port = await freePort();
  const file = join(stage.folder, 'bare-answer.json');
  // What the connection itself adds is not the handler's.
  const hop = ['connection', 'keep-alive', 'date', 'transfer-encoding'];
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !hop.includes(name)));
  await writeFile(file, JSON.stringify({ headers, body: answer.body }));
  const program = startProgram(
    process.execPath,
    [
      '--import',
      'tsx',
      fileURLToPath(new URL('bare-server.ts', import.meta.url)),
      String(port),
      service.tlsFolder,
      file,
    ],
    { cwd: process.cwd(), env: { NODE_ENV: 'production' }, log: join(stage.folder, 'bare-server.log') },
  );
  const url = `https://127.0.0.1:${port}`;
  const deadline = Date.now() + 20_000;
  for (;;) {
    const isUp = await stage.call({ ...service, url }, 'GET', '/').then(
      () => true,
      () => false,
    );
    if (isUp) return { ...program, url };
    if (Date.now() > deadline) {
      await program.stop();
      throw new Error(`the bare server did not answer:\n${await program.output()}`);
    }
    await new Promise((later) => setTimeout(later, 100));
  }
}

/** In an order that is the same each time, and not one that a cache could foresee. */
function shuffled<T>(items: readonly T[]): T[] {
  const step = 7919;
  return items.map((_, i) => items[(i * step) % items.length]).filter((item) => item !== undefined);
}
