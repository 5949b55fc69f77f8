import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { filledDays, openFilledShop } from './filled-shop';
import { median, type Result } from './tools/report';
import type { BenchEnvironment } from './tools/environment';

const ranSchema = z.object({
  seconds: z.number(),
  cpu: z.number(),
  atStart: z.number(),
  peak: z.number(),
  counts: z.object({ paid: z.int(), ordered: z.int(), refunded: z.int() }),
  inHand: z.int(),
  findings: z.int(),
});
const placesSchema = z.object({ providerUrl: z.string(), serviceUrl: z.string() });

/** P16: `npm run reconcile` over a million payments, day by day. */
export async function reconcileBench(bench: BenchEnvironment): Promise<Result> {
  const { url, shop } = await openFilledShop(bench);
  const servers = start('reconcile-servers.ts', shop);
  try {
    const places = placesSchema.parse(JSON.parse(await firstLine(servers)));
    const runs: z.infer<typeof ranSchema>[] = [];
    for (let round = 0; round < bench.settings.rounds; round += 1) {
      const run = start('reconcile-run.ts', { ...places, databaseUrl: url, since: shop.begin });
      runs.push(ranSchema.parse(JSON.parse(await text(run.stdout))));
    }
    if (runs.some(({ counts, findings }) => counts.paid !== shop.orders || findings > 0)) {
      throw new Error(`the books do not match as they should: ${JSON.stringify(runs)}`);
    }
    const of = (read: (run: (typeof runs)[number]) => number) => median(runs.map(read));
    const payments = shop.orders.toLocaleString('en');
    const each = (read: (run: (typeof runs)[number]) => number) =>
      runs.map((run) => Math.round(read(run))).join(', ');
    return {
      lines: [
        {
          goal: 'P16',
          what: `${payments} payments reconciled`,
          measured: of(({ seconds }) => seconds),
          unit: 's',
        },
        {
          goal: 'P16',
          what: 'processor time of the program',
          measured: of(({ cpu }) => cpu),
          unit: 's',
        },
        {
          goal: 'P16',
          what: 'peak memory of the program',
          measured: of(({ peak }) => peak),
          unit: 'MB',
          limit: { what: 'before it begins', value: of(({ atStart }) => atStart) },
        },
      ],
      notes: [
        `P16: ${payments} payments over ${filledDays} days; runs of ${each(({ seconds }) => seconds)} s, ` +
          `${each(({ peak }) => peak)} MB. The provider and the service make their answers in another program on the same cores.`,
      ],
    };
  } finally {
    servers.kill();
    await once(servers, 'exit');
  }
}

function start(program: string, setting: object) {
  return spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL(program, import.meta.url))], {
    env: { ...process.env, SETTING: JSON.stringify(setting) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function firstLine(child: ReturnType<typeof start>): Promise<string> {
  for await (const chunk of child.stdout) {
    // One short line is one chunk.
    return String(chunk);
  }
  throw new Error('the servers of the reconciliation did not start');
}
