import { v7 as newId } from 'uuid';
import { addresses } from '../../../contract/iri';
import type { Offer, OfferTicket } from '../../../contract/offer';
import { emailTranslator } from '../../../locale/email-messages';
import type { Language } from '../../../locale/languages';
import { addDays } from '../../../locale/calendar';
import { formatDay, venueDay, venueDayStart, venueTime } from '../../../locale/venue-time';
import type { CheckoutContext } from '../../context';
import { enqueueWaitingMail } from '../../data/mail-store';
import { isEnough, mostTickets, stockOf } from '../../rules/waiting-entry';
import { insertEntry } from '../../data/list-store';

export interface JoinRequest {
  catalogId: string;
  offerId: string;
  /** The chosen sessions, by the tickets' identifiers. */
  sessions: ReadonlyMap<string, string>;
  quantity: number;
  email: string;
  language: Language;
}

export type Joined =
  /** Also for an address that waits for the same already: nobody learns who is on a list. */
  | { kind: 'joined' }
  /** More than one person may wait for. */
  | { kind: 'quantity' }
  /** A session is still to be chosen for this ticket. */
  | { kind: 'session'; ticketId: string }
  /** There are enough: nobody has to wait. */
  | { kind: 'available' }
  /** It has begun, or is no longer in the catalogue. */
  | { kind: 'nothing_to_wait_for' };

/** Adds somebody to the waiting list of an offer. Throws a ServiceError if the service can't be asked. */
export async function joinWaitingList(context: CheckoutContext, request: JoinRequest): Promise<Joined> {
  const { catalogId, offerId, language, quantity } = request;
  const { client, database } = context;
  if (quantity > mostTickets(context, catalogId)) return { kind: 'quantity' };
  const call = { language, fresh: true };
  const [catalog, offer, tickets] = await Promise.all([
    client.getCatalog(catalogId, { language }),
    client.getOffer(catalogId, offerId, call),
    client.listTickets(catalogId, offerId, call),
  ]);
  if (catalog.kind === 'missing' || offer.kind === 'missing' || tickets.kind === 'missing')
    return { kind: 'nothing_to_wait_for' };
  const { members } = tickets.value;
  const chosen = members.map((ticket) => ({ ticket, session: findSession(ticket, request) }));
  const open = chosen.find(({ ticket, session }) => !ticket.dateAccess && session === undefined);
  if (open !== undefined) return { kind: 'session', ticketId: open.ticket.id };
  const timezone = catalog.value.timezone ?? undefined;
  const endsAt = endOf(offer.value, chosen, timezone);
  if (endsAt.getTime() <= Date.now()) return { kind: 'nothing_to_wait_for' };
  const ticketSessions = chosen.map(({ ticket, session }) => ({
    ticket: addresses.ticket(catalogId, offerId, ticket.id),
    ...(session === undefined ? {} : { session: session['@id'] }),
  }));
  if (isEnough(stockOf(offer.value.availableQuantity, members), { quantity, ticketSessions }))
    return { kind: 'available' };
  const id = newId();
  const entry = {
    id,
    catalogId,
    offerId,
    language,
    quantity,
    ticketSessions,
    endsAt,
    email: request.email.toLowerCase(),
    choice: chosen.flatMap(({ session }) => session?.id ?? []).join(' '),
    productName: offer.value.product.name,
    day: offer.value.date,
    details: chosen.map((one) => detailOf(one, offer.value.date, language, timezone)),
    timezone: timezone ?? null,
  };
  await database.transaction(async (transaction) => {
    if (await insertEntry(transaction, entry)) await enqueueWaitingMail(transaction, id, 'waiting_joined');
  });
  return { kind: 'joined' };
}

type Session = OfferTicket['sessions'][number];
interface Chosen {
  ticket: OfferTicket;
  session: Session | undefined;
}

function findSession(ticket: OfferTicket, { sessions }: JoinRequest): Session | undefined {
  if (ticket.dateAccess) return undefined;
  const chosen = sessions.get(ticket.id);
  return ticket.sessions.find(({ id }) => id === chosen);
}

/** Without sessions it is the end of the day, anywhere on earth: until then the service may still sell it. */
function endOf({ date }: Offer, chosen: readonly Chosen[], timezone: string | undefined): Date {
  const begins = chosen.flatMap(({ session }) =>
    session === undefined ? [] : [Date.parse(session.occursAt)],
  );
  if (begins.length > 0) return new Date(Math.min(...begins));
  const next = addDays(date, 1);
  return timezone === undefined
    ? new Date(Date.parse(`${next}T00:00:00Z`) + 12 * 3_600_000)
    : venueDayStart(next, timezone);
}

function detailOf(
  { ticket, session }: Chosen,
  date: string,
  language: Language,
  timezone: string | undefined,
): string {
  const moment =
    session === undefined
      ? `${formatDay(date, language, 'long')}, ${emailTranslator(language)('email.anyTime')}`
      : `${formatDay(venueDay(session.occursAt, timezone), language, 'long')}, ${venueTime(session.occursAt, timezone)}`;
  const place = session?.event?.venue?.name ?? '';
  return [session?.event?.name ?? ticket.name, place, moment].filter((part) => part !== '').join(' · ');
}
