import { createInterface } from 'node:readline';
import { z } from 'zod';

const settingSchema = z.object({
  worker: z.boolean(),
  places: z.object({ serviceUrl: z.string(), providerUrl: z.string(), mailUrl: z.string() }),
  databaseUrl: z.string(),
});

/** What the process needs of its release. */
export interface Release<Context> {
  open(places: z.infer<typeof settingSchema>['places'], databaseUrl: string): Promise<Context>;
  startWorker(context: Context): unknown;
  /** What pages do, by name. */
  actions(context: Context): Record<string, (...values: never[]) => Promise<unknown>>;
}

/** The process of a release of the shop: with a worker, or with pages, whose actions are requested line by line. */
export async function runRelease<Context>(release: Release<Context>): Promise<void> {
  const { worker, places, databaseUrl } = settingSchema.parse(JSON.parse(process.env['SETTING'] ?? ''));
  const context = await release.open(places, databaseUrl);
  const actions = release.actions(context);
  if (worker) release.startWorker(context);
  process.stdout.write('ready\n');
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, ...values] = JSON.parse(line) as [string, ...never[]];
    process.stdout.write(`${JSON.stringify((await actions[name]?.(...values)) ?? null)}\n`);
  }
}
