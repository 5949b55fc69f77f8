import { setTimeout as pause } from 'node:timers/promises';
import type { BenchEnvironment } from '../tools/environment';
import { processorTime, residentMemory } from '../tools/programs';
import type { Line, Result } from '../tools/report';
import { buyers } from '../soak/buyers';
import { pidOf, type SoakEnvironment, type SoakOptions } from '../soak/environment';
import { repeat } from '../soak/watch';
import { startEmptyPage } from './empty-page';
import { callsOfPurchase } from './calls-of-purchase';
import { openShop } from './open-shop';

const atOnce = 8;
const warmUpPurchases = 60;
const warmUpPages = 500;

/**
 * P13: whole purchases by plain HTML forms, from the front page to the PDF, on PostgreSQL and on the embedded database,
 * beside a page of Next without content. Each buyer has a network of its own. The buyers, the providers and PostgreSQL run
 * on the same machine.
 */
export async function purchases(bench: BenchEnvironment): Promise<Result> {
  const { seconds, rounds, checkout } = bench.settings;
  const milliseconds = seconds * rounds * 1000;
  const page = await emptyPage(milliseconds);
  const isCompared = checkout !== process.cwd();
  const own: Measurement[] = [];
  const other: Measurement[] = [];
  // Alternately, because the speed of a machine changes with time.
  for (let round = 0; round < (isCompared ? 2 : 1); round += 1) {
    own.push(await measure(bench, milliseconds));
    if (isCompared) other.push(await measure(bench, milliseconds, { checkout }));
  }
  const onServer = meanOf(own);
  const embedded = await measure(bench, milliseconds, { isEmbedded: true });
  return {
    lines: [
      ...linesOf(onServer, page),
      ...(isCompared ? comparedLines(onServer, meanOf(other)) : []),
      ...embeddedLines(embedded),
      ...(await callLines(bench, isCompared ? checkout : null)),
    ],
    notes: [
      'P13: the memory is that of the storefront.',
      `P13: the smallest page that Next makes for one visitor takes ${page.toFixed(1)} ms of processor time.`,
    ],
  };
}

/** The processor time of a page of Next without content, in milliseconds. */
async function emptyPage(milliseconds: number): Promise<number> {
  const page = await startEmptyPage();
  const stopping = new AbortController();
  let pages = 0;
  const visit = async () => {
    await (await fetch(page.url)).text();
    pages++;
  };
  try {
    const all = Promise.all(Array.from({ length: atOnce }, () => repeat(stopping.signal, 0, visit)));
    const measured = (async () => {
      while (pages < warmUpPages) await pause(100, undefined, { signal: stopping.signal });
      const before = { pages, seconds: await processorTime(page.pid) };
      await pause(milliseconds / 3, undefined, { signal: stopping.signal });
      const after = { pages, seconds: await processorTime(page.pid) };
      stopping.abort();
      return ((after.seconds - before.seconds) * 1000) / (after.pages - before.pages);
    })();
    const [result] = await Promise.all([measured, all]);
    return result;
  } finally {
    stopping.abort();
    await page.close();
  }
}

interface Measurement {
  /** Purchases in a second. */
  readonly rate: number;
  /** The processor time of the programs for a purchase, in milliseconds. */
  readonly storefront: number;
  readonly service: number;
  /** Resident memory of the storefront, in MB. */
  readonly memory: number;
}

/** The mean of measurements of the same programs. */
function meanOf(all: readonly Measurement[]): Measurement {
  const mean = (name: keyof Measurement) => all.reduce((sum, one) => sum + one[name], 0) / all.length;
  return {
    rate: mean('rate'),
    storefront: mean('storefront'),
    service: mean('service'),
    memory: mean('memory'),
  };
}

async function measure(
  bench: BenchEnvironment,
  milliseconds: number,
  options: SoakOptions = {},
): Promise<Measurement> {
  const environment = await openShop(bench, options);
  try {
    return await buyDuring(environment, milliseconds);
  } finally {
    await environment.close(false);
  }
}

async function buyDuring(environment: SoakEnvironment, milliseconds: number): Promise<Measurement> {
  const { soak } = environment;
  const [storefront, service] = [pidOf(environment, 'storefront'), pidOf(environment, 'service')];
  const buy = buyers(soak, ['pay']);
  const failures: unknown[] = [];
  const visit = async () => {
    try {
      await buy();
    } catch (error) {
      if (!soak.signal.aborted) failures.push(error);
    }
  };
  const all = Promise.all(Array.from({ length: atOnce }, () => repeat(soak.signal, 0, visit)));
  const bought = () => soak.tally.counts().done.buyers['tickets downloaded'] ?? 0;
  while (bought() < warmUpPurchases && failures.length === 0) await pause(200);
  const read = async () => ({
    bought: bought(),
    at: performance.now(),
    storefront: await processorTime(storefront),
    service: await processorTime(service),
  });
  const before = await read();
  await pause(milliseconds);
  const after = await read();
  const memory = await residentMemory(storefront);
  environment.stopClients();
  await all;
  if (failures.length > 0) throw failures[0];
  const count = after.bought - before.bought;
  return {
    rate: (count * 1000) / (after.at - before.at),
    storefront: ((after.storefront - before.storefront) * 1000) / count,
    service: ((after.service - before.service) * 1000) / count,
    memory,
  };
}

const processorLine = (what: string, measured: number, most: number): Line => ({
  goal: 'P13',
  what: `processor time of the ${what} for a purchase`,
  unit: 'ms',
  measured,
  wanted: { is: '≤', value: most },
});

function linesOf({ rate, storefront, service, memory }: Measurement, page: number): Line[] {
  return [
    { goal: 'P13', what: 'whole purchases by HTML forms', unit: 'purchases/s', memory, measured: rate },
    processorLine('storefront', storefront, 120),
    {
      ...processorLine('storefront', storefront, 12),
      limit: { what: 'a page of Next without content', value: page },
    },
    processorLine('service', service, 25),
  ];
}

/** Against another checkout, measured alternately with this one. */
function comparedLines(own: Measurement, other: Measurement): Line[] {
  const what = 'the other checkout';
  const time = (name: 'storefront' | 'service'): Line => ({
    goal: 'P13',
    what: `processor time of the ${name} for a purchase`,
    unit: 'ms',
    measured: own[name],
    limit: { what, value: other[name] },
  });
  return [
    {
      goal: 'P13',
      what: 'whole purchases by HTML forms',
      unit: 'purchases/s',
      measured: own.rate,
      limit: { what, value: other.rate },
      wanted: { is: '≥', value: 2.5 },
    },
    time('storefront'),
    time('service'),
  ];
}

/** C3, with buyers who come without a pause: what they share is kept for a second. */
async function callLines(bench: BenchEnvironment, other: string | null): Promise<Line[]> {
  const line = async (buyersAtOnce: number, what: string): Promise<Line> => ({
    goal: 'C3',
    what: `calls to the service for a purchase, ${what}`,
    unit: 'calls',
    measured: await callsOfPurchase(bench, buyersAtOnce),
    wanted: { is: '≤', value: 9 },
  });
  const alone = await line(1, 'one buyer after the other');
  const lines = [alone, await line(atOnce, `${atOnce} buyers at once`)];
  if (other === null) return lines;
  const limit = { what: 'the other checkout', value: await callsOfPurchase(bench, 1, other) };
  const { goal, what, unit, measured } = alone;
  return [...lines, { goal, what, unit, measured, limit }];
}

function embeddedLines({ rate, storefront, service, memory }: Measurement): Line[] {
  return [
    { goal: 'P13', what: 'whole purchases, embedded', unit: 'purchases/s', memory, measured: rate },
    processorLine('storefront, embedded,', storefront, 200),
    processorLine('service, embedded,', service, 80),
  ];
}
