import type { Client } from '../client/client';
import type { CallOptions } from '../client/result';
import { ServiceError } from '../client/service-error';
import { type Catalog, otherLanguage } from '../contract/catalog';
import type { EventSummary } from '../contract/event-summary';
import { lastSegment } from '../contract/iri';
import { dayRange, type ListedBooking, type ListedCatalog, type ListedEvent, type Listing } from './listing';

type CatalogueClient = Pick<Client, 'listCatalogs' | 'listEventSummaries' | 'listEvents'>;

/**
 * Reads the events of all catalogues, in `call.language` where a catalogue has it. Rejects with a ServiceError, but not because
 * of one catalogue among others.
 */
export async function readListing(client: CatalogueClient, call: CallOptions): Promise<Listing> {
  const { members: catalogs, complete } = await client.listCatalogs(call);
  const read: Awaited<ReturnType<typeof readEvents>>[] = [];
  // One after another: with many catalogues the service has other readers to serve, too.
  const unread: NonNullable<Listing['unread']>[number][] = [];
  for (const catalog of catalogs) {
    try {
      read.push(await readEvents(client, catalog, call));
    } catch (error) {
      if (!isOfCatalog(error)) throw error;
      unread.push({ catalog: listedCatalog(catalog, call.language), error });
    }
  }
  const [first] = unread;
  if (first !== undefined && read.length === 0) throw first.error;
  return {
    catalogs: read.map(({ catalog }) => catalog),
    unread,
    events: read.flatMap(({ events }) => events),
    complete: complete && read.every((one) => one.complete),
  };
}

/** An answer about this catalogue, and not a service that can't be asked about any. */
function isOfCatalog(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.reason === 'failed' || error.reason === 'unparsable');
}

async function readEvents(client: CatalogueClient, catalog: Catalog, call: CallOptions) {
  const listed = listedCatalog(catalog, call.language);
  const { id } = catalog;
  if (catalog.eventSummaries !== undefined) {
    const found = await client.listEventSummaries(id, call);
    const { members, complete } = found.kind === 'found' ? found.value : { members: [], complete: true };
    const events = members.map((one): ListedEvent => {
      return { catalog: listed, event: one.event, booking: bookingOf(one) };
    });
    return { catalog: listed, events, complete };
  }
  const found = await client.listEvents(id, call);
  const { members, complete } = found.kind === 'found' ? found.value : { members: [], complete: true };
  const events = members.map((event): ListedEvent => ({ catalog: listed, event, booking: null }));
  return { catalog: listed, events, complete };
}

function listedCatalog(catalog: Catalog, asked: string): ListedCatalog {
  const { id, name, timezone, accent } = catalog;
  return { id, name, timezone, accent, lang: otherLanguage(catalog, asked) };
}

/** What a list tells about an event. */
export function bookingOf(summary: EventSummary): ListedBooking {
  const {
    status,
    days,
    daysByPart,
    nextSessionAt,
    fromPrice,
    nextAvailableQuantity = null,
    products,
    giftCard,
  } = summary;
  return {
    status,
    nextSessionAt,
    fromPrice,
    nextAvailableQuantity,
    days: days.map(dayRange),
    daysByPart: daysByPart && {
      morning: daysByPart.morning.map(dayRange),
      afternoon: daysByPart.afternoon.map(dayRange),
      evening: daysByPart.evening.map(dayRange),
    },
    productIds: products.map(lastSegment),
    giftCard,
  };
}
