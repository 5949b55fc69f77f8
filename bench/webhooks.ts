import { sql } from 'drizzle-orm';
import { openShopDatabase } from '@/testing/shop/tables';
import { millisecondsToOrder } from '@/testing/shop/order-time';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { receiveWebhook } from '@/lib/shop/flows/payment/webhooks';
import { startWorker } from '@/lib/shop/worker/worker';
import { json } from '@/lib/database/database';
import { percentiles } from './tools/pgbench';
import type { Result } from './tools/report';
import type { BenchEnvironment } from './tools/environment';

const people = 2_000;
const buyers = 200;
const providerSeconds = 3;
/** Webhooks a second. */
const perSecond = 10;
const goalMilliseconds = 1_000;
const longestMilliseconds = 120_000;

/**
 * P12: the time from the webhook to the order, while 2,000 other customers are on the payment page, all their holds
 * end, and the payment provider takes three seconds for each answer. The limit is the same without the others, with
 * a provider that answers at once.
 */
export async function webhooksBench(bench: BenchEnvironment): Promise<Result> {
  const url = await bench.newDatabase();
  // As many connections as one process of the storefront has.
  const database = await openShopDatabase(url, 10);
  const shop = await startTestShop({ database, requestsPerSecond: 25, repetitions: 2 });
  // Limits high enough for all customers, and holds long enough for the run.
  Object.assign(shop.ticketing, { stock: 100_000, holdMilliseconds: 3_600_000 });
  try {
    const alone = percentiles(await timesToOrder(shop, await onPaymentPage(shop, buyers)));
    const others = await onPaymentPage(shop, people);
    const paying = await onPaymentPage(shop, buyers);
    await endHolds(shop, others);
    shop.provider.slowMilliseconds = providerSeconds * 1_000;
    const { p50, p99 } = percentiles(await timesToOrder(shop, paying));
    return {
      lines: [
        {
          goal: 'P12',
          what: `p99 from webhook to order`,
          measured: p99,
          unit: 'ms',
          p50,
          p99,
          limit: { what: 'p99 without them, at a provider that answers at once', value: alone.p99 },
        },
        {
          goal: 'P12',
          what: 'the same against its goal',
          measured: p99,
          unit: 'ms',
          wanted: { is: '≤', value: goalMilliseconds },
        },
      ],
      notes: [
        `P12: ${buyers} webhooks, ${perSecond} a second; ${people.toLocaleString('en')} people on the payment page; each answer of the provider takes ${providerSeconds} s.`,
      ],
    };
  } finally {
    await shop.close();
  }
}

type Buyer = Awaited<ReturnType<TestShop['paying']>>;

async function onPaymentPage(shop: TestShop, count: number): Promise<Buyer[]> {
  const found: Buyer[] = [];
  while (found.length < count) found.push(await shop.paying());
  return found;
}

/** From now on the shop asks the provider about each of them. */
async function endHolds({ context }: TestShop, buyers: readonly Buyer[]): Promise<void> {
  const ids = json(buyers.map(({ id }) => id));
  await context.database.transaction((transaction) =>
    transaction.run(
      sql`with ended as (
            update storefront.checkout set expires_at = clock_timestamp()
            where id in (select jsonb_array_elements_text(${ids})::uuid) returning id)
          update storefront.job set due_at = clock_timestamp() from ended
          where subject = 'checkout' and key = ended.id::text`,
    ),
  );
}

/** Milliseconds from each webhook to its order. */
async function timesToOrder(shop: TestShop, paying: readonly Buyer[]): Promise<Float64Array> {
  const worker = startWorker(shop.context);
  try {
    const began = performance.now();
    for (const [index, { sessionId }] of paying.entries()) {
      await until(() => performance.now() >= began + (index * 1_000) / perSecond);
      shop.provider.pay(sessionId);
      const { body, signature } = shop.provider.webhook(sessionId);
      const received = await receiveWebhook(shop.context, body, signature);
      if (received.kind === 'refused') throw new Error(received.why);
      worker.wake();
    }
    const times = new Float64Array(paying.length);
    for (const [index, { id }] of paying.entries()) {
      await until(async () => {
        times[index] = (await millisecondsToOrder(shop.context.database, id)) ?? 0;
        return times[index] > 0;
      });
    }
    return times;
  } finally {
    await worker.stop();
  }
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + longestMilliseconds;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not happen in time');
    await new Promise((later) => setTimeout(later, 5));
  }
}
