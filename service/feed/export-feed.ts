import type { ParsedFeed } from '@/lib/contract/feed';
import type { Reader } from '@/lib/database/database';
import { inSlices } from '../http/in-slices';
import { InvalidRequest } from '../http/problem';
import { jsonPath } from '../http/violations';
import { canonicalText, type FeedText } from './canonical-feed';
import { type CatalogRows, readCatalogRows } from './export-store';

/**
 * The feed of a catalogue, from its tables: who imports it into an empty service gets the same catalogue, and the same text
 * again. Null if there is no such catalogue.
 */
export async function exportFeed(reader: Reader, catalogId: string): Promise<FeedText | null> {
  const rows = await readCatalogRows(reader, catalogId);
  return rows === null ? null : inSlices(textOf(rows));
}

function* textOf(rows: CatalogRows): Generator<undefined, FeedText> {
  return yield* canonicalText(yield* feedOf(rows));
}

type Event = ParsedFeed['events'][number];
type Product = ParsedFeed['products'][number];

function* feedOf(rows: CatalogRows): Generator<undefined, ParsedFeed> {
  const { key, name, language, timezone, issuer, priceSource, accent } = rows.catalog;
  return {
    format: 'ticketing-feed/1',
    catalog: { key, name, language, timezone, issuer, priceSource, accent },
    forms: rows.forms.map(({ code, fields }) => ({ key: code, fields })),
    seatPlans: rows.seatPlans.map(({ plan }) => plan),
    events: yield* eventsOf(rows),
    products: yield* productsOf(rows),
  };
}

function* eventsOf({ events, sessions, seatPlans }: CatalogRows): Generator<undefined, Event[]> {
  const plans = new Map(seatPlans.map(({ id, plan }) => [id, plan.key]));
  const found = new Map<string, Event>();
  for (const { id, ...event } of events) found.set(id, { ...event, sessions: [] });
  for (const { eventId, occursAt, saleLimit, seatPlanId, saleStartsAt, saleEndsAt, ...session } of sessions) {
    yield;
    found.get(eventId)?.sessions.push({
      ...session,
      remaining: saleLimit,
      occursAt: occursAt.toISOString(),
      saleStartsAt: iso(saleStartsAt),
      saleEndsAt: iso(saleEndsAt),
      seatPlan: plans.get(seatPlanId ?? '') ?? null,
    });
  }
  return [...found.values()];
}

function* productsOf({
  products,
  tickets,
  offers,
  events,
  forms,
}: CatalogRows): Generator<undefined, Product[]> {
  const eventKeys = new Map(events.map(({ id, key }) => [id, key]));
  const formKeys = new Map(forms.map(({ id, code }) => [id, code]));
  const found = new Map<string, Product>();
  for (const [i, { id, productBaseId, formIds, vatRate, ...product }] of products.entries()) {
    if (productBaseId !== null && product.productBase === null) throw unknownBase(i);
    found.set(id, {
      ...product,
      vatRate: vatRate === null ? null : Number(vatRate),
      forms: formIds.map((form) => formKeys.get(form) ?? missing('form', form)),
      tickets: [],
      offers: [],
    });
  }
  for (const { productId, eventId, ...ticket } of tickets)
    found
      .get(productId)
      ?.tickets.push({ ...ticket, event: eventKeys.get(eventId) ?? missing('event', eventId) });
  for (const { productId, day, saleLimit, saleStartsAt, saleEndsAt, ...offer } of offers) {
    yield;
    found.get(productId)?.offers.push({
      ...offer,
      date: day,
      remaining: saleLimit,
      saleStartsAt: iso(saleStartsAt),
      saleEndsAt: saleEndsAt.toISOString(),
    });
  }
  return [...found.values()];
}

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

function missing(kind: string, id: string): never {
  throw new Error(`the catalogue refers to the ${kind} ${id}, which it does not have`);
}

/** The rows of earlier releases have only the identifier of the base, which does not tell its key. */
const unknownBase = (index: number) =>
  new InvalidRequest([
    { path: jsonPath(['products', index, 'productBase']), code: 'regex', messageKey: 'unknownBase' },
  ]);
