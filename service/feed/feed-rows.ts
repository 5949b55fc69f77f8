import { v5 as uuidFrom } from 'uuid';
import { mostUnits, type ParsedFeed } from '@/lib/contract/feed';
import { dayIn, endOfDay } from '../session/local-time';

/** The identifier of something of a catalogue, made of the issuer's own key, so that it never changes. */
export function idOf(catalogId: string, kind: string, ...keys: string[]): string {
  return uuidFrom([kind, ...keys].map(encodeURIComponent).join('/'), catalogId);
}

/** The rows of a feed, named as the columns are. */
export function feedRows(feed: ParsedFeed, catalogId: string, organizationId: string) {
  const { timezone } = feed.catalog;
  return {
    form: feed.forms.map(({ key, fields }) => ({ id: idOf(catalogId, 'form', key), code: key, fields })),
    event: feed.events.map(({ key, name, description, image, venue }, position) => {
      return { id: idOf(catalogId, 'event', key), key, position, name, description, image, venue };
    }),
    session: feed.events.flatMap((event) =>
      event.sessions.map(({ key, occursAt, duration, name, description, status, tag, ...sale }) => ({
        id: idOf(catalogId, 'session', event.key, key),
        event_id: idOf(catalogId, 'event', event.key),
        key,
        occurs_at: new Date(occursAt).toISOString(),
        day: dayIn(occursAt, timezone),
        duration,
        name,
        description,
        status,
        sale_starts_at: momentOrNull(sale.saleStartsAt),
        sale_ends_at: momentOrNull(sale.saleEndsAt),
        tag,
      })),
    ),
    product: feed.products.map((product, position) => ({
      id: idOf(catalogId, 'product', product.key),
      key: product.key,
      position,
      name: product.name,
      description: product.description,
      image: product.image,
      product_base_id:
        product.productBase === null ? null : idOf(organizationId, 'product_base', product.productBase),
      vat_rate: product.vatRate,
      realtime_price_required: product.realtimePriceRequired,
      form_ids: product.forms.map((key) => idOf(catalogId, 'form', key)),
    })),
    ticket: feed.products.flatMap((product) =>
      product.tickets.map(({ key, event, name, description, dateAccess, tag }, position) => ({
        id: idOf(catalogId, 'ticket', product.key, key),
        product_id: idOf(catalogId, 'product', product.key),
        event_id: idOf(catalogId, 'event', event),
        key,
        position,
        name,
        description,
        date_access: dateAccess,
        tag,
      })),
    ),
    offer: offerRows(feed, catalogId),
  };
}

function momentOrNull(moment: string | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

function offerRows(feed: ParsedFeed, catalogId: string) {
  const { timezone } = feed.catalog;
  return feed.products.flatMap((product) =>
    product.offers.map((offer) => ({
      id: idOf(catalogId, 'offer', product.key, offer.date),
      product_id: idOf(catalogId, 'product', product.key),
      key: `${product.key}/${offer.date}`,
      day: offer.date,
      price: offer.price,
      original_price: offer.originalPrice ?? offer.price,
      price_excl_tax: offer.priceExclTax,
      sale_starts_at: momentOrNull(offer.saleStartsAt),
      sale_ends_at: (offer.saleEndsAt === null
        ? endOfDay(offer.date, timezone)
        : new Date(offer.saleEndsAt)
      ).toISOString(),
    })),
  );
}

/** The limits of a feed's sessions and offers, each with where in the feed it stands. */
export function feedCapacities(feed: ParsedFeed, catalogId: string) {
  return [
    ...feed.events.flatMap((event, i) =>
      event.sessions.map(({ key, ...limits }, j) => ({
        counterId: idOf(catalogId, 'session', event.key, key),
        ...limitsOf(limits),
        path: ['events', i, 'sessions', j, 'capacity'],
      })),
    ),
    ...feed.products.flatMap((product, i) =>
      product.offers.map(({ date, ...limits }, j) => ({
        counterId: idOf(catalogId, 'offer', product.key, date),
        ...limitsOf(limits),
        path: ['products', i, 'offers', j, 'capacity'],
      })),
    ),
  ];
}

/** What is sold is counted only where there is a capacity: one that is no limit stands beside a sale limit alone. */
function limitsOf({ capacity, remaining }: { capacity: number | null; remaining: number | null }) {
  return { capacity: capacity ?? (remaining === null ? null : mostUnits), saleLimit: remaining };
}

/** The languages that every event and product is named in, the catalogue's own first. */
export function feedLanguages({ catalog, events, products }: ParsedFeed): string[] {
  const named = [...events, ...products].map(({ name }) => name);
  const others = Object.keys(catalog.name).filter(
    (language) => language !== catalog.language && named.every((name) => language in name),
  );
  return [catalog.language, ...others.sort()];
}
