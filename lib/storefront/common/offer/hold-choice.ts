import { z } from 'zod';
import { addresses } from '../../../contract/iri';
import type { OfferTicket } from '../../../contract/offer';
import { failureReasons, maximumQuantity, type CreateReservationsInput } from '../../../contract/reservation';
import { seatNameSchema } from '../../../contract/seat';

/**
 * What a customer chose on an offer's page. It is sent in the form and, if something was wrong, returned in
 * the page's URL, so that nothing is lost with or without scripts. It contains no personal data.
 */

const sessionPrefix = 'session.';
const quantityPrefix = 'quantity.';
const pricePrefix = 'price.';
/** The field of each seat of the plan, and the one that says whether they count, or the best free ones. */
export const seatField = 'seat';
export const seatingField = 'seating';
export const ownSeating = 'own';
/** The names of the seats in an address, with spaces between them. */
const seatsParameter = 'seats';
const maximumTickets = 20;
/** The most offers that one form holds, each of another type of ticket. */
export const maximumTypes = 12;

/** The name of a ticket's form field, and of its URL parameter. */
export const sessionField = (ticketId: string) => `${sessionPrefix}${ticketId}`;

/** The names of an offer's fields. Those of the page's own offer are short, as they are in links to the page. */
export function offerFields(offerId: string, ownId: string): { quantity: string; price: string } {
  if (offerId === ownId) return { quantity: 'quantity', price: 'price' };
  return { quantity: `${quantityPrefix}${offerId}`, price: `${pricePrefix}${offerId}` };
}

export interface HoldChoice {
  /** By offer identifier. As typed: an invalid number is returned, too. */
  readonly quantities: ReadonlyMap<string, string>;
  /** Session identifiers by ticket identifier. */
  readonly sessions: ReadonlyMap<string, string>;
  /** The prices that were shown, by offer identifier. */
  readonly seenPrices: ReadonlyMap<string, string>;
  /** The names of the numbered seats; missing: the best free ones. */
  readonly seats?: readonly string[];
}

type Values = Iterable<readonly [string, unknown], void>;

/**
 * Reads the choice from a form's fields or a URL's parameters; ignores values that are not short texts. `ownId`: the
 * offer of the page.
 */
export function readChoice(values: Values, ownId: string): HoldChoice {
  const texts = new Map<string, string>();
  const marked: string[] = [];
  let listed: readonly string[] | undefined;
  for (const [name, value] of values) {
    if (typeof value !== 'string') continue;
    if (name === seatField) marked.push(value);
    else if (name === seatsParameter) listed = value.split(' ');
    else if (value.length <= 100) texts.set(name, value);
  }
  const seats = texts.get(seatingField) === ownSeating ? marked : listed;
  const those = (prefix: string, most: number) =>
    [...texts]
      .filter(([name, value]) => name.startsWith(prefix) && value !== '')
      .slice(0, most)
      .map(([name, value]) => [name.slice(prefix.length), value] as const);
  const own = (name: string) => {
    const value = texts.get(name) ?? '';
    return value === '' ? [] : [[ownId, value] as const];
  };
  return {
    quantities: new Map([...those(quantityPrefix, maximumTypes - 1), ...own('quantity')]),
    sessions: new Map(those(sessionPrefix, maximumTickets)),
    seenPrices: new Map([...those(pricePrefix, maximumTypes - 1), ...own('price')]),
    ...(seats === undefined ? {} : { seats: seatNames(seats) }),
  };
}

/** Those that can be names of seats, each once. */
export function seatNames(texts: readonly string[]): string[] {
  const names = texts.filter((text) => seatNameSchema.safeParse(text).success);
  return [...new Set(names)].slice(0, maximumQuantity);
}

export function choiceQuery(
  { quantities, sessions, seats }: Pick<HoldChoice, 'quantities' | 'sessions' | 'seats'>,
  ownId: string,
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [offer, quantity] of quantities) query[offerFields(offer, ownId).quantity] = quantity;
  for (const [ticket, session] of sessions) query[sessionField(ticket)] = session;
  if (seats !== undefined) query[seatsParameter] = seats.join(' ');
  return query;
}

/** Why nothing was held: the service's reasons for refusing, and our own. */
const reasonSchema = z.enum([
  ...failureReasons,
  'UNKNOWN',
  'price',
  'unpriced',
  'quantity',
  'session',
  'typeSession',
  'seats',
  'invalid',
  'overlap',
  'tight',
  'basket',
  'network',
  'busy',
  'unavailable',
]);

const priceSchema = z.string().regex(/^\d{1,6}\.\d{2}$/);

/** A price from an address; undefined if it is none. */
export const shownAmount = (text: string | undefined): string | undefined => priceSchema.safeParse(text).data;

/** As in addresses, where the code is called `problem`. */
const problemSchema = z
  .object({
    problem: reasonSchema,
    /** How many are left, for INSUFFICIENT_QUANTITY; how many more may be held, for `basket` and `network`. */
    left: z.coerce.number().int().min(0).max(10_000).optional().catch(undefined),
    /** In how many minutes the hold may succeed, for `network`. */
    minutes: z.coerce.number().int().min(1).max(1440).optional().catch(undefined),
    /** The offer that could not be held, if there are several. */
    offer: z.guid().optional().catch(undefined),
    before: priceSchema.optional().catch(undefined),
    /** The names of the seats that are taken, and of free ones in their place, for SEAT_TAKEN. */
    taken: z.string().max(6_000).optional().catch(undefined),
    nearest: z.string().max(6_000).optional().catch(undefined),
  })
  .transform(({ problem: code, ...details }) => ({ code, ...details }));

export type HoldProblem = z.infer<typeof problemSchema>;

export function readProblem(parameters: Readonly<Record<string, unknown>>): HoldProblem | null {
  return problemSchema.safeParse(parameters).data ?? null;
}

/** The choice with the free seats that were offered in place of those that are taken. */
export function withNearest(choice: HoldChoice, { taken, nearest = '' }: HoldProblem): HoldChoice {
  if (choice.seats === undefined || taken === undefined) return choice;
  const gone = taken.split(' ');
  const kept = choice.seats.filter((name) => !gone.includes(name));
  return { ...choice, seats: seatNames([...kept, ...nearest.split(' ')]) };
}

type Checked<Value> = { kind: 'ok'; value: Value } | { kind: 'problem'; problem: HoldProblem };

export interface Wanted {
  readonly offerId: string;
  readonly quantity: number;
}

const parseQuantity = (text: string) => (/^\d{1,2}$/.test(text) ? Number(text) : Infinity);

/** What of a choice in an address can be held: a link may ask for anything. */
export function holdableQuantities(choice: HoldChoice, maximum: number): HoldChoice['quantities'] {
  const holdable = [...choice.quantities].filter(([, text]) => parseQuantity(text) <= maximum);
  return new Map(holdable.some(([, text]) => parseQuantity(text) > 0) ? holdable : []);
}

/** The offers of which the customer wants some, the page's own first if it is among them; or what is wrong. */
export function wantedOffers(choice: HoldChoice, ownId: string, maximum: number): Checked<Wanted[]> {
  const wanted: Wanted[] = [];
  for (const [offerId, text] of choice.quantities) {
    const quantity = parseQuantity(text);
    if (quantity > maximum) return { kind: 'problem', problem: aboutOffer('quantity', offerId, choice) };
    if (quantity > 0) wanted.push({ offerId, quantity });
  }
  if (wanted.length === 0) return { kind: 'problem', problem: { code: 'quantity' } };
  return {
    kind: 'ok',
    value: wanted.sort((a, b) => Number(b.offerId === ownId) - Number(a.offerId === ownId)),
  };
}

/** Names the offer if the form has several. */
export function aboutOffer(
  code: HoldProblem['code'],
  offerId: string,
  { quantities }: HoldChoice,
): HoldProblem {
  return quantities.size > 1 ? { code, offer: offerId } : { code };
}

/** The tickets of the page's own offer for which a session is still to be chosen. */
export function ticketsWithoutSession(choice: HoldChoice, tickets: readonly OfferTicket[]): OfferTicket[] {
  const isOpen = ({ id, dateAccess, sessions }: OfferTicket) =>
    !dateAccess && !sessions.some((session) => session.id === choice.sessions.get(id));
  return tickets.filter(isOpen);
}

/**
 * An offer in the form that the service accepts (§4.2), with the chosen sessions. Null if one of its tickets gives
 * access to none of them.
 */
export function toReservationItem(
  { catalogId, offerId, quantity }: Wanted & { readonly catalogId: string },
  choice: HoldChoice,
  tickets: readonly OfferTicket[],
): CreateReservationsInput['items'][number] | null {
  const chosen = new Set(choice.sessions.values());
  const ticketSessions: { ticket: string; session?: string }[] = [];
  for (const ticket of tickets) {
    const path = addresses.ticket(catalogId, offerId, ticket.id);
    if (ticket.dateAccess) {
      ticketSessions.push({ ticket: path });
      continue;
    }
    // Tickets of another offer have other identifiers, so their session is the one that was chosen for this offer's.
    const own = choice.sessions.get(ticket.id);
    const session = ticket.sessions.find(({ id }) => (own === undefined ? chosen.has(id) : id === own));
    if (session === undefined) return null;
    // The path exactly as the service wrote it: only the service knows the event that the session belongs to.
    ticketSessions.push({ ticket: path, session: session['@id'] });
  }
  return { quantity, offer: addresses.offer(catalogId, offerId), ticketSessions };
}
