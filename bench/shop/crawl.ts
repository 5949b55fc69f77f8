import { Pool } from 'undici';
import { languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { benchFeed, readOffers } from '../tools/catalogue';
import type { BenchEnvironment } from '../tools/environment';
import { percentiles } from '../tools/pgbench';
import { residentMemory } from '../tools/programs';
import { median, type Result } from '../tools/report';
import { pidOf, type SoakEnvironment } from '../soak/environment';
import { importFeed } from '../soak/integrators';
import { repeat } from '../soak/watch';
import { openShop } from './open-shop';
import { visitorHeaders } from './captured-page';

const mostPages = 10_000;
const warmUpPages = 300;
/** Fewer than the storefront renders at once, so that no page is refused. */
const connections = 8;
const pageCacheMb = 64;
const sampleMilliseconds = 500;
const goal = 'P10b';

/** P10b: a crawler that asks for 10,000 different pages in random order, with the page cache and without it. */
export async function crawl(bench: BenchEnvironment): Promise<Result> {
  const { settings } = bench;
  const environment = await openShop(bench, {
    storefront: { PAGE_CACHE_MB: String(pageCacheMb) },
  });
  try {
    await importFeed(environment.soak, benchFeed());
    const pages = await addressesOf(environment, Math.max(warmUpPages, mostPages * settings.scale));
    await pass(environment, pages.slice(0, warmUpPages), true);
    const { memory: before } = await pass(environment, pages.slice(0, warmUpPages), true);
    const [kept, without]: [Pass[], Pass[]] = [[], []];
    const size = Math.ceil(pages.length / settings.rounds);
    for (let round = 0; round < settings.rounds; round += 1) {
      const some = pages.slice(round * size, (round + 1) * size);
      // In turn, because what one of them has read may help the other.
      const isFirst = round % 2 === 0;
      if (isFirst) kept.push(await pass(environment, some, false));
      without.push(await pass(environment, some, true));
      if (!isFirst) kept.push(await pass(environment, some, false));
    }
    const of = (passes: readonly Pass[], what: keyof Pass) => median(passes.map((one) => one[what]));
    const memory = Math.max(...kept.map((one) => one.memory));
    return {
      lines: [
        {
          goal,
          what: `${pages.length} different pages, ${connections} connections`,
          unit: 'pages/s',
          measured: of(kept, 'rate'),
          p50: of(kept, 'p50'),
          p99: of(kept, 'p99'),
          memory,
          limit: { what: 'without the cache', value: of(without, 'rate') },
          wanted: { is: '≥', value: 1 },
        },
        {
          goal,
          what: 'most memory during this, more than before',
          unit: 'MB',
          measured: memory - before,
          wanted: { is: '≤', value: pageCacheMb },
        },
      ],
      notes: [
        `P10b: the memory is that of the storefront; PAGE_CACHE_MB is ${pageCacheMb}; before, the most was ${before.toFixed(0)} MB.`,
      ],
    };
  } finally {
    await environment.close(false);
  }
}

/** Pages of offers in all languages, in random order. */
async function addressesOf({ databases }: SoakEnvironment, count: number): Promise<string[]> {
  const { spread } = await readOffers(databases.service);
  return spread
    .flatMap(({ catalogId, offerId }) =>
      languages.map((language) => ({ at: Math.random(), path: paths.offer(language, catalogId, offerId) })),
    )
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ path }) => path);
}

interface Pass {
  rate: number;
  p50: number;
  p99: number;
  /** The most memory of the storefront, in MB. */
  memory: number;
}

/** Asks for each page once; with the cookie of a basket, which is rendered without the cache. */
async function pass(
  environment: SoakEnvironment,
  pages: readonly string[],
  hasBasket: boolean,
): Promise<Pass> {
  const pid = pidOf(environment, 'storefront');
  const pool = new Pool(environment.soak.shopUrl.replace('//localhost', '//127.0.0.1'), { connections });
  const headers = {
    ...visitorHeaders,
    ...(hasBasket ? { cookie: `guest=${'b'.repeat(43)}; basket=1` } : {}),
  };
  const stopping = new AbortController();
  let memory = 0;
  const sampling = repeat(stopping.signal, sampleMilliseconds, async () => {
    memory = Math.max(memory, await residentMemory(pid));
  });
  const latencies: number[] = [];
  const began = performance.now();
  const left = pages.values();
  const ask = async () => {
    for (const path of left) {
      const asked = performance.now();
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}`);
      latencies.push(performance.now() - asked);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, ask));
  } finally {
    stopping.abort();
    await sampling;
    await pool.destroy();
  }
  const rate = pages.length / ((performance.now() - began) / 1000);
  return { rate, memory, ...percentiles(Float64Array.from(latencies)) };
}
