import { createInterface } from 'node:readline';
import { z } from 'zod';
import { hold } from '@/lib/shop/flows/basket/basket';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { receiveWebhook } from '@/lib/shop/flows/payment/webhooks';
import { startWorker } from '@/lib/shop/worker/worker';
import { openContext } from './shop-context';
import { openShopDatabase } from './tables';

// A process of this release of the shop: with a worker, or with pages, whose actions are requested line by line.

const settingSchema = z.object({
  worker: z.boolean(),
  places: z.object({ serviceUrl: z.string(), providerUrl: z.string(), mailUrl: z.string() }),
  databaseUrl: z.string(),
});

const { worker, places, databaseUrl } = settingSchema.parse(JSON.parse(process.env['SETTING'] ?? ''));
const context = openContext(places, await openShopDatabase(databaseUrl, 5));
/** What pages do, by name. */
const actions: Record<string, (...values: never[]) => Promise<unknown>> = {
  hold: (request: Parameters<typeof hold>[1]) => hold(context, request),
  order: (order: Parameters<typeof placeOrder>[1]) => placeOrder(context, order),
  webhook: (body: string, signature: string) => receiveWebhook(context, body, signature),
};
if (worker) startWorker(context);
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...values] = JSON.parse(line) as [string, ...never[]];
  process.stdout.write(`${JSON.stringify((await actions[name]?.(...values)) ?? null)}\n`);
}
