import { sql, type SQL } from 'drizzle-orm';
import { lastSegment } from '@/lib/contract/iri';
import type { Order } from '@/lib/contract/order';
import type { Database } from '@/lib/database/database';
import { type Copies, multiply } from '@/testing/database/multiply';
import type { Places } from './booking';

const rows = 100_000;

/** The tables that `fillService` fills. */
export const filledTables = [
  'session',
  'offer',
  'hold',
  'taken_seat',
  'reservation',
  'booking_order',
  'item_ticket',
  'cancellation',
  'admission',
  'idempotency_key',
  'catalog_override',
  'catalog_change',
  'feed_import',
  'voucher',
  'counter',
];

/** An id in the catalogue of the row that is copied. */
const numbered = (kind: string, number = sql`n`) =>
  sql`(left(md5(${kind}::text || ${number}), 22) || right(original.catalog_id::text, 10))::uuid`;
const id = (kind: string) => numbered(kind);

/** What was written once, and is copied. */
interface Written {
  places: Places;
  sold: Order;
}

const one = (table: string, count: number, but: Record<string, SQL>, where = sql`true`): Copies => {
  return { schema: 'ticketing', table, count, but, where };
};

/** What an import writes. */
const copiedFeeds = ({ places }: Written): Copies[] => [
  one('event', 20, { id: id('event'), key: sql`n::text` }, sql`original.position = 0`),
  one('product', 20, { id: id('product'), key: sql`n::text` }, sql`original.position = 0`),
  one(
    'session',
    10_000,
    {
      id: id('session'),
      key: sql`n::text`,
      day: sql`date '2027-06-02' + n / 20`,
      event_id: sql`case when n <= 400 then original.event_id else ${numbered('event', sql`n % 20 + 1`)} end`,
    },
    sql`original.id = ${lastSegment(places.ten)}`,
  ),
  one(
    'offer',
    10_000,
    {
      id: id('offer'),
      key: sql`n::text`,
      day: sql`date '2027-06-02' + n / 20`,
      product_id: sql`case when n <= 400 then original.product_id else ${numbered('product', sql`n % 20 + 1`)} end`,
    },
    sql`original.id = ${lastSegment(places.offer)}`,
  ),
  one('counter', 10_000, { id: id('session') }, sql`original.id = ${lastSegment(places.ten)}`),
];

/** Of one counter 200,000 holds, of others 100,000. */
const copiedHolds = (): Copies[] => [
  one(
    'hold',
    2 * rows,
    { hold_id: id('hold'), expires_at: sql`original.expires_at + n * interval '1 second'` },
    sql`original.ctid = (select min(ctid) from ticketing.hold)`,
  ),
  one(
    'hold',
    rows,
    {
      hold_id: id('other'),
      counter_id: numbered('session', sql`n % 10000`),
      expires_at: sql`original.expires_at + n * interval '1 second'`,
    },
    sql`original.ctid = (select min(ctid) from ticketing.hold)`,
  ),
  one(
    'taken_seat',
    rows,
    { session_id: numbered('session', sql`n % 10000`), seat: sql`'stalls/X/' || n`, hold_id: id('hold') },
    sql`original.ctid = (select min(ctid) from ticketing.taken_seat)`,
  ),
  one(
    'idempotency_key',
    3 * rows,
    { key: sql`original.key || n` },
    sql`original.ctid = (select min(ctid) from ticketing.idempotency_key)`,
  ),
];

const copiedSales = ({ sold }: Written): Copies[] => [
  one(
    'reservation',
    rows,
    {
      id: id('held'),
      expires_at: sql`original.expires_at - (100000 - n) * interval '1 minute'`,
      created_at: sql`original.created_at - (100000 - n) * interval '1 minute'`,
    },
    sql`original.ctid = (select min(ctid) from ticketing.reservation where order_id is null)`,
  ),
  one(
    'reservation',
    rows,
    {
      id: id('reservation'),
      order_id: id('order'),
      offer_id: numbered('offer', sql`n % 10000`),
      expires_at: sql`original.expires_at - (100000 - n) * interval '1 minute'`,
    },
    sql`original.id in (select reservation_id from ticketing.booking_order where id = ${sold.id})`,
  ),
  one(
    'booking_order',
    rows,
    {
      id: id('order'),
      reservation_id: id('reservation'),
      reference: sql`'R' || n`,
      external_reference: sql`'E' || n`,
      created_at: sql`original.created_at - n * interval '1 minute'`,
    },
    sql`original.id = ${sold.id}`,
  ),
  one(
    'item_ticket',
    rows,
    {
      id: numbered('ticket', sql`original.id::text || n`),
      order_id: id('order'),
      reference: sql`original.reference || n`,
      session_id: sql`case when original.session_id is not null then ${numbered('session', sql`n % 10000`)} end`,
    },
    sql`original.order_id = ${sold.id}`,
  ),
  one('cancellation', rows, {
    id: id('cancellation'),
    order_id: id('order'),
    reference: sql`'C' || n`,
    created_at: sql`original.created_at - n * interval '1 minute'`,
  }),
  one('admission', rows, {
    id: id('admission'),
    ticket_id: numbered('ticket', sql`original.ticket_id::text || n`),
    received_at: sql`original.received_at - n * interval '1 minute'`,
    day: sql`original.day - n % 300`,
  }),
];

/** Overrides of other catalogues, and what is only written. */
const copiedRecords = (): Copies[] => [
  one('catalog_override', rows, {
    id: id('override'),
    catalog_id: id('catalog'),
    subject_id: id('subject'),
  }),
  one(
    'catalog_change',
    rows,
    { id: sql`gen_random_uuid()`, at: sql`original.at - n * interval '1 minute'` },
    sql`original.ctid = (select min(ctid) from ticketing.catalog_change)`,
  ),
  one('feed_import', 10_000, {
    id: sql`gen_random_uuid()`,
    at: sql`original.at - n * interval '1 minute'`,
  }),
  one('voucher', 10_000, {
    id: sql`gen_random_uuid()`,
    code: sql`'C' || n`,
    comparable_code: sql`'C' || n`,
  }),
];

/**
 * Fills a database of the service with copies of what was written once: 300,000 holds and idempotency keys, 100,000 overrides
 * of other catalogues, and the like.
 */
export async function fillService(database: Database, written: Written): Promise<void> {
  const copies = [...copiedFeeds(written), ...copiedHolds(), ...copiedSales(written), ...copiedRecords()];
  await multiply(database, copies);
  await database.single.run(
    sql`update ticketing.counter set held = (select count(*) from ticketing.hold
          where hold.catalog_id = counter.catalog_id and hold.counter_id = counter.id)`,
  );
}
