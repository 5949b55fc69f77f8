import type { Client } from '../../../client/client';
import type { CallOptions } from '../../../client/result';
import type { Offer } from '../../../contract/offer';
import type { Session } from '../../../contract/session';
import { isOver } from '../../../locale/sale-end';
import { excerpt } from '../../common/catalogue/description';
import { isId, noteShownAt } from '../../common/request/load';
import { dayBegin, reachedReadLimit, surelyAfterEnd, surelyBefore } from './session-days';
import { readWaitable } from '../../common/offer/waiting-choices';

export interface EventPlace {
  readonly catalogId: string;
  readonly eventId: string;
}

/** What is read, from where, and when. */
export interface Reading extends EventPlace {
  readonly client: Client;
  readonly call: CallOptions;
  readonly now: Date;
}

/** What the address of an event's page asks for, as far as it is understood. */
export interface EventQuery {
  /** The shown month, YYYY-MM. */
  readonly month: string | null;
  /** The first day of a strip of days, YYYY-MM-DD. */
  readonly from: string | null;
  /** The chosen day, YYYY-MM-DD. */
  readonly date: string | null;
  /** The identifier of the chosen session. */
  readonly session: string | undefined;
  /** The moment from which the times of the day are shown, ISO 8601. */
  readonly time: string | null;
  /** The name of sessions; the others are not shown. */
  readonly activity: string | null;
}

type SessionRange = Parameters<Client['listSessions']>[2];

export const isToCome = (session: Session, now: Date) => !isOver(session, now.getTime());

export async function listSessions({ client, catalogId, eventId, call, now }: Reading, range: SessionRange) {
  const found = await client.listSessions(catalogId, eventId, range, call);
  noteShownAt(now, found.kind === 'found' ? found.value.members : []);
  return found;
}

/** The beginning of the hour: so all readings of an hour have the same URL, and their answers can be used again. */
export function hourOf({ now }: Reading): string {
  return `${now.toISOString().slice(0, 13)}:00:00.000Z`;
}

/** So many hours ago a session can have begun that is listed because it is still sold: most times of arrival are shorter. */
const hoursSold = 6;

/** The sessions of today, also those that have begun and may still be sold, unless there are too many to read them all. */
export async function sessionsOfToday(reading: Reading, today: string) {
  const from = new Date(Date.parse(hourOf(reading)) - hoursSold * 60 * 60_000).toISOString();
  const range = { before: surelyAfterEnd(today), enough: reachedReadLimit };
  const found = await listSessions(reading, { ...range, from });
  return found.kind === 'found' && reachedReadLimit(found.value.members)
    ? sessionsFromDay(reading, today, range)
    : found;
}

/** Sessions from a moment on, or of this hour and later. */
function sessionsFrom(reading: Reading, moment: string, range: Omit<SessionRange, 'from'>) {
  const hour = hourOf(reading);
  return listSessions(reading, { ...range, from: moment > hour ? moment : hour });
}

/**
 * Sessions from a day on; null: of this hour and later. Reading starts at the very beginning of the day if the days
 * before are so full that reading stopped.
 */
export async function sessionsFromDay(
  reading: Reading,
  day: string | null,
  range: Omit<SessionRange, 'from'>,
) {
  if (day === null) return sessionsFrom(reading, '', range);
  const found = await sessionsFrom(reading, surelyBefore(day), range);
  if (found.kind === 'missing' || !reachedReadLimit(found.value.members)) return found;
  const [first] = found.value.members;
  return sessionsFrom(reading, first === undefined ? surelyBefore(day) : dayBegin(day, first), range);
}

export interface ChosenSession {
  readonly session: Session;
  readonly day: string;
  /** The text about this session alone, as plain text; empty when there is none. */
  readonly description: string;
  readonly offers: readonly Offer[];
  /** The identifiers of the offers for which one can wait at this session. */
  readonly waitable: ReadonlySet<string>;
}

/** A session with what can be bought for it. */
export async function withOffers(reading: Reading, session: Session): Promise<Omit<ChosenSession, 'day'>> {
  const { client, catalogId, call, now } = reading;
  const found = await client.listOffers(catalogId, { session: session.id }, call);
  const offers = found.kind === 'found' ? found.value.members : [];
  noteShownAt(now, [session]);
  const description = excerpt(session.description ?? '', Infinity);
  return { session, description, offers, waitable: await readWaitable(reading, offers, session) };
}

/** The session that a customer has chosen, with its offers; 'not_found' when it is not in the programme, or has begun. */
export async function chosenSession(
  reading: Reading,
  id: string | undefined,
): Promise<Omit<ChosenSession, 'day'> | 'not_found' | null> {
  const { client, catalogId, eventId, call, now } = reading;
  if (id === undefined || id === '') return null;
  if (!isId(id)) return 'not_found';
  const session = await client.getSession(catalogId, eventId, id, call);
  if (session.kind === 'missing' || !isToCome(session.value, now)) return 'not_found';
  return withOffers(reading, session.value);
}
