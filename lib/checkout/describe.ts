import type { Client } from '../client/client';
import { ServiceError } from '../client/service-error';
import { lastSegment } from '../contract/iri';
import type { ReservationItem } from '../contract/reservation';
import type { Language } from '../locale/languages';
import type { Hold, Line, LineTicket } from './checkout';
import { saveDescription } from './hold-store';
import { offerIdOf } from './reserve';
import type { Rooms } from './rooms';

/**
 * What is held, in words of a language. Asked for once and kept; where the service can't tell it (any more), the words
 * of another language are better than none.
 */
export async function describe(
  rooms: Pick<Rooms, 'client' | 'database' | 'report'>,
  holds: readonly Hold[],
  language: Language,
): Promise<Line[]> {
  const described = await Promise.all(holds.map((hold) => describeHold(rooms, hold, language)));
  return described.flat();
}

async function describeHold(
  { client, database, report }: Pick<Rooms, 'client' | 'database' | 'report'>,
  hold: Hold,
  language: Language,
): Promise<Line[]> {
  const kept = hold.descriptions[language];
  if (kept !== undefined) return kept;
  try {
    const lines = await Promise.all(
      hold.reservation.items.map((item) => describeItem(client, hold.catalogId, item, language)),
    );
    const known = lines.filter((line) => line !== null);
    if (known.length === lines.length) {
      await database.transaction((transaction) => saveDescription(transaction, hold.id, language, known));
      return known;
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'what is held could not be described', { hold: hold.id, reason: error.reason });
  }
  return (
    Object.values(hold.descriptions)[0] ??
    hold.reservation.items.map((item) => bareLine(hold.catalogId, item))
  );
}

/** Null when the catalogue has forgotten the offer. */
async function describeItem(
  client: Client,
  catalogId: string,
  item: ReservationItem,
  language: Language,
): Promise<Line | null> {
  const [catalog, offer, places] = await Promise.all([
    client.getCatalog(catalogId, { language }),
    client.getOffer(catalogId, offerIdOf(item), { language }),
    Promise.all(
      item.offerTickets.map(({ session }) => placeOf(client, catalogId, session ?? null, language)),
    ),
  ]);
  if (catalog.kind === 'missing' || offer.kind === 'missing' || places.includes(null)) return null;
  const names = new Map(offer.value.tickets.map((ticket) => [ticket['@id'], ticket.name]));
  return {
    ...bareLine(catalogId, item),
    catalogName: catalog.value.name,
    timezone: catalog.value.timezone ?? null,
    productName: offer.value.product.name,
    date: offer.value.date,
    tickets: item.offerTickets.map(({ ticket }, index) => ({
      name: names.get(ticket) ?? '',
      ...(places[index] ?? anyTime),
    })),
  };
}

type Place = Omit<LineTicket, 'name'>;
const anyTime: Place = { occursAt: null, sessionName: null, event: null };

/** Null when the catalogue has forgotten the session. */
async function placeOf(
  client: Client,
  catalogId: string,
  session: string | null,
  language: Language,
): Promise<Place | null> {
  if (session === null) return anyTime;
  const eventId = /\/events\/([^/]+)\/sessions\//.exec(session)?.[1];
  if (eventId === undefined) return null;
  const [found, event] = await Promise.all([
    client.getSession(catalogId, eventId, lastSegment(session), { language }),
    client.getEvent(catalogId, eventId, { language }),
  ]);
  if (found.kind === 'missing' || event.kind === 'missing') return null;
  const { id, name, venue } = event.value;
  return {
    occursAt: found.value.occursAt,
    sessionName: found.value.name ?? null,
    event: { id, name, venue: venue?.name ?? null },
  };
}

/** What the reservation itself tells. */
function bareLine(catalogId: string, item: ReservationItem): Line {
  return {
    catalogId,
    catalogName: '',
    timezone: null,
    productId: lastSegment(item.product),
    productName: '',
    date: null,
    quantity: item.quantity,
    unitAmount: item.unitAmountInclTax,
    totalAmount: item.totalAmountInclTax,
    tickets: item.offerTickets.map(() => ({ name: '', ...anyTime })),
  };
}
