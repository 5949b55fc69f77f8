import { hold } from '@/lib/checkout/basket/basket';
import { placeOrder } from '@/lib/checkout/payment/pay';
import { receiveWebhook } from '@/lib/checkout/payment/webhooks';
import { startWorker } from '@/lib/checkout/queue/lanes';
import { runRelease } from './release-loop';
import { openContext } from './shop-context';
import { openShopDatabase } from './tables';

// A process of this release of the shop.

await runRelease({
  open: async (places, databaseUrl) => openContext(places, await openShopDatabase(databaseUrl, 5)),
  startWorker,
  actions: (context) => ({
    hold: (request: Parameters<typeof hold>[1]) => hold(context, request),
    order: (order: Parameters<typeof placeOrder>[1]) => placeOrder(context, order),
    webhook: (body: string, signature: string) => receiveWebhook(context, body, signature),
  }),
});
