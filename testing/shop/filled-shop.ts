import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { Database, Transaction } from '@/lib/database/database';
import { personOf } from './filled-persons';

/** Purchases of several years, made by SQL. The n-th is the same in every run, in SQL and here. */
export interface FilledShop {
  orders: number;
  /** When the first was begun. */
  begin: Date;
  /** The time from one purchase to the next. */
  spacingMilliseconds: number;
  /** Whether its customers have names like those of many people (after `fillNames`), or numbers for names. */
  hasNames?: boolean;
}

const ordersPerStep = 50_000;
/** One purchase of so many was refunded instead of ordered. */
export const refundedEvery = 50;
/** One of so many needs or needed staff: every tenth of these still does. */
const attentionEvery = 1_000;
/** One of so many belongs to the same customer. */
export const frequentEvery = 250;
export const frequentEmail = 'frequent@shop.test';
export const filledAmount = '36.00';

/** When a purchase is paid and settled, in milliseconds after its beginning. */
export const paidAfter = 90_000;
export const settledAfter = 95_000;

export async function fillShop(database: Database, shop: FilledShop): Promise<void> {
  for (let first = 0; first < shop.orders; first += ordersPerStep) {
    const last = Math.min(first + ordersPerStep, shop.orders) - 1;
    await database.transaction(async (transaction) => {
      // The generator keeps references valid itself; checking each of millions would take most of the time.
      await transaction.run(sql`set local session_replication_role = replica`);
      await fillRange(transaction, shop, first, last);
    });
  }
}

/** The identifier of the n-th row of a kind, in SQL. */
export const hashed = (kind: string) => sql`md5(${`${kind}/`}::text || n)::uuid`;

async function fillRange(transaction: Transaction, shop: FilledShop, first: number, last: number) {
  const from = sql`(select n, ${shop.begin.toISOString()}::timestamptz + n * ${shop.spacingMilliseconds}::float8
      * interval '1 millisecond' as at from generate_series(${first}::bigint, ${last}::bigint) n) made`;
  for (const statement of [...purchaseStatements(from, shop.hasNames ?? false), ...tracesStatements(from)]) {
    await transaction.run(statement);
  }
}

const after = (milliseconds: number) => sql`at + ${milliseconds}::int * interval '1 millisecond'`;
const reference = sql`overlay(lpad(upper(to_hex((n * 2654435761) % 4294967296)), 8, '0') placing '-' from 5 for 0)`;
const isRefunded = sql`n % ${refundedEvery}::int = 1`;
const isAttention = sql`n % ${attentionEvery}::int = 2`;
const order = sql`'/v1/booking/orders/' || ${hashed('order')}`;
const reservation = sql`'/v1/booking/reservations/' || ${hashed('reservation')}`;

const numbered = sql`cross join lateral (select 'Ada' as firstname, 'Martin ' || n as lastname,
  'customer-' || n || '@shop.test' as email, '' as phone) numbered`;

function purchaseStatements(from: SQL, hasNames: boolean): SQL[] {
  const state = sql`case when ${isRefunded} then 'refunded' when ${isAttention} then 'attention' else 'ordered' end`;
  return [
    sql`insert into storefront.checkout (id, reference, state, version, entered_at, created_at, language, entries,
          customer, email, total, expires_at, reason)
        select ${hashed('checkout')}, ${reference}, ${state}, 4, ${after(settledAfter)}, at, 'en',
          jsonb_build_object('firstname', firstname, 'lastname', lastname, 'email', email, 'phone', phone,
            'country', 'FR'),
          jsonb_build_object('firstname', firstname, 'lastname', lastname, 'email', email, 'country', 'FR',
            'language', 'en'),
          email, ${filledAmount}::numeric, at + interval '20 minutes',
          case when ${isRefunded} then 'sold_out' when ${isAttention} then 'refund_failed' end
        from (select n, at, firstname, lastname, phone, case when n % ${frequentEvery}::int = 3
          then ${frequentEmail}::text else email end as email from ${from}
          ${hasNames ? personOf : numbered}) mailed`,
    sql`insert into storefront.hold (id, checkout_id, catalog_id, reservation_id, reservation, descriptions, held_at,
          expires_at)
        select ${hashed('hold')}, ${hashed('checkout')}, ${hashed('catalog')}, ${hashed('reservation')},
          jsonb_build_object('@id', ${reservation}, '@type', 'BookingReservation', 'id', ${hashed('reservation')},
            'expired', false, 'createdAt', at, 'expiresAt', at + interval '20 minutes', 'totalAmountInclTax',
            ${filledAmount}::text, 'totalAmountExclTax', null, 'items', '[]'::jsonb, 'organization',
            '/v1/organizations/1', 'order', null),
          '{}'::jsonb, at, at + interval '20 minutes' from ${from}`,
    sql`insert into storefront.payment (id, checkout_id, amount, state, session_id, intent, page_expires_at,
          created_at, settled_at)
        select ${hashed('payment')}, ${hashed('checkout')}, ${filledAmount}::numeric, 'paid', 'cs_' || n, 'pi_' || n,
          at + interval '1 hour', ${after(paidAfter / 2)}, ${after(paidAfter)} from ${from}`,
    sql`insert into storefront.refund (id, checkout_id, payment_id, cause, amount, state, refund_id, created_at, entered_at)
        select ${hashed('refund')}, ${hashed('checkout')}, ${hashed('payment')}, 'no_order', ${filledAmount}::numeric, 'done',
          're_' || n, ${after(settledAfter)}, ${after(settledAfter)} from ${from} where ${isRefunded}`,
    sql`insert into storefront.placed_order (id, checkout_id, catalog_id, reservation_id, reference, data, created_at)
        select ${hashed('order')}, ${hashed('checkout')}, ${hashed('catalog')}, ${hashed('reservation')}, 'S-' || n,
          jsonb_build_object('@id', ${order}, '@type', 'BookingOrder', 'id', ${hashed('order')}, 'createdAt',
            ${after(settledAfter)}, 'organization', '/v1/organizations/1', 'reference', 'S-' || n,
            'externalReference', ${reference}, 'totalAmountInclTax', ${filledAmount}::text, 'totalAmountExclTax',
            null, 'reservation', ${reservation}, 'customer', '[]'::jsonb, 'items',
            jsonb_build_array(jsonb_build_object('tickets', jsonb_build_array('/v1/tickets/' || ${hashed('ticket')}))),
            'documents', '[]'::jsonb),
          ${after(settledAfter)} from ${from} where not ${isRefunded}`,
  ];
}

function tasks(
  kind: SQL,
  key: SQL,
  reason: SQL,
  { from, where, isClosed }: { from: SQL; where: SQL; isClosed: SQL },
): SQL {
  return sql`insert into storefront.task (id, kind, key, checkout_id, reason, since, closed_at, closed_by, settled_as)
      select gen_random_uuid(), ${kind}, ${key}, ${hashed('checkout')}, ${reason}, ${after(settledAfter)},
        case when ${isClosed} then ${after(settledAfter)} end, case when ${isClosed} then 'ada' end,
        case when ${isClosed} then 'nothing' end
      from ${from} where ${where}`;
}

function tracesStatements(from: SQL): SQL[] {
  return [
    sql`insert into storefront.timeline (checkout_id, at, what, detail)
        select ${hashed('checkout')}, at + step * interval '20 seconds',
          (array['hold_made', 'order_placed', 'payment_seen', 'order_begun', 'order_made'])[step + 1],
          jsonb_build_object('payment', ${hashed('payment')})
        from ${from}, generate_series(0, 4) step`,
    // Paid a second time by mistake, and refunded long ago.
    tasks(sql`'payment_unexpected'`, sql`${hashed('payment')}::text`, sql`'payment_unexpected'`, {
      from,
      where: sql`n % ${attentionEvery}::int = 1`,
      isClosed: sql`true`,
    }),
    tasks(sql`'purchase'`, sql`${hashed('checkout')}::text`, sql`'refund_failed'`, {
      from,
      where: isAttention,
      isClosed: sql`n % ${attentionEvery * 10}::int <> 2`,
    }),
    sql`insert into storefront.access (token_hash, checkout_id, granted_at)
        select md5('browser/' || n), ${hashed('checkout')}, at from ${from}`,
    sql`insert into storefront.link (token_hash, checkout_id, created_at)
        select md5('link/' || n), ${hashed('checkout')}, ${after(settledAfter)} from ${from}`,
    sql`insert into storefront.mail (id, sending, checkout_id, kind, created_at, sent_at)
        select ${hashed('mail')}, ${hashed('mail')}, ${hashed('checkout')},
          case when ${isRefunded} then 'refund' else 'confirmation' end, ${after(settledAfter)},
          ${after(settledAfter)} from ${from}`,
    sql`insert into storefront.webhook (id, type, session_id, checkout_id, received_at, handled_at, outcome)
        select 'evt_' || n, 'checkout.session.completed', 'cs_' || n, ${hashed('checkout')}::text,
          ${after(paidAfter)}, ${after(settledAfter)}, 'settled' from ${from}`,
  ];
}

/** The identifier that SQL gave the n-th row of a kind: `checkout`, `order`, `reservation`, `payment`. */
export function filledId(kind: string, n: number): string {
  const hash = createHash('md5').update(`${kind}/${n}`).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Our reference of the n-th purchase. */
export function filledReference(n: number): string {
  const plain = ((BigInt(n) * 2_654_435_761n) % 4_294_967_296n).toString(16).toUpperCase().padStart(8, '0');
  return `${plain.slice(0, 4)}-${plain.slice(4)}`;
}
