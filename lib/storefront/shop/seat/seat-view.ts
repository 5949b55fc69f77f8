import { ServiceError } from '../../../client/service-error';
import { type SeatPlan, seatsOfPlan } from '../../../contract/seat';
import type { Offer } from '../../../contract/offer';
import type { Session } from '../../../contract/session';
import type { Language } from '../../../locale/languages';
import { commonName, nameAfter } from '../../../locale/short-name';
import { compareAmounts } from '../../../money/money';
import { getAppContext } from '../../../runtime/app-context';
import { noteOfRequest } from '../../../runtime/request-state';
import { ticketsForSeats } from '../../../shop/rules/tickets-for-seats';
import {
  type HoldChoice,
  offerFields,
  ownSeating,
  seatField,
  seatingField,
  sessionField,
} from '../../common/offer/hold-choice';
import { isOverSeveral } from '../../common/offer/combination';
import { sessionBeforehand } from '../../common/offer/offer-choice';
import type { OfferPage } from '../../common/offer/offers';

/** What is sold of a zone. */
export interface ZonePrices {
  readonly key: string;
  readonly name: string;
  readonly prices: readonly { readonly product: string; readonly amount: string }[];
  /** The lowest price; null: nothing of the zone is sold here. */
  readonly least: string | null;
}

/** What the part of an offer's form shows that is about numbered seats. */
export interface SeatView {
  /** Null: no time is chosen yet, or the plan can't be shown: then the best free seats are given. */
  readonly shown: {
    readonly session: Session;
    readonly plan: SeatPlan;
    readonly taken: ReadonlySet<string>;
    readonly zones: readonly ZonePrices[];
    /** The zones of the tickets of the form, by the fields of their numbers; null: for any seat. */
    readonly ticketZones: Readonly<Record<string, string | null>>;
  } | null;
  /** The house has too many seats for a plan on this page. */
  readonly isTooLarge: boolean;
  /** There are several times with seats on this day. */
  readonly hasTimes: boolean;
  readonly marked: ReadonlySet<string>;
  /** The customer wants to choose. */
  readonly isOwn: boolean;
  /** The names of the form's fields, and the value with which the marked seats count. */
  readonly fields: Readonly<Record<'seat' | 'seating' | 'own' | 'session', string>>;
}

/** A plan of more seats would make the page larger than half a megabyte. */
const mostSeats = 1_200;

/** The part of the form about numbered seats; null: no session of the offer has any. */
export async function readSeatView(
  page: Pick<OfferPage, 'tickets' | 'types' | 'offer'>,
  choice: HoldChoice,
  linkedSession: string | undefined,
  language: Language,
): Promise<SeatView | null> {
  const seated = page.tickets.filter(({ sessions }) =>
    sessions.some(({ seatPlan }) => (seatPlan ?? null) !== null),
  );
  const [ticket, ...others] = seated;
  if (ticket === undefined) return null;
  const view = {
    hasTimes: ticket.sessions.length > 1,
    marked: new Set(choice.seats),
    isOwn: choice.seats !== undefined,
    isTooLarge: false,
    fields: { seat: seatField, seating: seatingField, own: ownSeating, session: sessionField(ticket.id) },
  };
  const chosen = sessionBeforehand(ticket, choice, linkedSession, isOverSeveral(page.tickets));
  const session = ticket.sessions.find(({ id }) => id === chosen);
  const path = session?.seatPlan ?? null;
  // Which seats are of which event could not be said in one list of names.
  if (session === undefined || path === null || others.length > 0) return { ...view, shown: null };
  const read = await readPlan(session['@id'], path, language);
  if (read === null) return { ...view, shown: null };
  if (seatsOfPlan(read.plan).length > mostSeats) return { ...view, shown: null, isTooLarge: true };
  const ticketZones = Object.fromEntries(
    page.types.map(({ offer }) => [offerFields(offer.id, page.offer.id).quantity, zoneOf(offer)]),
  );
  return { ...view, shown: { session, ...read, zones: zonesOf(read.plan, page), ticketZones } };
}

/** Whose seats the tickets of an offer take; null: any. */
function zoneOf({ tickets }: Pick<Offer, 'tickets'>): string | null {
  return tickets.map(({ zone = null }) => zone).find((zone) => zone !== null) ?? null;
}

/**
 * How many tickets the marked seats need, by offer, where the form had another number of them; null: not known, or no seat is
 * marked.
 */
export function ticketsForMarked(
  { shown, marked }: Pick<SeatView, 'shown' | 'marked'>,
  types: OfferPage['types'],
  { quantities }: Pick<HoldChoice, 'quantities'>,
): ReadonlyMap<string, number> | null {
  if (shown === null) return null;
  const seats = seatsOfPlan(shown.plan).filter(({ name }) => marked.has(name));
  if (seats.length === 0) return null;
  const counts = ticketsForSeats(
    types.map(({ offer, maximum }) => ({
      zone: zoneOf(offer),
      count: Number(quantities.get(offer.id) ?? 0) || 0,
      maximum,
    })),
    seats.map(({ zone }) => zone),
  );
  return counts === null ? null : new Map(types.map(({ offer }, i) => [offer.id, counts[i] ?? 0]));
}

/** Null: the service does not have it, or can't be asked now. */
async function readPlan(session: string, path: string, language: Language) {
  const { client, log } = await getAppContext();
  try {
    const [plan, seats] = await Promise.all([
      client.getSeatPlan(path, { language }),
      client.getSessionSeats(session, { language }),
    ]);
    if (plan.kind === 'missing' || seats.kind === 'missing') return null;
    return { plan: plan.value, taken: new Set(seats.value.taken) };
  } catch (error) {
    // Without the plan the best free seats can still be held.
    if (!(error instanceof ServiceError)) throw error;
    noteOfRequest({ isServiceUnavailable: true });
    log.warn({ err: error, reason: error.reason }, 'the plan of seats could not be had');
    return null;
  }
}

function zonesOf({ zones }: SeatPlan, { types, offer }: Pick<OfferPage, 'types' | 'offer'>): ZonePrices[] {
  const sold = types.length > 0 ? types.map((type) => type.offer) : [offer];
  // With what all of them begin, that is the title of the page.
  const title = commonName(sold.map(({ product }) => product.name)) ?? '';
  return zones.map(({ key, name }) => {
    const prices = sold
      .filter(({ tickets }) => tickets.some(({ zone }) => (zone ?? null) === null || zone === key))
      .map(({ product, price }) => ({
        product: nameAfter(product.name, title) ?? product.name,
        amount: price.amountInclTax,
      }));
    const [least = null] = prices.map(({ amount }) => amount).sort(compareAmounts);
    return { key, name, prices, least };
  });
}
