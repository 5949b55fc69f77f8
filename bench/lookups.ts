import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { openShopDatabase } from '@/testing/shop/tables';
import { filledId, filledReference, frequentEmail, frequentEvery } from '@/testing/shop/filled-shop';
import { findByReferences, findOfTicket, findOrders } from '@/lib/shop/flows/lookup/find-orders';
import { readAttentionPlace } from '@/lib/shop/flows/attention/attention';
import { readTimeline } from '@/lib/shop/data/timeline-store';
import { personsSeed } from '@/testing/shop/filled-persons';
import type { Reader } from '@/lib/database/database';
import { openFilledShop } from './filled-shop';
import { percentiles } from './tools/pgbench';
import type { Result } from './tools/report';
import type { BenchEnvironment } from './tools/environment';

/** At the full scale; a smaller one only shows that all works. */
const timesAtFullScale = 500;
const goalMilliseconds = 100;

type Look = (reader: Reader, n: number, person: Person) => Promise<readonly unknown[]>;

/** A typing error in the middle: a letter is missing. */
const mistyped = (word: string) => word.slice(0, word.length >> 1) + word.slice((word.length >> 1) + 1);

const lookups: readonly { what: string; look: Look }[] = [
  { what: 'our reference', look: (reader, n) => findOrders(reader, filledReference(n), 'all') },
  { what: 'the service’s reference', look: (reader, n) => findOrders(reader, `s ${n}`, 'all') },
  {
    what: 'the service’s identifier of the order',
    look: (reader, n) => findOrders(reader, filledId('order', n), 'all'),
  },
  {
    what: 'the path of a reservation',
    look: (reader, n) => findOrders(reader, `/v1/booking/reservations/${filledId('reservation', n)}`, 'all'),
  },
  {
    what: 'the provider’s identifier of a payment',
    look: (reader, n) => findOrders(reader, `pi_${n}`, 'all'),
  },
  {
    what: 'a reference that the service told',
    look: (reader, n) => findByReferences(reader, [filledReference(n)], { catalogs: 'all', language: 'en' }),
  },
  {
    what: 'an order of the service, found by its ticket',
    look: (reader, n) =>
      findOfTicket(reader, { orderId: filledId('order', n), ours: null, catalogs: 'all', language: 'en' }),
  },
  { what: 'the whole e-mail address', look: (reader, _, { email }) => findOrders(reader, email, 'all') },
  {
    what: 'the first letters of an e-mail address',
    look: (reader, _, { email }) => findOrders(reader, email.slice(0, 6), 'all'),
  },
  {
    what: 'an e-mail address with a typing error',
    look: (reader, _, { email }) =>
      findOrders(reader, `${mistyped(email.split('@')[0] ?? '')}@x.test`, 'all'),
  },
  {
    what: 'the e-mail of a customer with 50 orders and more',
    look: (reader) => findOrders(reader, frequentEmail, 'all'),
  },
  { what: 'the telephone number', look: (reader, _, { phone }) => findOrders(reader, phone, 'all') },
  {
    what: 'the first five digits of a telephone number',
    look: (reader, _, { phone }) => findOrders(reader, phone.slice(0, 5), 'all'),
  },
  { what: 'the surname', look: (reader, _, { lastname }) => findOrders(reader, lastname, 'all') },
  {
    what: 'the first three letters of the surname',
    look: (reader, _, { lastname }) => findOrders(reader, lastname.slice(0, 3), 'all'),
  },
  {
    what: 'the surname with a typing error',
    look: (reader, _, { lastname }) => findOrders(reader, mistyped(lastname), 'all'),
  },
  {
    what: 'the whole name',
    look: (reader, _, { firstname, lastname }) => findOrders(reader, `${lastname} ${firstname}`, 'all'),
  },
  {
    what: 'the whole name with typing errors',
    look: (reader, _, { firstname, lastname }) =>
      findOrders(reader, `${mistyped(firstname)} ${mistyped(lastname)}`, 'all'),
  },
  {
    what: 'the first three letters of both names',
    look: (reader, _, { firstname, lastname }) =>
      findOrders(reader, `${firstname.slice(0, 3)} ${lastname.slice(0, 3)}`, 'all'),
  },
  {
    what: 'the list of what needs attention',
    look: (reader) => readAttentionPlace(reader, { group: null, page: 1 }, 'all'),
  },
  { what: 'the timeline of an order', look: (reader, n) => readTimeline(reader, filledId('checkout', n)) },
];

/** With typing errors, a short name may be like none. Beginnings stand for so many purchases that only newer ones are looked at. */
const mayFindNone = /typing error|first three letters of/;

const personSchema = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone: z.string(),
});
type Person = z.infer<typeof personSchema>;

async function personNumbered(reader: Reader, n: number): Promise<Person> {
  const rows = await reader.rows(
    personSchema,
    sql`select entries->>'firstname' as firstname, entries->>'lastname' as lastname, email, entries->>'phone' as phone
        from storefront.checkout where id = ${filledId('checkout', n)}::uuid`,
  );
  const [person] = rows;
  if (person === undefined) throw new Error(`there is no purchase ${n}`);
  return person;
}

/** The row of a purchase as a plain read by its primary key: what the database and the connection need at least. */
const least: Look = (reader, n) =>
  reader.rows(
    z.unknown(),
    sql`select * from storefront.checkout where id = ${filledId('checkout', n)}::uuid`,
  );

/** Spread over all purchases; one that was ordered, and not by the frequent customer. */
function numberOf(time: number, orders: number): number {
  const block = Math.floor(((time * 104_729) % orders) / frequentEvery);
  return Math.min(orders - 1, block * frequentEvery + 10);
}

/** P18: the look-ups of staff among a million orders, one after another over one connection. */
export async function lookupsBench(bench: BenchEnvironment): Promise<Result> {
  const { url, shop } = await openFilledShop(bench, { hasNames: true });
  const timesEach = bench.settings.scale < 1 ? 100 : timesAtFullScale;
  const database = await openShopDatabase(url, 1);
  try {
    const lines: Result['lines'] = [];
    for (const { what, look } of [
      { what: 'a purchase by its primary key, for comparison', look: least },
      ...lookups,
    ]) {
      const times = new Float64Array(timesEach);
      for (let time = 0; time < timesEach; time += 1) {
        const n = numberOf(time, shop.orders);
        const person = await personNumbered(database, n);
        const began = performance.now();
        const found = await look(database, n, person);
        times[time] = performance.now() - began;
        if (found.length === 0 && !mayFindNone.test(what))
          throw new Error(`nothing was found by ${what} of ${n}`);
      }
      const { p50, p99 } = percentiles(times);
      lines.push({
        goal: 'P18',
        what: `p99 of ${what}`,
        measured: p99,
        unit: 'ms',
        p50,
        p99,
        wanted: { is: '≤', value: goalMilliseconds },
      });
    }
    return {
      lines,
      notes: [
        `P18: ${shop.orders.toLocaleString('en')} orders; names of 20,000 surnames, seed ${personsSeed}; ${timesEach} lookups of each kind.`,
      ],
    };
  } finally {
    await database.close();
  }
}
