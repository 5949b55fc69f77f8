import type { BenchOffer } from './catalogue';
import { runSql } from './sql';
import type { BenchEnvironment } from './environment';

// The speed of the database with only the necessary work: the least SQL that gives the same guarantees over the
// same tables, run by pgbench in a copy of the service's database.

/**
 * An identifier in a catalogue, derived from a number, so that a script needs no table to look it up; sorted like the service's.
 * `catalog`: an expression.
 */
export function numberedId(number: string, catalog: string): string {
  return `(lpad(to_hex((${number})::int), 8, '0') || '-0000-8000-8000-00' || right((${catalog})::text, 10))::uuid`;
}

/** The number of counters of the limits with many counters, as in the service's load. */
export const counters = 1000;

/** Counters only for the limits: number 0 is the one that all use. */
export function addLimitCounters({ offers: { hot } }: BenchEnvironment, url: string): Promise<void> {
  return runSql(
    url,
    `insert into ticketing.counter (catalog_id, id, capacity)
     select '${hot.catalogId}', ${numberedId('number', `'${hot.catalogId}'`)}, 100000000 from generate_series(0, ${counters}) number`,
    'vacuum analyze ticketing.counter',
  );
}

/** So many holds of one unit of one counter in one statement; `counter` is an expression of pgbench or SQL. */
export function holdStatement(bench: BenchEnvironment, counter: string, holds: number): string {
  const { catalogId, offerId, productId } = bench.offers.hot;
  return `with taken as (
      update ticketing.counter set held = held + ${holds}
      where catalog_id = '${catalogId}' and id = ${numberedId(counter, `'${catalogId}'`)} and held + sold + ${holds} <= capacity
      returning catalog_id, id),
    wanted as materialized (
      select taken.*, uuidv7() as hold_id, clock_timestamp() as at from taken, generate_series(1, ${holds})),
    kept as (
      insert into ticketing.hold (catalog_id, counter_id, hold_id, units, expires_at)
      select catalog_id, id, hold_id, 1, at + interval '1 day' from wanted)
    insert into ticketing.reservation (organization_id, id, created_at, expires_at, catalog_id, offer_id, product_id,
      quantity, unit_amount, unit_amount_excl_tax, tickets, held_counters)
    select '${bench.organizationId}', hold_id, at, at + interval '1 day', catalog_id, '${offerId}', '${productId}',
      1, 36.00, 30.00, '${ticketsJson(bench.offers.hot)}', 1 from wanted;\n`;
}

/** The data of the chosen tickets in a reservation. */
export function ticketsJson({ chosen }: BenchOffer): string {
  return JSON.stringify(
    chosen.map(({ ticketId, eventId, sessionId }) => ({
      ticket: ticketId,
      event: eventId,
      session: sessionId,
    })),
  );
}

/**
 * One order of one numbered reservation in one statement. Client c of n converts first + c, first + c + n, …; its
 * script needs the variables i, first and n.
 */
export function orderScript({ organizationId, offers: { hot } }: BenchEnvironment): string {
  const id = numberedId(':number', `'${hot.catalogId}'`);
  return `\\set number :first + :i * :n + :client_id
\\set i :i + 1
with gone as (
    delete from ticketing.hold where catalog_id = '${hot.catalogId}' and hold_id = ${id}
    returning catalog_id, counter_id, hold_id, units),
  counted as (
    update ticketing.counter set held = held - gone.units, sold = sold + gone.units from gone
    where counter.catalog_id = gone.catalog_id and counter.id = gone.counter_id),
  ordered as (
    insert into ticketing.booking_order (catalog_id, organization_id, id, reservation_id, item_id, document_id, reference,
      external_reference, customer, created_at)
    select catalog_id, '${organizationId}', uuidv7(), hold_id, uuidv7(), uuidv7(), 'R' || :number, null,
      '{"firstname":"Ada","lastname":"Bench","email":"ada@bench.test","country":"FR","language":"fr"}',
      clock_timestamp() from gone
    returning id, reservation_id),
  ticketed as (
    insert into ticketing.item_ticket (catalog_id, organization_id, id, order_id, position, reference, ticket_id, event_id,
      session_id, updated_at)
    select '${hot.catalogId}', '${organizationId}', uuidv7(), ordered.id, 0, 'T' || :number, (one->>'ticket')::uuid,
      (one->>'event')::uuid, (one->>'session')::uuid, clock_timestamp()
    from ordered join ticketing.reservation on catalog_id = '${hot.catalogId}'
      and reservation.id = ordered.reservation_id, jsonb_array_elements(tickets) one)
update ticketing.reservation set order_id = ordered.id from ordered
where catalog_id = '${hot.catalogId}' and reservation.id = ordered.reservation_id;
`;
}

/** Five hundred expired holds released in one statement. */
export const releaseScript = `with due as (
    select catalog_id, counter_id, hold_id from ticketing.hold
    where expires_at <= clock_timestamp() order by expires_at limit 500),
  ended as (
    delete from ticketing.hold using due where hold.catalog_id = due.catalog_id
      and hold.hold_id = due.hold_id and hold.counter_id = due.counter_id
    returning hold.catalog_id, hold.counter_id, hold.units),
  sums as (select catalog_id, counter_id, sum(units) as units from ended group by 1, 2)
update ticketing.counter set held = held - sums.units from sums
where counter.catalog_id = sums.catalog_id and counter.id = sums.counter_id;
`;

/** The page of a list of offers as service/offer/offer-store.ts read it when this limit was written. */
export function pageScript({ offers: { hot } }: BenchEnvironment, days: number): string {
  const left = `(counter.capacity - counter.sold - counter.held + coalesce((
    select sum(expired.units) from ticketing.hold expired
    where expired.catalog_id = counter.catalog_id and expired.counter_id = counter.id
      and expired.expires_at <= clock_timestamp()), 0))::int`;
  return `\\set from random(7, 6 + ${days})
\\set length random(7, 50)
\\set skip 30 * random(0, 1)
select offer.id, offer.catalog_id, offer.product_id, offer.day, offer.price, offer.original_price,
  offer.price_excl_tax, offer.priced_at, offer.sale_ends_at, offer.sale_ends_at > clock_timestamp() as on_sale,
  case when offer.sale_ends_at <= clock_timestamp() then 0 else least(
    (select ${left} from ticketing.counter
      where counter.catalog_id = offer.catalog_id and counter.id = offer.id),
    (select min(of_ticket.units) from (
      select case when bool_or(session.id is not null and counter.capacity is null) then null
                  else coalesce(sum(${left}), 0) end as units
      from ticketing.ticket
      left join ticketing.session on session.catalog_id = ticket.catalog_id
        and session.event_id = ticket.event_id and session.day = offer.day
        and (ticket.tag is null or ticket.tag = session.tag)
        and session.retired_at is null and session.occurs_at > clock_timestamp()
      left join ticketing.counter on counter.catalog_id = session.catalog_id and counter.id = session.id
      where ticket.catalog_id = offer.catalog_id and ticket.product_id = offer.product_id
        and ticket.retired_at is null and not ticket.date_access
      group by ticket.id) of_ticket))::int end as available
from ticketing.offer
where offer.catalog_id = '${hot.catalogId}' and offer.day >= current_date + :from::int
  and offer.day <= current_date + :from::int + :length::int and offer.retired_at is null
order by offer.day, offer.id limit 30 offset :skip::int;
`;
}
