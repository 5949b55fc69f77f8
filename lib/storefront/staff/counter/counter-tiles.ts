import { lastSegment } from '../../../contract/iri';
import type { SessionOfDay } from '../../../contract/managed-catalog';
import type { Offer } from '../../../contract/offer';
import { commonName } from '../../../locale/short-name';

/** What is sold on the first page of the counter: a session, or what is valid at any time of the day. */
export interface CounterTile {
  readonly eventId: string;
  /** Null: any time. */
  readonly sessionId: string | null;
  readonly name: string;
  /** ISO 8601; null: any time. */
  readonly occursAt: string | null;
  /** Null: unlimited, or not known. */
  readonly left: number | null;
  /** How many of these only the counter sells. */
  readonly counterOnly: number;
}

type ListedSession = Pick<
  SessionOfDay,
  'id' | 'event' | 'eventName' | 'name' | 'occursAt' | 'status' | 'capacity' | 'held' | 'sold' | 'counterOnly'
>;

/**
 * The sessions of a day that are on sale, by time, then what has no session that day. `isComplete`: the list has all
 * sessions of the day, so an event without one is valid at any time of it.
 */
export function tilesOf(
  sessions: readonly ListedSession[],
  isComplete: boolean,
  offers: readonly Pick<Offer, 'tickets' | 'product' | 'availableQuantity'>[],
): CounterTile[] {
  const atTimes = sessions
    .filter(({ status }) => status === 'on_sale')
    .map((session): CounterTile => ({
      eventId: lastSegment(session.event),
      sessionId: session.id,
      name: session.name === null ? session.eventName : `${session.eventName} · ${session.name}`,
      occursAt: session.occursAt,
      left:
        session.capacity === null ? null : Math.max(0, session.capacity - session.sold - (session.held ?? 0)),
      counterOnly: session.counterOnly,
    }));
  if (!isComplete) return atTimes;
  const withSessions = new Set(sessions.map(({ event }) => lastSegment(event)));
  const anyTime = new Set(offers.map(onlyEvent).filter((id) => id !== null && !withSessions.has(id)));
  return [
    ...atTimes,
    ...[...anyTime].flatMap((id) =>
      id === null
        ? []
        : [
            anyTimeTile(
              id,
              offers.filter((offer) => onlyEvent(offer) === id),
            ),
          ],
    ),
  ];
}

/** The event of an offer; null: it is over several ones, or the server does not tell. */
function onlyEvent({ tickets }: Pick<Offer, 'tickets'>): string | null {
  const events = new Set(tickets.map(({ event }) => event));
  const [only] = events;
  return only === undefined || events.size > 1 ? null : lastSegment(only);
}

function anyTimeTile(
  eventId: string,
  offers: readonly Pick<Offer, 'product' | 'availableQuantity'>[],
): CounterTile {
  const names = offers.map(({ product }) => product.name);
  const lefts = offers.map(({ availableQuantity }) => availableQuantity);
  return {
    eventId,
    sessionId: null,
    name: commonName(names) ?? names[0] ?? '',
    occursAt: null,
    left: lefts.includes(null) ? null : Math.max(...lefts.map((left) => left ?? 0)),
    counterOnly: 0,
  };
}
