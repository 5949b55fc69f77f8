import { createHash } from 'node:crypto';
import { catalogIdOf, inCatalog } from '@/service/ids/catalog-id';
import type { BenchOffer } from './catalogue';
import { numberedId } from './limits';
import { runSql } from './sql';

// A catalogue of the generator: 20 products on 500 days, of two events with two sessions a day each.
const products = 20;
const days = 500;
const firstDay = 7;
const events = 2;
const sessionsPerDay = 2;
export const offersPerCatalogue = products * days;
const catalogsPerStep = 25;
const ordersPerStep = 100_000;
const secondsPerYear = 365 * 86_400;

/** A database to fill. */
export interface Growth {
  catalogs: number;
  orders: number;
  organizationId: string;
}

/**
 * Fills a database by SQL with the results of imports and sales over years. Indexes stay as the migrations made
 * them; only the checks of references are disabled, because the generator makes valid references.
 */
export async function generate(url: string, { catalogs, orders, organizationId }: Growth): Promise<void> {
  for (let first = 0; first < catalogs; first += catalogsPerStep) {
    const last = Math.min(first + catalogsPerStep, catalogs) - 1;
    await runSql(url, unchecked, ...catalogueStatements(first, last));
  }
  for (let first = 0; first < orders; first += ordersPerStep) {
    const last = Math.min(first + ordersPerStep, orders) - 1;
    await runSql(url, unchecked, ...orderStatements(first, last, { catalogs, orders, organizationId }));
  }
  await runSql(url, 'vacuum analyze', 'checkpoint');
}

const unchecked = 'set session_replication_role = replica';

/** An identifier in catalogue number `c`, derived from a name; the same in SQL (`idIn`) and here. */
function idOf(kind: string, c: number, ...numbers: readonly number[]): string {
  const hash = createHash('md5')
    .update([kind, c, ...numbers].join('/'))
    .digest('hex');
  const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return inCatalog(id, catalogId(c));
}

const catalogId = (c: number) => catalogIdOf('growth', String(c));

function idIn(kind: string, ...expressions: readonly string[]): string {
  const hash = `md5('${kind}/' || ${['c', ...expressions].join(` || '/' || `)})`;
  return `(left(${hash}, 12) || '8' || substr(${hash}, 14, 9) || right(${catalogIn}, 10))::uuid`;
}

const catalogIn = `('00000000-0000-8000-8000-00' || left(encode(sha256(('["growth","' || c || '"]')::bytea), 'hex'), 10))`;

const text = (expression: string) => `jsonb_build_object('en', ${expression}, 'fr', ${expression})`;
const series = (name: string, count: number) => `generate_series(0, ${count - 1}) ${name}`;
const dayOf = (n: string) => `current_date + ${firstDay} + ${n}`;

function catalogueStatements(first: number, last: number): string[] {
  const c = `generate_series(${first}, ${last}) c`;
  const catalog = `${catalogIn}::uuid`;
  return [
    `insert into ticketing.catalog (id, organization_id, key, name, language, languages, timezone, issuer,
       imported_at, synced_at)
     select ${catalog}, ${idIn('issuer')}, 'growth-' || c, ${text(`'Catalogue ' || c`)}, 'en', '["en", "fr"]',
       'UTC', '{"name": "Issuer", "address": "", "email": null, "taxNumber": null}', now(), now() from ${c}`,
    `insert into ticketing.event (catalog_id, id, key, position, name, description)
     select ${catalog}, ${idIn('event', 'e')}, 'event-' || e, e, ${text(`'Event ' || e`)},
       ${text(`'An hour through the old town, to the river and back.'`)} from ${c}, ${series('e', events)}`,
    `insert into ticketing.product (catalog_id, id, key, position, name, description, vat_rate,
       realtime_price_required)
     select ${catalog}, ${idIn('product', 'p')}, 'product-' || p, p, ${text(`'Product ' || p`)},
       ${text(`'<p>The guide, the headset and a drink at the end.</p>'`)}, 0.2, false
     from ${c}, ${series('p', products)}`,
    `insert into ticketing.ticket (catalog_id, id, product_id, event_id, key, position, name, description, date_access)
     select ${catalog}, ${idIn('ticket', 'p')}, ${idIn('product', 'p')},
       ${idIn('event', `p % ${events}`)}, 'ticket', 0, ${text(`'Ticket ' || p`)},
       ${text(`'Valid for one person.'`)}, false
     from ${c}, ${series('p', products)}`,
    `insert into ticketing.session (catalog_id, id, event_id, key, occurs_at, day, duration)
     select ${catalog}, ${idIn('session', 'e', 'd', 's')}, ${idIn('event', 'e')}, d || '-' || s,
       (${dayOf('d')})::timestamp at time zone 'UTC' + (10 + 4 * s) * interval '1 hour', ${dayOf('d')}, 'PT60M'
     from ${c}, ${series('e', events)}, ${series('d', days)}, ${series('s', sessionsPerDay)}`,
    `insert into ticketing.offer (catalog_id, id, product_id, key, day, price, original_price, sale_ends_at)
     select ${catalog}, ${idIn('offer', 'p', 'd')}, ${idIn('product', 'p')}, 'product-' || p || '/' || d,
       ${dayOf('d')}, 10 + p, 10 + p, (${dayOf('d')} + 1)::timestamp at time zone 'UTC'
     from ${c}, ${series('d', days)}, ${series('p', products)}`,
    // Every session is limited, and every fifth product's offers are.
    `insert into ticketing.counter (catalog_id, id, capacity)
     select ${catalog}, ${idIn('session', 'e', 'd', 's')}, 1000000
     from ${c}, ${series('e', events)}, ${series('d', days)}, ${series('s', sessionsPerDay)}
     union all
     select ${catalog}, ${idIn('offer', 'p * 5', 'd')}, 1000000
     from ${c}, ${series('p', products / 5)}, ${series('d', days)}`,
  ];
}

/** Orders of one organization, each of one unit of any offer, over the last year. */
function orderStatements(
  first: number,
  last: number,
  { catalogs, orders, organizationId }: Growth,
): string[] {
  const n = `(select n, n % ${catalogs} as c, n % ${products} as p, (n / 7) % ${days} as d,
      now() - (${orders} - n) * (interval '${secondsPerYear} seconds' / ${orders}) as at
    from generate_series(${first}::bigint, ${last}) n) made`;
  const [order, reservation] = [idIn('order', 'n'), numberedId(`500000000 + n`, catalogIn)];
  const tickets = `jsonb_build_array(jsonb_build_object('ticket', ${idIn('ticket', 'p')},
    'event', ${idIn('event', `p % ${events}`)}, 'session', ${idIn('session', `p % ${events}`, 'd', '0')}))`;
  return [
    `insert into ticketing.reservation (organization_id, id, created_at, expires_at, order_id, catalog_id, offer_id,
       product_id, quantity, unit_amount, unit_amount_excl_tax, tickets, held_counters)
     select '${organizationId}', ${reservation}, at, at + interval '20 minutes', ${order}, ${catalogIn}::uuid,
       ${idIn('offer', 'p', 'd')}, ${idIn('product', 'p')}, 1, 10 + p, 10, ${tickets}, 1 from ${n}`,
    `insert into ticketing.booking_order (catalog_id, organization_id, id, reservation_id, item_id, document_id, reference,
       external_reference, customer, created_at)
     select ${catalogIn}::uuid, '${organizationId}', ${order}, ${reservation}, ${idIn('item', 'n')}, ${idIn('document', 'n')},
       'G-' || n, 'X-' || n,
       '{"firstname": "Ada", "lastname": "Bench", "email": "ada@bench.test", "country": "FR", "language": "fr"}',
       at from ${n}`,
    `insert into ticketing.item_ticket (catalog_id, organization_id, id, order_id, position, reference, ticket_id, event_id,
       session_id, updated_at)
     select ${catalogIn}::uuid, '${organizationId}', ${idIn('item-ticket', 'n')}, ${order}, 0, 'GT-' || n, ${idIn('ticket', 'p')},
       ${idIn('event', `p % ${events}`)}, ${idIn('session', `p % ${events}`, 'd', '0')}, at from ${n}`,
  ];
}

/** References of a generated order. */
export const referenceOf = (order: number) => `G-${order}`;
export const externalReferenceOf = (order: number) => `X-${order}`;

/** The n-th of offers that are spread over all catalogues, products and days, the same in every run. */
export function generatedOffer(catalogs: number, n: number): BenchOffer {
  const [c, p, d] = [(n * 7919) % catalogs, (n * 31) % products, (n * 137) % days];
  const e = p % events;
  return {
    catalogId: catalogId(c),
    offerId: idOf('offer', c, p, d),
    productId: idOf('product', c, p),
    chosen: [
      {
        ticketId: idOf('ticket', c, p),
        eventId: idOf('event', c, e),
        sessionId: idOf('session', c, e, d, n % sessionsPerDay),
      },
    ],
  };
}
