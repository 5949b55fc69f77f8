import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds, boundRows } from '@/lib/database/bound-rows';
import { type FeedDifference, type FeedKind, mostOfDifference } from '@/lib/contract/feed-import';
import { addresses } from '@/lib/contract/iri';
import type { Reader } from '@/lib/database/database';
import { localize } from '@/lib/locale/languages';
import { withSetPrice } from '../catalog/override-conditions';
import type { FeedCapacity } from './feed-rows';
import type { Noted, NotedSession } from './difference';

// Writing a list of many more identifiers at once would delay other requests.
const idsAtOnce = 20_000;

const capacityRow = z.object({
  kind: z.enum(['session', 'offer']),
  id: z.string(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  held: z.int(),
  sold: z.int(),
  total: z.int(),
});

export type NotedCapacity = Omit<z.infer<typeof capacityRow>, 'total'>;

/**
 * The limits of sessions and offers that differ from those that a feed gives: how many, and the first. Read before
 * the feed is written.
 */
export async function changedCapacities(
  reader: Reader,
  catalogId: string,
  capacities: readonly FeedCapacity[],
): Promise<{ count: number; first: NotedCapacity[] }> {
  let count = 0;
  const first: NotedCapacity[] = [];
  for (let start = 0; start < capacities.length; start += idsAtOnce) {
    const part = capacities.slice(start, start + idsAtOnce).map((one) => ({
      id: one.counterId,
      capacity: one.capacity,
      sale_limit: one.capacity === null ? null : one.saleLimit,
    }));
    const found = await reader.rows(
      capacityRow,
      sql`select known.kind, known.id, least(counter.capacity, counter.sale_limit) as from,
            least(asked.capacity, asked.sale_limit) as to, coalesce(counter.held, 0) as held,
            coalesce(counter.sold, 0) as sold, (count(*) over ())::int as total
          from ${boundRows(part, 'asked (id uuid, capacity int, sale_limit int)')}
          join (
            select 'session' as kind, id, day from ticketing.session
            where catalog_id = ${catalogId} and retired_at is null
            union all
            select 'offer', id, day from ticketing.offer where catalog_id = ${catalogId} and retired_at is null
          ) known using (id)
          left join ticketing.counter on counter.catalog_id = ${catalogId} and counter.id = known.id
          where (counter.capacity, counter.sale_limit) is distinct from (asked.capacity, asked.sale_limit)
          order by known.day, known.id limit ${mostOfDifference}`,
    );
    count += found[0]?.total ?? 0;
    for (const { kind, id, from, to, held, sold } of found)
      if (first.length < mostOfDifference) first.push({ kind, id, from, to, held, sold });
  }
  return { count, first };
}

const soldRow = z.object({ id: z.string(), tickets: z.int() });

/** How many tickets were sold for each of these sessions, used ones too; those without are left out. */
async function soldTickets(
  reader: Reader,
  catalogId: string,
  sessions: readonly NotedSession[],
): Promise<Map<string, number>> {
  const sold = new Map<string, number>();
  for (let start = 0; start < sessions.length; start += idsAtOnce) {
    const ids = sessions.slice(start, start + idsAtOnce).map(({ id }) => id);
    const found = await reader.rows(
      soldRow,
      sql`select session_id as id, count(*)::int as tickets from ticketing.item_ticket
          where catalog_id = ${catalogId} and session_id in ${boundIds(ids)}
            and status <> 'cancelled' group by session_id`,
    );
    for (const { id, tickets } of found) sold.set(id, tickets);
  }
  return sold;
}

const text = z.record(z.string(), z.string()).nullable();
const labelRow = z.object({
  id: z.string(),
  name: text,
  code: z.string(),
  date: z.string().nullable(),
  occursAt: z.date().nullable(),
});
type Label = z.infer<typeof labelRow>;

/** The names of things of any kind, also retired ones, after the feed was written. */
async function readLabels(
  reader: Reader,
  catalogId: string,
  things: readonly { kind: FeedKind; id: string }[],
): Promise<Map<string, Label>> {
  const ids = (kind: FeedKind) => boundIds(things.filter((thing) => thing.kind === kind).map(({ id }) => id));
  const found = await reader.rows(
    labelRow,
    sql`select id, null::jsonb as name, code, null::text as date, null::timestamptz as "occursAt"
        from ticketing.form where catalog_id = ${catalogId} and id in ${ids('form')}
        union all
        select id, name, key, null, null from ticketing.event
        where catalog_id = ${catalogId} and id in ${ids('event')}
        union all
        select session.id, coalesce(session.name, event.name), session.key, session.day::text, session.occurs_at
        from ticketing.session
        join ticketing.event on event.catalog_id = session.catalog_id and event.id = session.event_id
        where session.catalog_id = ${catalogId} and session.id in ${ids('session')}
        union all
        select id, name, key, null, null from ticketing.product
        where catalog_id = ${catalogId} and id in ${ids('product')}
        union all
        select id, name, key, null, null from ticketing.ticket
        where catalog_id = ${catalogId} and id in ${ids('ticket')}
        union all
        select offer.id, product.name, offer.key, offer.day::text, null from ticketing.offer
        join ticketing.product on product.catalog_id = offer.catalog_id and product.id = offer.product_id
        where offer.catalog_id = ${catalogId} and offer.id in ${ids('offer')}`,
  );
  return new Map(found.map((label) => [label.id, label]));
}

const inForceRow = z.object({ id: z.string() });

/** Which of these offers have a price that staff have set. */
async function overridden(reader: Reader, catalogId: string, ids: readonly string[]): Promise<Set<string>> {
  const found = await reader.rows(
    inForceRow,
    sql`select offer.id from ticketing.offer ${withSetPrice}
        where offer.catalog_id = ${catalogId} and priced.price is not null
          and offer.id in ${boundIds(ids)}`,
  );
  return new Set(found.map(({ id }) => id));
}

interface Languages {
  /** The language to answer in, and the catalogue's own. */
  language: string;
  own: string;
}

/** The name, day and time of a thing by its id, in a language. */
function shownAs(labels: ReadonlyMap<string, Label>, { language, own }: Languages) {
  return (id: string) => {
    const label = labels.get(id);
    if (label === undefined) throw new Error(`${id} has no name`);
    const { name, code, date, occursAt } = label;
    return {
      name: name === null ? code : localize(name, language, own),
      date,
      occursAt: occursAt === null ? null : occursAt.toISOString(),
    };
  };
}

/** Those of which tickets were sold; of a session that takes place again there is nothing to tell. */
function concernedSessions(sessions: readonly NotedSession[], sold: ReadonlyMap<string, number>) {
  return sessions.flatMap(({ what, ...one }) =>
    what === 'restored' || !sold.has(one.id) ? [] : [{ ...one, what }],
  );
}

/** What an import changed, with names. Called in its transaction, after the feed was written. */
export async function readDifference(
  reader: Reader,
  catalogId: string,
  { noted, capacities }: { noted: Noted; capacities: { count: number; first: readonly NotedCapacity[] } },
  { language, own }: Languages,
): Promise<FeedDifference> {
  const sold = await soldTickets(reader, catalogId, noted.sessions);
  const concerned = concernedSessions(noted.sessions, sold);
  const first = concerned.slice(0, mostOfDifference);
  const prices = noted.prices.kept;
  const ofKind = (kind: FeedKind) => (one: { id: string }) => ({ kind, id: one.id });
  const [labels, set] = await Promise.all([
    readLabels(reader, catalogId, [
      ...noted.things,
      ...prices.map(ofKind('offer')),
      ...capacities.first,
      ...first.map(ofKind('session')),
    ]),
    overridden(
      reader,
      catalogId,
      prices.map(({ id }) => id),
    ),
  ]);
  const shown = shownAs(labels, { language, own });
  const ofOffer = (id: string) => {
    const { name, date } = shown(id);
    if (date === null) throw new Error(`the offer ${id} has no day`);
    return { product: name, date };
  };
  const ofLimit = (id: string) => {
    const { date, ...others } = shown(id);
    if (date === null) throw new Error(`${id} has no day`);
    return { date, ...others };
  };
  return {
    things: noted.things.map((thing) => ({ ...thing, ...shown(thing.id) })),
    priceCount: noted.prices.length,
    prices: prices.map(({ id, from, to }) => ({
      offer: addresses.offer(catalogId, id),
      ...ofOffer(id),
      from,
      to,
      overridden: set.has(id),
    })),
    capacityCount: capacities.count,
    capacities: capacities.first.map((one) => ({ ...one, ...ofLimit(one.id) })),
    soldSessionCount: concerned.length,
    soldSessions: first.map(({ id, what, from, to }) => ({
      session: id,
      name: shown(id).name,
      what,
      from,
      to,
      tickets: sold.get(id) ?? 0,
    })),
    soldTickets: countTickets(concerned, sold),
  };
}

/** How many tickets of these sessions were sold; a session may be there twice. */
function countTickets(sessions: readonly { id: string }[], sold: ReadonlyMap<string, number>): number {
  const ids = new Set(sessions.map(({ id }) => id));
  return [...ids].reduce((sum, id) => sum + (sold.get(id) ?? 0), 0);
}
