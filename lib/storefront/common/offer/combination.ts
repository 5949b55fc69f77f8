import { choiceKey, chosenVisits } from '../../../combination/choice';
import { judge } from '../../../combination/judge';
import type { PlannedOffer, PlannedStop } from '../../../combination/plan';
import { propose } from '../../../combination/proposals';
import { wayBetween } from '../../../combination/travel';
import type { OfferTicket } from '../../../contract/offer';
import type { Session } from '../../../contract/session';
import { isClosed, sessionWords } from '../../../locale/availability';
import { formatDay, venueDay, venueTime, withOffsetOf } from '../../../locale/venue-time';
import type { Language } from '../../../locale/languages';
import { sessionField, type HoldChoice } from './hold-choice';
import { groupSize } from './offer-choice';
import type { OfferPage } from './offers';
import { sessionMinutes } from '../../../shop/rules/session-end';

const moment = (session: Session) => Math.floor(Date.parse(session.occursAt) / 60_000);

/** The times in words; with the day where it is not the offer's. */
function timesOf(
  { occursAt, duration }: Session,
  { day, timezone, language }: { day: string; timezone: string | undefined; language: Language },
) {
  const minutes = sessionMinutes(occursAt, duration);
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

/** Tickets that are used together, and the sessions that all of them have. */
interface SharedVisit {
  readonly event: string;
  readonly tickets: readonly OfferTicket[];
  readonly sessions: readonly Session[];
}

/** Names the event of a ticket; the sessions, where a server does not tell it. */
function eventOf({ sessions }: OfferTicket): string {
  const events = new Set(sessions.map(({ id, event }) => event?.id ?? id));
  return [...events].sort().join();
}

/**
 * Tickets for one event are used together, an adult's and a child's, in a session that all of them have. Without such a
 * session they are for visits of their own: a morning and an evening of the same event.
 */
function byStop(tickets: readonly OfferTicket[]): SharedVisit[] {
  const groups: SharedVisit[] = [];
  for (const ticket of tickets) {
    if (ticket.dateAccess || ticket.sessions.length === 0) continue;
    const event = eventOf(ticket);
    const joined = groups.flatMap((group, index) => {
      const sessions = group.event === event ? sharedSessions(group.sessions, ticket.sessions) : [];
      return sessions.length === 0
        ? []
        : [{ index, group: { event, tickets: [...group.tickets, ticket], sessions } }];
    })[0];
    if (joined === undefined) groups.push({ event, tickets: [ticket], sessions: ticket.sessions });
    else groups[joined.index] = joined.group;
  }
  return groups;
}

/** The sessions of both lists, each as the list says in which it has less room. */
function sharedSessions(some: readonly Session[], others: readonly Session[]): Session[] {
  const byId = new Map(others.map((session) => [session.id, session]));
  const room = (session: Session) =>
    isClosed(sessionWords(session)) ? 0 : (session.availableQuantity ?? Infinity);
  return some.flatMap((session) => {
    const other = byId.get(session.id);
    if (other === undefined) return [];
    return [room(other) < room(session) ? other : session];
  });
}

/** Whether sessions of several visits are to be chosen, which have to fit each other. */
export const isOverSeveral = (tickets: readonly OfferTicket[]): boolean => byStop(tickets).length > 1;

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
  const stops = groups.map(({ tickets: together, sessions }): PlannedStop => {
    const event = sessions[0]?.event;
    return {
      fields: together.map(({ id }) => sessionField(id)),
      name: event?.name ?? together[0]?.name ?? '',
      isWindow: event?.arrivalWindow === true,
      visits: sessions.map((session) => ({
        id: session.id,
        begin: moment(session),
        free: freeOf(session, together.length),
        ...timesOf(session, clock),
      })),
    };
  });
  const venues = groups.map(({ sessions }) => sessions[0]?.event?.venue ?? null);
  return { stops, ways: venues.map((from) => venues.map((to) => wayBetween(from, to))) };
}

/** Each ticket takes a place of its session. */
function freeOf(session: Session, tickets: number): number | null {
  if (isClosed(sessionWords(session))) return 0;
  return session.availableQuantity === null ? null : Math.floor(session.availableQuantity / tickets);
}

const mostProposals = 4;

/** What is needed of the page of an offer. */
interface CombinedPage extends Pick<OfferPage, 'tickets'> {
  readonly offer: Pick<OfferPage['offer'], 'date'>;
  readonly catalog: Pick<OfferPage['catalog'], 'timezone'>;
}

/** An offer over several events for its page, with sessions that fit together for the group; null for other offers. */
export function combinationOf(page: CombinedPage, choice: HoldChoice, language: Language) {
  const plan = planOf(page.tickets, { day: page.offer.date, timezone: page.catalog.timezone, language });
  if (plan === null) return null;
  return { plan, ...propose(plan, groupSize(choice), mostProposals) };
}

/**
 * The choice with the first sessions that fit together, if nothing is chosen yet. `linkedSession`: one of them, if the link to
 * the page named it.
 */
export function withFirstProposal(
  page: CombinedPage,
  choice: HoldChoice,
  linkedSession: string | undefined,
  language: Language,
): HoldChoice {
  if (choice.sessions.size > 0) return choice;
  const { plan, proposals } = combinationOf(page, choice, language) ?? { plan: null, proposals: [] };
  const fitting = proposals.find(
    ({ visits }) => linkedSession === undefined || visits.some(({ id }) => id === linkedSession),
  );
  if (plan === null || fitting === undefined) return choice;
  const sessions = page.tickets.flatMap(({ id }) => {
    const stop = plan.stops.findIndex(({ fields }) => fields.includes(sessionField(id)));
    const visit = fitting.visits[stop];
    return visit === undefined ? [] : [[id, visit.id] as const];
  });
  return { ...choice, sessions: new Map(sessions) };
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
