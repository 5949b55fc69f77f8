import { eventSchema, type Event } from '../contract/event';
import { addresses } from '../contract/iri';
import { sessionSchema, type Session } from '../contract/session';
import type { CallOptions, Found, Listing } from './result';
import type { ListReader, Query } from './wire/pages';
import { readOne } from './wire/read';

export interface SessionRange {
  /** ISO 8601 moments: sessions at or after `from`, before `before`. */
  from?: string;
  before?: string;
  /** Latest first. */
  descending?: boolean;
  /** Stops reading early: is what was read so far, in order, as much as is needed? */
  enough?: (sessions: readonly Session[]) => boolean;
}

const moment = (session: Session) => Date.parse(session.occursAt);

function within(sessions: readonly Session[], range: SessionRange): Session[] {
  const from = range.from === undefined ? -Infinity : Date.parse(range.from);
  const before = range.before === undefined ? Infinity : Date.parse(range.before);
  const direction = range.descending === true ? -1 : 1;
  return sessions
    .filter((session) => moment(session) >= from && moment(session) < before)
    .sort((a, b) => direction * (moment(a) - moment(b)));
}

function filterQuery(range: SessionRange): Query {
  return {
    ...(range.from === undefined ? {} : { 'occursAt[after]': range.from }),
    ...(range.before === undefined ? {} : { 'occursAt[strictly_before]': range.before }),
    'order[occursAt]': range.descending === true ? 'desc' : 'asc',
  };
}

/** Events and their sessions (§4.1). */
export function eventCalls(reader: ListReader) {
  return {
    listEvents: (catalogId: string, call: CallOptions): Promise<Found<Listing<Event>>> =>
      reader.all({ kind: 'events', shape: eventSchema, path: addresses.events(catalogId) }, {}, call),

    getEvent: (catalogId: string, eventId: string, call: CallOptions): Promise<Found<Event>> =>
      readOne(reader.send, eventSchema, addresses.event(catalogId, eventId), call),

    getSession: (
      catalogId: string,
      eventId: string,
      sessionId: string,
      call: CallOptions,
    ): Promise<Found<Session>> =>
      readOne(reader.send, sessionSchema, addresses.session(catalogId, eventId, sessionId), call),

    /**
     * The sessions of a range, in order. A list may be thousands long: the server's filters are used where it
     * advertises all that are needed, else the whole list is read.
     */
    listSessions: async (
      catalogId: string,
      eventId: string,
      range: SessionRange,
      call: CallOptions,
    ): Promise<Found<Listing<Session>>> => {
      const list = { kind: 'sessions', shape: sessionSchema, path: addresses.sessions(catalogId, eventId) };
      const query = filterQuery(range);
      const filters = await reader.filters(list, call);
      const found = Object.keys(query).every((name) => filters.has(name))
        ? await reader.until(
            list,
            query,
            call,
            (sessions) => range.enough?.(within(sessions, range)) ?? false,
          )
        : await reader.all(list, {}, call);
      if (found.kind === 'missing') return found;
      const { members, complete } = found.value;
      return { kind: 'found', value: { members: within(members, range), complete } };
    },
  };
}
