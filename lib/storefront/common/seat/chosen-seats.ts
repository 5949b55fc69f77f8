import type { Client } from '../../../client/client';
import type { Offer, OfferTicket } from '../../../contract/offer';
import type { CreateReservationsInput } from '../../../contract/reservation';
import { seatsOfPlan } from '../../../contract/seat';
import type { Language } from '../../../locale/languages';
import type { HoldProblem } from '../offer/hold-choice';
import { assignSeats, type ZonedSeat } from './assign-seats';

type RequestedItem = CreateReservationsInput['items'][number];

interface Asked {
  readonly offer: Pick<Offer, 'id'>;
  readonly item: RequestedItem;
  readonly tickets: readonly OfferTicket[];
}

/** The one ticket of an item whose session has a plan; null: none or several, which get the best free seats. */
function seatedTicket({ item, tickets }: Asked) {
  const seated = item.ticketSessions.flatMap(({ ticket: path, session: chosen }, index) => {
    const ticket = tickets.find((one) => one['@id'] === path);
    const plan = ticket?.sessions.find((session) => session['@id'] === chosen)?.seatPlan ?? null;
    return plan === null ? [] : [{ index, plan, zone: ticket?.zone ?? null }];
  });
  const [only, ...others] = seated;
  return only === undefined || others.length > 0 ? null : only;
}

/** The items with the seats that the customer has chosen; a problem if there is not one for each ticket. */
export async function withSeats<One extends Asked>(
  client: Pick<Client, 'getSeatPlan'>,
  asked: readonly One[],
  names: readonly string[],
  language: Language,
): Promise<One[] | HoldProblem> {
  const seated = new Map(asked.map((one) => [one.offer.id, seatedTicket(one)]));
  const [first] = [...seated.values()].filter((one) => one !== null);
  if (first === undefined) return [...asked];
  const plan = await client.getSeatPlan(first.plan, { language });
  if (plan.kind === 'missing') return { code: 'seats' };
  const chosen = seatsOfPlan(plan.value).filter(({ name }): boolean => names.includes(name));
  const offers = asked.flatMap(({ offer, item }) => {
    const zone = seated.get(offer.id)?.zone;
    return zone === undefined ? [] : [{ offerId: offer.id, quantity: item.quantity, zone }];
  });
  const assigned = assignSeats(chosen satisfies readonly ZonedSeat[], offers);
  if (assigned === null) return { code: 'seats' };
  return asked.map((one) => {
    const seats = assigned.get(one.offer.id);
    const index = seated.get(one.offer.id)?.index;
    const ticketSessions = one.item.ticketSessions.map((ticket, i) =>
      i === index && seats !== undefined ? { ...ticket, seats } : ticket,
    );
    return { ...one, item: { ...one.item, ticketSessions } };
  });
}
