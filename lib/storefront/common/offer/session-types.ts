import type { CallOptions } from '../../../client/result';
import { lastSegment } from '../../../contract/iri';
import type { Offer } from '../../../contract/offer';
import { leastAvailable } from '../../../locale/availability';
import { withinProduct } from '../../../shop/rules/quantity-limits';
import type { AppContext } from '../../../runtime/app-context';
import { maximumTypes } from './hold-choice';
import { currentPrice } from './offers';
import type { TicketType } from './ticket-types';

interface CatalogReading {
  readonly catalogId: string;
  readonly call: CallOptions;
}

/** Whether nothing else than this event, at the session or at any time, is to be chosen. */
export function isOfEvent(eventId: string, { tickets }: Pick<Offer, 'tickets'>): boolean {
  const events = tickets.map(({ event }) => (event === undefined ? undefined : lastSegment(event)));
  // A server with only the specification does not tell the event of a ticket.
  return events.every((event) => event === eventId) || (tickets.length === 1 && events[0] === undefined);
}

/** What can be held in one submission; an offer whose price may change only alone, because the price has to be confirmed. */
async function readTypes(
  runtime: Pick<AppContext, 'client' | 'log'>,
  { catalogId, call }: CatalogReading,
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

/**
 * The types of tickets that one submission holds for a session of an event, or for any time of a day (`session` null).
 * `offers`: those for which nothing else is to be chosen. `perHold`: the most of one type.
 */
export async function readSessionTypes(
  runtime: Pick<AppContext, 'client' | 'log'>,
  reading: CatalogReading,
  {
    session,
    offers,
    perHold,
  }: {
    session: { availableQuantity: number | null } | null;
    offers: readonly Offer[];
    perHold: number;
  },
): Promise<TicketType[]> {
  return (await readTypes(runtime, reading, offers)).map((type) => {
    const left = leastAvailable([type.offer.availableQuantity, session?.availableQuantity ?? null]);
    return { ...type, maximum: withinProduct(Math.min(perHold, left ?? perHold), type.offer.product) };
  });
}
