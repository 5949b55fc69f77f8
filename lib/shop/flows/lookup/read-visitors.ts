import type { VisitPath } from '../../../client/visitor-list';
import type { Found } from '../../../client/result';
import { lastSegment } from '../../../contract/iri';
import type { ListedVisitor, VisitorList } from '../../../contract/visitor-list';
import type { Language } from '../../../locale/languages';
import type { CheckoutContext } from '../../context';
import { bookingsByReference, type BookingOfVisitor } from '../../data/visitor-store';
import { type SortedVisitor, sortVisitors } from '../../rules/sort-visitors';

/** How many parts of a list are read: 40,000 tickets. */
const mostParts = 20;

export interface Visitor
  extends SortedVisitor, Pick<ListedVisitor, 'tariff' | 'status' | 'redeemedAt' | 'seat' | 'answers'> {
  /** Null: the shop does not know the order. */
  readonly checkoutId: string | null;
  readonly reference: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** What staff have written about the booking. */
  readonly notes: readonly string[];
}

export interface VisitorsOfVisit extends Pick<
  VisitorList,
  'event' | 'session' | 'occursAt' | 'day' | 'timezone'
> {
  readonly visitors: readonly Visitor[];
  /** There are more than can be listed. */
  readonly isCut: boolean;
}

/**
 * Who comes to a session, or to an event at any time of a day, sorted by name. The names, states and answers are those of
 * the service, where corrections are stored; how to reach the customer is known here.
 */
export async function readVisitors(
  { client, database }: Pick<CheckoutContext, 'client' | 'database'>,
  visit: VisitPath,
  language: Language,
): Promise<Found<VisitorsOfVisit>> {
  const tickets: ListedVisitor[] = [];
  let part: Found<VisitorList>;
  let parts = 0;
  do {
    part = await client.listVisitors(visit, tickets.at(-1)?.id ?? null, { language });
    if (part.kind === 'missing') return part;
    tickets.push(...part.value.visitors);
    parts += 1;
  } while (part.value.more && parts < mostParts);
  const references = [...new Set(tickets.flatMap(({ externalReference }) => externalReference ?? []))];
  const found = references.length === 0 ? [] : await bookingsByReference(database, references);
  const bookings = new Map(found.map((one) => [one.reference, one]));
  const { event, session, occursAt, day, timezone, more } = part.value;
  const visitors = tickets.map((one) => visitorOf(one, bookings.get(one.externalReference ?? '')));
  return {
    kind: 'found',
    value: {
      event,
      session,
      occursAt,
      day,
      timezone,
      visitors: sortVisitors(visitors, language),
      isCut: more,
    },
  };
}

function visitorOf(ticket: ListedVisitor, booking: BookingOfVisitor | undefined): Visitor {
  const { id, tariff, status, redeemedAt, seat, answers, holder, customer } = ticket;
  const reference = ticket.externalReference ?? lastSegment(ticket.order);
  const common = { id, tariff, status, redeemedAt, seat, reference, group: reference };
  if (booking?.isErased === true)
    return {
      ...common,
      checkoutId: booking.id,
      name: null,
      buyer: null,
      answers: [],
      email: null,
      phone: null,
      notes: [],
    };
  const { firstname, lastname } = { ...customer, ...namedBy(booking) };
  const buyer = { firstname, lastname };
  return {
    ...common,
    checkoutId: booking?.id ?? null,
    name: holder ?? buyer,
    buyer,
    answers,
    email: booking?.email ?? null,
    phone: booking?.phone ?? null,
    notes: booking?.notes ?? [],
  };
}

const namedBy = (booking: BookingOfVisitor | undefined) =>
  booking !== undefined && booking.firstname !== null && booking.lastname !== null
    ? { firstname: booking.firstname, lastname: booking.lastname }
    : {};
