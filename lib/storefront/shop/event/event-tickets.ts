import { randomUUID } from 'node:crypto';
import { lastSegment } from '../../../contract/iri';
import type { Offer } from '../../../contract/offer';
import type { Session } from '../../../contract/session';
import { isClosed, leastAvailable, sessionWords } from '../../../locale/availability';
import type { AppContext } from '../../../runtime/app-context';
import { maximumTypes } from '../../common/offer/hold-choice';
import { currentPrice, maximumPerHold } from '../../common/offer/offers';
import type { TicketType } from '../../common/offer/ticket-types';
import { readWaitable } from '../../common/offer/waiting-choices';
import type { ChosenSession, EventPlace, Reading } from './event-reading';

/** What is sold for a session of an event, or for a day of an event that has none. */
export interface EventTickets {
  /** Of the form. Visitors of a shared page have the same one. */
  readonly formId: string;
  /** Null: any time of the day. */
  readonly session: Session | null;
  /** The most of one type that can be held at a time. */
  readonly perHold: number;
  /** What the form of the page holds in one submission. */
  readonly types: readonly TicketType[];
  /** What has a form on its own page: offers over several events, and those whose price may change. */
  readonly others: readonly Offer[];
  /** The identifiers of the offers for which one can wait. */
  readonly waitable: ReadonlySet<string>;
}

/** Whether nothing else than this event, at the session or at any time, is to be chosen. */
function isOfEvent({ eventId }: EventPlace, { tickets }: Offer): boolean {
  const events = tickets.map(({ event }) => (event === undefined ? undefined : lastSegment(event)));
  // A server with only the specification does not tell the event of a ticket.
  return events.every((event) => event === eventId) || (tickets.length === 1 && events[0] === undefined);
}

/** What can be held in one submission; an offer whose price may change only alone, because the price has to be confirmed. */
async function readTypes(
  runtime: Pick<AppContext, 'client' | 'log'>,
  { catalogId, call }: Reading,
  offers: readonly Offer[],
): Promise<readonly Pick<TicketType, 'offer' | 'price'>[]> {
  const [only, ...others] = offers;
  if (only?.realtimePriceRequired === true && others.length === 0) {
    const price = await currentPrice(runtime, { catalogId, offerId: only.id }, call);
    return typeof price === 'string' ? [] : [{ offer: only, price }];
  }
  return offers
    .filter(({ realtimePriceRequired }) => !realtimePriceRequired)
    .slice(0, maximumTypes)
    .map((offer) => ({ offer, price: offer.price }));
}

/** `chosen`: the session, or the offers of the day if the event has no sessions. */
export async function readEventTickets(
  runtime: Pick<AppContext, 'client' | 'config' | 'log'>,
  reading: Reading,
  chosen: Omit<ChosenSession, 'day'> | { readonly session: null; readonly offers: readonly Offer[] },
): Promise<EventTickets> {
  const { session, offers } = chosen;
  const perHold = maximumPerHold(runtime, reading.catalogId);
  const own = offers.filter((offer) => isOfEvent(reading, offer));
  const types = (await readTypes(runtime, reading, own)).map((type) => {
    const left = leastAvailable([type.offer.availableQuantity, session?.availableQuantity ?? null]);
    return { ...type, maximum: Math.max(0, Math.min(perHold, left ?? perHold)) };
  });
  const areTypes = new Set(types.map(({ offer }) => offer));
  const isOpen = session === null || !isClosed(sessionWords(session));
  const canHold = isOpen && types.some(({ maximum }) => maximum > 0);
  return {
    formId: randomUUID(),
    session,
    perHold,
    types: canHold ? types : [],
    others: canHold ? offers.filter((offer) => !areTypes.has(offer)) : offers,
    waitable: 'waitable' in chosen ? chosen.waitable : await readWaitable(reading, offers),
  };
}
