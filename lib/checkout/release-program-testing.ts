import { createInterface } from 'node:readline';
import { z } from 'zod';
import { hold } from './basket';
import { openShopDatabase } from './database-testing';
import { placeOrder } from './pay';
import { openRooms } from './testing/shop';
import { receiveWebhook } from './webhooks';
import { startWorker } from './worker';

// A process of a release of the shop: with a worker, or with pages, whose actions are asked for line by line. It is
// copied into the folder of the previous release, too, and runs there over that release's code.

const settingSchema = z.object({
  worker: z.boolean(),
  places: z.object({ serviceUrl: z.string(), providerUrl: z.string(), mailUrl: z.string() }),
  databaseUrl: z.string(),
});

async function main(): Promise<void> {
  const { worker, places, databaseUrl } = settingSchema.parse(JSON.parse(process.env['SETTING'] ?? ''));
  const rooms = openRooms(places, await openShopDatabase(databaseUrl, 5));
  const actions: Record<string, (...values: never[]) => Promise<unknown>> = {
    hold: (request: Parameters<typeof hold>[1]) => hold(rooms, request),
    order: (order: Parameters<typeof placeOrder>[1]) => placeOrder(rooms, order),
    webhook: (body: string, signature: string) => receiveWebhook(rooms, body, signature),
  };
  if (worker) startWorker(rooms);
  process.stdout.write('ready\n');
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, ...values] = JSON.parse(line) as [string, ...never[]];
    process.stdout.write(`${JSON.stringify((await actions[name]?.(...values)) ?? null)}\n`);
  }
}

await main();
