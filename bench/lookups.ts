import { openShopDatabase } from '@/testing/checkout/tables';
import { filledId, filledReference, frequentEmail, frequentEvery } from '@/testing/checkout/filled-shop';
import { findByReferences, findOrders, readAttentionPlace, readTimeline } from '@/lib/checkout/queries';
import type { Reader } from '@/lib/database/database';
import { openFilledShop } from './filled-shop';
import { percentiles } from './pgbench';
import type { Result } from './report';
import type { BenchEnvironment } from './environment';

const timesEach = 500;
const goalMilliseconds = 100;

const lookups: readonly { what: string; look: (reader: Reader, n: number) => Promise<readonly unknown[]> }[] =
  [
    { what: 'our reference', look: (reader, n) => findOrders(reader, filledReference(n)) },
    { what: 'the service’s reference', look: (reader, n) => findOrders(reader, `S-${n}`) },
    {
      what: 'the service’s identifier of the order',
      look: (reader, n) => findOrders(reader, filledId('order', n)),
    },
    {
      what: 'a reference that the service told',
      look: (reader, n) => findByReferences(reader, [filledReference(n)]),
    },
    {
      what: 'the e-mail of a customer with one order',
      look: (reader, n) => findOrders(reader, `customer-${n}@shop.test`),
    },
    {
      what: 'the e-mail of a customer with 50 orders and more',
      look: (reader) => findOrders(reader, frequentEmail),
    },
    {
      what: 'the list of what needs attention',
      look: (reader) => readAttentionPlace(reader, { group: null, page: 1 }),
    },
    { what: 'the timeline of an order', look: (reader, n) => readTimeline(reader, filledId('checkout', n)) },
  ];

/** Spread over all purchases; one that was ordered, and not by the frequent customer. */
function numberOf(time: number, orders: number): number {
  const block = Math.floor(((time * 104_729) % orders) / frequentEvery);
  return Math.min(orders - 1, block * frequentEvery + 10);
}

/** P18: the look-ups of staff among a million orders, one after another over one connection. */
export async function lookupsBench(bench: BenchEnvironment): Promise<Result> {
  const { url, shop } = await openFilledShop(bench);
  const database = await openShopDatabase(url, 1);
  try {
    const lines: Result['lines'] = [];
    for (const { what, look } of lookups) {
      const times = new Float64Array(timesEach);
      for (let time = 0; time < timesEach; time += 1) {
        const n = numberOf(time, shop.orders);
        const began = performance.now();
        const found = await look(database, n);
        times[time] = performance.now() - began;
        if (found.length === 0) throw new Error(`nothing was found by ${what} of ${n}`);
      }
      const { p50, p99 } = percentiles(times);
      lines.push({
        ...{ goal: 'P18', what: `p99 of ${what}`, measured: p99, unit: 'ms', p50, p99 },
        wanted: { is: '≤', value: goalMilliseconds },
      });
    }
    return {
      lines,
      notes: [`P18: ${shop.orders.toLocaleString('en')} orders; ${timesEach} lookups of each kind.`],
    };
  } finally {
    await database.close();
  }
}
