import { reconcile } from '@/lib/shop/flows/reconciliation/reconcile';
import { openClient, openPayments, openShopDatabase } from '@/lib/runtime/open-parts';
import { readConfig } from '@/lib/runtime/config';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { queryRows } from '../tools/sql';
import type { SoakEnvironment } from './environment';

/** The time of a hold, of closing its payment page, and of the work after that. */
const mostSeconds = 240;
const underWay = ['held', 'paying', 'paid', 'ordering', 'capturing', 'refunding', 'voiding'];

export interface Books {
  /** The payments according to the provider. */
  paid: number;
  ordered: number;
  /** Paid purchases that were refunded or not ordered for another reason, and all other findings. */
  unordered: number;
  unmatched: string[];
}

/** Waits until every purchase has ended, and compares the books as `npm run reconcile` does. */
export async function compareBooks(environment: SoakEnvironment, since: Date): Promise<Books> {
  const { databases, programs } = environment;
  const end = performance.now() + mostSeconds * 1000;
  const states = underWay.map((state) => `'${state}'`).join(', ');
  const row = z.object({ state: z.string(), count: z.coerce.number() });
  const left = () =>
    queryRows(
      databases.storefront,
      row,
      `select state, count(*) as count from storefront.checkout where state in (${states}) group by 1`,
    );
  let open = await left();
  while (open.length > 0 && performance.now() < end) {
    await pause(2_000);
    open = await left();
  }
  const config = readConfig(programs.environments.storefront);
  const database = await openShopDatabase(config);
  const client = openClient(config);
  try {
    const found = await reconcile({ database, client, payments: openPayments(config) }, since);
    const { paid, ordered, free, refunded, voided } = found.counts;
    return {
      paid,
      ordered: ordered - free,
      unordered: refunded + voided + found.inHand.length + found.findings.length,
      unmatched: [
        ...open.map(({ state, count }) => `${count} purchases are still ${state}`),
        ...found.inHand.map(({ reference, state, reason }) => `${reference} is ${state}: ${reason ?? ''}`),
        ...found.findings.map(({ reference, kind }) => `${reference}: ${kind}`),
      ],
    };
  } finally {
    await Promise.all([client.close(), database.close()]);
  }
}
