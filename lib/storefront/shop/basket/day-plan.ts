import type { CheckoutView } from '../../../shop/flows/lookup/read-checkout';
import type { Line, LineTicket } from '../../../shop/values/checkout-values';
import { judge, type Leg } from '../../../combination/judge';
import type { PlannedOffer, PlannedStop, PlannedVisit } from '../../../combination/plan';
import { wayBetween } from '../../../combination/travel';
import type { Language } from '../../../locale/languages';
import { formatDay, venueDay, venueTime, withOffsetOf } from '../../../locale/venue-time';
import { sessionMinutes } from '../../../shop/rules/session-end';

/** Visits of a booking that overlap, or between which there is little time. */
export interface DayPlan {
  readonly kind: 'overlap' | 'tight';
  readonly plan: PlannedOffer;
  readonly visits: readonly PlannedVisit[];
  /** Those to warn of. */
  readonly legs: readonly Leg[];
}

type Visited = LineTicket & { readonly occursAt: string; readonly event: NonNullable<LineTicket['event']> };

interface Visit {
  readonly line: Pick<Line, 'timezone'>;
  readonly ticket: Visited;
}

const isVisited = (ticket: LineTicket): ticket is Visited =>
  ticket.occursAt !== null && ticket.event !== null && ticket.calledOff === undefined;

/** `isOneDay`: the times need no day. */
function stopOf({ line, ticket }: Visit, isOneDay: boolean, language: Language): PlannedStop {
  const { occursAt, duration = null, event } = ticket;
  const minutes = sessionMinutes(occursAt, duration);
  const timezone = line.timezone ?? undefined;
  const from = venueTime(occursAt, timezone);
  const end =
    minutes === null ? null : withOffsetOf(new Date(Date.parse(occursAt) + minutes * 60_000), occursAt);
  const begin = Math.floor(Date.parse(occursAt) / 60_000);
  return {
    fields: [],
    name: event.name,
    isWindow: ticket.arrivalWindow === true,
    visits: [
      {
        id: `${event.id} ${occursAt}`,
        begin,
        minutes,
        free: null,
        from: isOneDay ? from : `${formatDay(venueDay(occursAt, timezone), language, 'short')}, ${from}`,
        until: end === null ? null : venueTime(end, timezone),
      },
    ],
  };
}

/** By the rule of tickets over several events, over all that is in a booking; null: there is nothing to warn of. */
export function dayPlanOf(
  items: readonly Pick<CheckoutView['items'][number], 'lines'>[],
  language: Language,
): DayPlan | null {
  const found = new Map<string, Visit>();
  for (const line of items.flatMap((item) => item.lines))
    for (const ticket of line.tickets)
      if (isVisited(ticket)) found.set(`${ticket.event.id} ${ticket.occursAt}`, { line, ticket });
  const all = [...found.values()];
  const days = new Set(all.map(({ line, ticket }) => venueDay(ticket.occursAt, line.timezone ?? undefined)));
  const stops = all.map((visit) => stopOf(visit, days.size === 1, language));
  const venues = all.map(({ ticket: { event } }) => ({
    name: event.venue ?? '',
    address: event.address ?? '',
    position: event.position ?? null,
  }));
  const plan = { stops, ways: venues.map((from) => venues.map((to) => wayBetween(from, to))) };
  const visits = stops.flatMap((stop) => stop.visits);
  const judgement = judge(plan, visits);
  if (judgement === null || judgement.kind === 'fine') return null;
  const legs = judgement.legs.filter(({ kind }) => kind !== 'fine');
  return { kind: judgement.kind, plan, visits, legs };
}
