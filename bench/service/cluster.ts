import { addresses } from '@/lib/contract/iri';
import { citusServer, citusUrl } from '@/testing/database/citus';
import { benchFeed, type BenchOffer, customer, holdBody, hotOffers } from '../tools/catalogue';
import type { BenchEnvironment } from '../tools/environment';
import { runTask } from '../tools/programs';
import { type Line, median, type Result } from '../tools/report';
import { brokenCounters } from './counters';
import type { BuyersReport, BuyersTask } from './flash-sale';
import { inRounds } from './holds';

// Enough that each of two workers has some.
const catalogs = 8;
const connections = 32;
// Of one target in a round, for each second of the settings.
const purchasesPerSecond = 100;

interface Target {
  url: string;
  caFile: string;
  database: string;
  /** An offer of each catalogue. */
  offers: BenchOffer[];
}

/** P22: purchases (a hold, then its order) on a Citus cluster, and the same ones on one PostgreSQL. */
export async function cluster(bench: BenchEnvironment): Promise<Result> {
  if (citusUrl === undefined)
    return { lines: [], notes: ['P22 was not measured: TEST_CITUS_URL is not set.'] };
  const servers = citusServer(citusUrl);
  bench.onClose(() => servers.stop());
  const one = await open(bench, await bench.newDatabase());
  const several = await open(bench, await servers.createDatabase());
  const kinds = [
    { what: 'of one catalogue', count: 1 },
    { what: `of ${catalogs} catalogues`, count: catalogs },
  ];
  for (const target of [one, several]) await buy(bench, target, catalogs, bench.settings.warmUpSeconds);
  const rounds = await inRounds(bench, async () => {
    const rates: { count: number; single: BuyersReport; ours: BuyersReport }[] = [];
    for (const { count } of kinds)
      rates.push({
        count,
        single: await buy(bench, one, count, bench.settings.seconds),
        ours: await buy(bench, several, count, bench.settings.seconds),
      });
    return rates;
  });
  const lines = kinds.map(({ what, count }): Line => {
    const some = rounds.flat().filter((round) => round.count === count);
    const rateOf = ({ ordered, seconds }: BuyersReport) => ordered.length / seconds;
    return {
      goal: 'P22',
      what: `purchases ${what} on a cluster, ${connections} buyers`,
      measured: median(some.map(({ ours }) => rateOf(ours))),
      unit: 'purchases/s',
      p50: median(some.map(({ ours }) => ours.p50)),
      p99: median(some.map(({ ours }) => ours.p99)),
      limit: {
        what: 'the same on one PostgreSQL',
        value: median(some.map(({ single }) => rateOf(single))),
      },
      wanted: { is: '≥', value: 0.7 },
    };
  });
  return { lines: [...lines, await brokenCounters('P22', several.database)], notes: [] };
}

/** A service on a database, with the catalogues of this benchmark. */
async function open(bench: BenchEnvironment, database: string): Promise<Target> {
  const service = await bench.startService(database);
  const feed = benchFeed();
  for (let i = 0; i < catalogs; i += 1) {
    const body = { ...feed, catalog: { ...feed.catalog, key: `bench-${i}` } };
    await bench.call(service, 'POST', addresses.feeds(), JSON.stringify(body));
  }
  const offers = await hotOffers(database);
  return { url: service.url, caFile: service.caFile, database, offers };
}

/** Purchases of the first `count` catalogues, by turns. */
async function buy(
  bench: BenchEnvironment,
  { url, caFile, offers }: Target,
  count: number,
  seconds: number,
): Promise<BuyersReport> {
  const task: BuyersTask = {
    processes: [{ url, caFile }],
    token: bench.token,
    buyers: seconds * purchasesPerSecond,
    connections,
    holds: offers.slice(0, count).map((offer) => holdBody(offer)),
    customer,
  };
  const report = (await runTask(new URL('buyers.ts', import.meta.url), bench.folder, task)) as BuyersReport;
  if (report.ordered.length < task.buyers)
    throw new Error(`${report.ordered.length} of ${task.buyers} bought`);
  return report;
}
