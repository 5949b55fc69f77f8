import { choiceKey, chosenVisits } from '../combination/choice';
import { judge } from '../combination/judge';
import type { PlannedOffer, PlannedStop } from '../combination/plan';
import { propose } from '../combination/proposals';
import { wayBetween } from '../combination/travel';
import type { OfferTicket } from '../contract/offer';
import type { Session } from '../contract/session';
import { isClosed, sessionWords } from '../locale/availability';
import { formatDay, venueDay, venueTime, withOffsetOf } from '../locale/venue-time';
import type { Language } from '../locale/languages';
import { sessionField, type HoldChoice } from './hold-choice';
import { groupSize } from './offer-choice';
import type { OfferPage } from './offers';

/** ISO 8601 in days, hours, minutes and seconds, as whole minutes; null for others. */
export function durationMinutes(duration: string | null): number | null {
  const match = /^P(?=[\dT])(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration ?? '');
  if (match === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part || 0));
  const total = (days * 24 + hours) * 60 + minutes + Math.ceil(seconds / 60);
  return total === 0 ? null : total;
}

const moment = (session: Session) => Math.floor(Date.parse(session.occursAt) / 60_000);

/** The times in words; with the day where it is not the offer's. */
function timesOf(
  { occursAt, duration }: Session,
  { day, timezone, language }: { day: string; timezone: string | undefined; language: Language },
) {
  const minutes = durationMinutes(duration);
  const words = (at: string) => {
    const on = venueDay(at, timezone);
    const time = venueTime(at, timezone);
    // "01:00" after "23:30" is understood; a session that begins on another day is not.
    return on === day || at !== occursAt ? time : `${formatDay(on, language, 'short')}, ${time}`;
  };
  const end = (length: number) => withOffsetOf(new Date(Date.parse(occursAt) + length * 60_000), occursAt);
  return {
    minutes,
    from: words(occursAt),
    until: minutes === null ? null : words(end(minutes)),
  };
}

/** Tickets for the same sessions of one event are used together: an adult's and a child's. */
function byStop(tickets: readonly OfferTicket[]): OfferTicket[][] {
  const groups = new Map<string, OfferTicket[]>();
  for (const ticket of tickets) {
    if (ticket.dateAccess || ticket.sessions.length === 0) continue;
    const key = ticket.sessions.map(({ id }) => id).join();
    groups.set(key, [...(groups.get(key) ?? []), ticket]);
  }
  return [...groups.values()];
}

/**
 * The sessions of an offer over several events, for the planner; null if there are not at least two to choose. Sessions
 * that can't be booked have no room.
 */
export function planOf(
  tickets: readonly OfferTicket[],
  clock: { day: string; timezone: string | undefined; language: Language },
): PlannedOffer | null {
  const groups = byStop(tickets);
  if (groups.length < 2) return null;
  const stops = groups.map((group): PlannedStop => {
    const [first] = group;
    const sessions = first?.sessions ?? [];
    const event = sessions[0]?.event;
    return {
      fields: group.map(({ id }) => sessionField(id)),
      name: event?.name ?? first?.name ?? '',
      isWindow: event?.arrivalWindow === true,
      visits: sessions.map((session) => ({
        id: session.id,
        begin: moment(session),
        free: freeOf(session, group.length),
        ...timesOf(session, clock),
      })),
    };
  });
  const venues = groups.map(([first]) => first?.sessions[0]?.event?.venue ?? null);
  return { stops, ways: venues.map((from) => venues.map((to) => wayBetween(from, to))) };
}

/** Each ticket takes a place of its session. */
function freeOf(session: Session, tickets: number): number | null {
  if (isClosed(sessionWords(session))) return 0;
  return session.availableQuantity === null ? null : Math.floor(session.availableQuantity / tickets);
}

const mostProposals = 4;

/** An offer over several events for its page, with sessions that fit together for the group; null for other offers. */
export function combinationOf(page: OfferPage, choice: HoldChoice, language: Language) {
  const plan = planOf(page.tickets, { day: page.offer.date, timezone: page.catalog.timezone, language });
  if (plan === null) return null;
  return { plan, proposals: propose(plan, groupSize(choice), mostProposals) };
}

export type OfferCombination = NonNullable<ReturnType<typeof combinationOf>>;

/** The chosen session of a form's field. */
export function sessionByField(
  { sessions }: Pick<HoldChoice, 'sessions'>,
  field: string,
): string | undefined {
  return [...sessions].find(([ticket]) => sessionField(ticket) === field)?.[1];
}

/**
 * The warning about the chosen sessions, unless the customer has read it: `read` is the key of the warning that stood
 * beside the button. Null if there is nothing to warn of.
 */
export function warningOf(
  plan: PlannedOffer | null,
  choice: Pick<HoldChoice, 'sessions'>,
  read?: string,
): 'overlap' | 'tight' | null {
  if (plan === null) return null;
  const visits = chosenVisits(plan, (field) => sessionByField(choice, field));
  const kind = judge(plan, visits)?.kind ?? 'fine';
  return kind === 'fine' || read === choiceKey(visits) ? null : kind;
}
