import { addresses } from '@/lib/contract/iri';
import { type BenchOffer, customer } from '../tools/catalogue';
import { brokenCounters } from './counters';
import { inRounds, medianRate } from './holds';
import { counters, orderScript } from '../tools/limits';
import { pgbench } from '../tools/pgbench';
import type { Result } from '../tools/report';
import { numberedReservation, seedHolds } from '../tools/seeds';
import { runSql } from '../tools/sql';
import type { BenchEnvironment } from '../tools/environment';
import { load, type LoadRequest, medianLoad, troubles } from '../tools/wrk';

const connections = 64;
const clients = 8;
// More than any round can order in a second, so that the reservations are enough.
const mostPerSecond = 12_000;

/** An order of each of so many numbered reservations, which `seedHolds` has spread over these offers. */
export function orderRequests(offers: readonly BenchOffer[], first: number, count: number): LoadRequest[] {
  return Array.from({ length: count }, (_, i) => ({
    method: 'POST' as const,
    path: addresses.ordersBulk(),
    body: JSON.stringify({ reservations: [numberedReservation(first + i, offers)], customer }),
  }));
}

/** P5: holds that become orders, over a thousand counters. */
export async function orders(bench: BenchEnvironment): Promise<Result> {
  const { seconds, warmUpSeconds, rounds: count } = bench.settings;
  const [database, scratch] = [await bench.newDatabase(), await bench.newDatabase()];
  const [warm, each] = [warmUpSeconds * mostPerSecond, seconds * mostPerSecond];
  const offers = bench.offers.spread.slice(0, counters);
  for (const url of [database, scratch]) {
    await seedHolds(bench, url, { offers, first: 0, count: warm + count * each, expired: false });
    await runSql(url, 'vacuum analyze');
  }
  const service = await bench.startService(database);
  const { url } = service;
  await load(bench, { url, requests: orderRequests(offers, 0, warm), connections, seconds: warmUpSeconds });
  const rounds = await inRounds(bench, async (round) => {
    const first = warm + round * each;
    const variables = { i: 0, n: clients, first };
    const statement = await pgbench(bench, {
      url: scratch,
      script: orderScript(bench),
      clients,
      seconds,
      variables,
    });
    const ours = await load(bench, {
      url,
      requests: orderRequests(offers, first, each),
      connections,
      seconds,
    });
    if (Math.max(statement.count, ours.requests) > each) throw new Error('a round had too few reservations');
    return { statement, ours };
  });
  const ours = medianLoad(rounds.map((round) => round.ours));
  const limit = medianRate(rounds.map(({ statement }) => statement));
  return {
    lines: [
      {
        goal: 'P5',
        what: `holds → orders, ${connections} connections, ${counters} counters`,
        measured: ours.rate,
        unit: 'orders/s',
        limit: { what: `one statement an order, ${clients} clients`, value: limit },
        wanted: { is: '≥', value: 0.4 },
        p50: ours.p50,
        p99: ours.p99,
        memory: await service.memory(),
      },
      {
        goal: 'P5',
        what: 'p99 of these orders',
        measured: ours.p99,
        unit: 'ms',
        wanted: { is: '≤', value: 100 },
      },
      await brokenCounters('P5', database),
    ],
    notes: troubles('P5', ours),
  };
}
