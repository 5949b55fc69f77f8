import type { Client } from '../../../client/client';
import { addresses, lastSegment } from '../../../contract/iri';
import type { Offer } from '../../../contract/offer';
import type { OrderItem } from '../../../contract/order';
import type { Language } from '../../../locale/languages';
import { compareAmounts } from '../../../money/money';
import { requestOf, type RequestedItem } from '../../rules/requested-items';
import type { EventChange } from '../../tables/event-change-table';
import { isOfSession } from '../../rules/tickets-to-rebook';

/** From which session to which other one of the same event. */
export type Move = Pick<EventChange, 'catalogId' | 'eventId' | 'sessionId'> & { targetId: string };

type Call = { language: Language };

/**
 * The request for the same tickets of the other session. Null: they are not sold for it. An offer belongs to one day, so
 * for a session of another day it is the product's offer of that day. Throws a ServiceError.
 */
export async function requestAtTarget(
  client: Pick<Client, 'listOffers' | 'listTickets'>,
  move: Move,
  { item, quantity }: { item: OrderItem; quantity: number },
  call: Call,
): Promise<RequestedItem | null> {
  const found = await client.listOffers(move.catalogId, { session: move.targetId }, call);
  if (found.kind === 'missing') return null;
  const offer = offerAtTarget(found.value.members, item);
  if (offer === null) return null;
  const ticketSessions =
    offer.id === lastSegment(item.offer)
      ? inPlace(move, item)
      : await onOtherDay(client, move, { offer, item }, call);
  return ticketSessions === null ? null : { quantity, offer: offer['@id'], ticketSessions };
}

/** Pure: the same offer; else one of the same product, at the same price if there is one, else the cheapest. */
function offerAtTarget(offers: readonly Offer[], item: OrderItem): Offer | null {
  const same = offers.find(({ id }) => id === lastSegment(item.offer));
  if (same !== undefined) return same;
  const price = (offer: Offer) => offer.price.amountInclTax;
  const ofProduct = offers
    .filter(({ product }) => product.id === lastSegment(item.product))
    .toSorted((one, other) => compareAmounts(price(one), price(other)));
  const samePrice = ofProduct.find((offer) => compareAmounts(price(offer), item.unitAmountInclTax) === 0);
  return samePrice ?? ofProduct[0] ?? null;
}

type TicketSessions = RequestedItem['ticketSessions'];

const targetPath = ({ catalogId, eventId, targetId }: Move) =>
  addresses.session(catalogId, eventId, targetId);

function inPlace(move: Move, item: OrderItem): TicketSessions {
  const isMoved = isOfSession(move.sessionId);
  return requestOf({ items: [item] }).flatMap(({ ticketSessions }) =>
    // Without the seats: those of the other session are others, and some tickets may be cancelled.
    ticketSessions.map(({ ticket, session }) => {
      if (session === undefined) return { ticket };
      return { ticket, session: isMoved(session) ? targetPath(move) : session };
    }),
  );
}

/** Null: the offer has another number of tickets for the session, or one needs a session that was not chosen. */
async function onOtherDay(
  client: Pick<Client, 'listTickets'>,
  move: Move,
  { offer, item }: { offer: Offer; item: OrderItem },
  call: Call,
): Promise<TicketSessions | null> {
  const found = await client.listTickets(move.catalogId, offer.id, call);
  if (found.kind === 'missing') return null;
  const [isMoved, isTarget] = [isOfSession(move.sessionId), isOfSession(move.targetId)];
  const chosen = item.offerTickets.map(({ session }) => session);
  const requested: TicketSessions = [];
  for (const { '@id': ticket, dateAccess, sessions } of found.value.members) {
    const paths = sessions.map((session) => session['@id']);
    const session = paths.find(isTarget) ?? paths.find((path) => chosen.includes(path));
    if (!dateAccess && session === undefined) return null;
    requested.push(dateAccess || session === undefined ? { ticket } : { ticket, session });
  }
  const isSameCount =
    requested.length === chosen.length &&
    requested.filter(({ session }) => isTarget(session)).length === chosen.filter(isMoved).length;
  return isSameCount ? requested : null;
}
