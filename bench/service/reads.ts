import { addresses } from '@/lib/contract/iri';
import { bareName, startBareAnswer } from '../tools/bare';
import { dayAfter, lastDays } from '../tools/catalogue';
import { inRounds, medianRate, warmUp } from './holds';
import { pageScript } from '../tools/limits';
import { type Measured, pgbench } from '../tools/pgbench';
import type { Result } from '../tools/report';
import type { CalledAnswer, Service, BenchEnvironment } from '../tools/environment';
import { load, type Load, type LoadRequest, medianLoad, troubles } from '../tools/wrk';

const connections = 64;
const clients = 8;
// A range of days that exceeds the catalogue's end would give a smaller page.
const startDays = lastDays - 60;

/** One page of 30 offers repeatedly. */
export function unchangedRequests({ offers }: BenchEnvironment): LoadRequest[] {
  return [{ method: 'GET', path: `${addresses.offers(offers.hot.catalogId)}?itemsPerPage=30` }];
}

/**
 * Pages of 30 offers, all different: ranges of days, how their ends are named, their sort order, and the page
 * number.
 */
export function pageRequests({ offers }: BenchEnvironment): LoadRequest[] {
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

/** P4: a page of 30 offers, prepared and read from the database. */
export async function reads(bench: BenchEnvironment): Promise<Result> {
  const database = await bench.newDatabase();
  const service = await bench.startService(database);
  const [first] = unchangedRequests(bench);
  const answer = await bench.call(service, 'GET', first?.path ?? '');
  const bare = await startBareAnswer(bench, service, answer);
  try {
    const rounds = await measure(bench, { database, service, bare: bare.url });
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
  /** How many pages were requested more than once. */
  again: number;
}

async function measure(
  bench: BenchEnvironment,
  { database, service, bare }: { database: string; service: Service; bare: string },
): Promise<Round[]> {
  const { seconds, warmUpSeconds } = bench.settings;
  const [same, varied] = [unchangedRequests(bench), pageRequests(bench)];
  await load(bench, { url: bare, requests: same, connections, seconds: warmUpSeconds });
  await warmUp(bench, [service], same);
  const script = pageScript(bench, startDays);
  // Each load continues where the previous one ended, so that no page is requested twice while there are others.
  let next = 0;
  const readOn = async (howLong: number) => {
    const at = next % varied.length;
    const requests = [...varied.slice(at), ...varied.slice(0, at)];
    const read = await load(bench, { url: service.url, requests, connections, seconds: howLong });
    next += read.requests;
    return read;
  };
  await readOn(warmUpSeconds);
  return inRounds(bench, async () => ({
    ready: await load(bench, { url: bare, requests: same, connections, seconds }),
    unchanged: await load(bench, { url: service.url, requests: same, connections, seconds }),
    select: await pgbench(bench, { url: database, script, clients, seconds }),
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
        limit: { what: bareName, value: ready.rate },
        wanted: { is: '≥', value: 0.7 },
        p50: unchanged.p50,
        p99: unchanged.p99,
        memory,
      },
      {
        goal: 'P4',
        what: 'a page of 30 offers, a different one each time',
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
      ...troubles('P4, a different one each time', read),
      ...(again > 0 ? [`P4: different pages ran out; ${again} were asked for again.`] : []),
    ],
  };
}

/** In an order that is the same each time, but that no cache can predict. */
function shuffled<T>(items: readonly T[]): T[] {
  const step = 7919;
  return items.map((_, i) => items[(i * step) % items.length]).filter((item) => item !== undefined);
}
