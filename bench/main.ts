import { cluster } from './service/cluster';
import { expiry } from './service/expiry';
import { flashSale } from './service/flash-sale';
import { growth } from './service/growth';
import { importBench } from './service/import';
import { lookupsBench } from './lookups';
import { hotHolds, spreadHolds } from './service/holds';
import { memory } from './service/memory';
import { orders } from './service/orders';
import { reads } from './service/reads';
import { seats } from './service/seats';
import { reconcileBench } from './reconcile';
import { asMarkdown, conditionsOf, isReached, type Line, ratioOf, type Result, save } from './tools/report';
import { readSettings } from './tools/settings';
import { crawl } from './shop/crawl';
import { door } from './shop/door';
import { eventChange } from './shop/event-change';
import { pages } from './shop/pages';
import { purchases } from './shop/purchases';
import { rush } from './shop/rush';
import { search } from './shop/search';
import { storefrontMemory } from './shop/storefront-memory';
import { web } from './shop/web';
import { openBenchEnvironment, type BenchEnvironment } from './tools/environment';
import { twoProcesses } from './service/two-processes';
import { webhooksBench } from './webhooks';

interface Part {
  goal: string;
  name: string;
  /** The name of several parts together. */
  group?: string;
  /** Runs only if its own name is given. */
  isLong?: boolean;
  run: (bench: BenchEnvironment) => Promise<Result>;
}

const parts: readonly Part[] = [
  { goal: 'P1', name: 'holds', run: hotHolds },
  { goal: 'P2', name: 'holds', run: spreadHolds },
  { goal: 'P3', name: 'flash-sale', run: flashSale },
  { goal: 'P4', name: 'reads', run: reads },
  { goal: 'P5', name: 'orders', run: orders },
  { goal: 'P6', name: 'expiry', run: expiry },
  { goal: 'P7', name: 'growth', run: growth },
  { goal: 'P8', name: 'memory', run: memory },
  { goal: 'P8', name: 'storefront-memory', isLong: true, run: storefrontMemory },
  { goal: 'P9', name: 'holds', run: twoProcesses },
  { goal: 'P10', name: 'pages', group: 'shop', run: pages },
  { goal: 'P10b', name: 'crawl', group: 'shop', run: crawl },
  { goal: 'P11', name: 'web', run: web },
  { goal: 'P12', name: 'webhooks', run: webhooksBench },
  { goal: 'P13', name: 'purchases', group: 'shop', run: purchases },
  { goal: 'P14', name: 'rush', group: 'shop', run: rush },
  { goal: 'P15', name: 'import', run: importBench },
  { goal: 'P16', name: 'reconcile', run: reconcileBench },
  { goal: 'P17', name: 'search', run: search },
  { goal: 'P18', name: 'lookups', run: lookupsBench },
  { goal: 'P20', name: 'door', run: door },
  { goal: 'P21', name: 'event-change', isLong: true, run: eventChange },
  { goal: 'P22', name: 'cluster', run: cluster },
  { goal: 'P24', name: 'seats', run: seats },
];

const usage = `Usage: npm run bench -- [part …]
Parts: ${parts.map(({ goal, name }) => `${goal.toLowerCase()} (${name})`).join(', ')}; shop (P10, P10b, P13, P14);
all of them without one, but storefront-memory, which takes an hour (BENCH_MEMORY_MINUTES=60), and event-change.
BENCH_SECONDS=10 BENCH_WARM_UP_SECONDS=5 BENCH_ROUNDS=3 BENCH_SCALE=1 (of ten million offers)
BENCH_CHECKOUT=folder measures the service of another checkout.
`;

function chosen(names: readonly string[]): Part[] {
  const wanted = names.map((name) => name.toLowerCase());
  const isNamed = ({ goal, name, group, isLong = false }: Part, by: string) =>
    by === name || (!isLong && [goal.toLowerCase(), group].includes(by));
  const unknown = wanted.filter((name) => !parts.some((part) => isNamed(part, name)));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}.\n${usage}`);
  return parts.filter((part) =>
    wanted.length === 0 ? part.isLong !== true : wanted.some((name) => isNamed(part, name)),
  );
}

/** Runs benchmarks one after another. A failure is reported, and the other benchmarks still run. */
async function runParts(bench: BenchEnvironment, selected: readonly Part[]) {
  const lines: Line[] = [];
  const notes: string[] = [];
  const failed: string[] = [];
  for (const { goal, name, run } of selected) {
    const began = performance.now();
    say(`${goal} ${name} …`);
    try {
      const result = await run(bench);
      lines.push(...result.lines);
      notes.push(...result.notes);
      say(` ${Math.round((performance.now() - began) / 1000)} s\n`);
    } catch (error) {
      failed.push(goal);
      notes.push(`${goal} could not be measured.`);
      say(
        ` could not be measured: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
    } finally {
      await bench.clear();
    }
  }
  return { lines, notes, failed };
}

function say(text: string): void {
  process.stderr.write(text);
}

async function main(): Promise<number> {
  const selected = chosen(process.argv.slice(2));
  const bench = await openBenchEnvironment(readSettings());
  // Ctrl-C arrives several times: from the terminal, and again from the npm or tsx that started this program.
  const interrupted = () => {
    void bench.close().finally(() => process.exit(130));
  };
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
  try {
    const conditions = await conditionsOf(bench);
    const { lines, notes, failed } = await runParts(bench, selected);
    const markdown = await asMarkdown({ lines, notes }, conditions);
    const day = new Date().toISOString().slice(0, 10);
    const which = selected.length === chosen([]).length ? [] : selected.map(({ goal }) => goal.toLowerCase());
    const figures = lines.map((line) => ({ ...line, ratio: ratioOf(line), reached: isReached(line) }));
    const path = await save([day, ...which].join('-'), markdown, { conditions, lines: figures, notes });
    process.stdout.write(`${markdown}\n${path}.{md,json}\n`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await bench.close();
  }
}

// Exits explicitly: a program that does not stop must not keep the bench running; exiting ends it.
process.exit(
  await main().catch((error: unknown) => {
    say(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }),
);
