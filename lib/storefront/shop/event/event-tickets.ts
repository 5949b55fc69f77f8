import { randomUUID } from 'node:crypto';
import type { Offer } from '../../../contract/offer';
import type { Session } from '../../../contract/session';
import { isClosed, sessionWords } from '../../../locale/availability';
import type { AppContext } from '../../../runtime/app-context';
import { maximumPerHold } from '../../common/offer/offers';
import { isOfEvent, readSessionTypes } from '../../common/offer/session-types';
import type { TicketType } from '../../common/offer/ticket-types';
import { readWaitable } from '../../common/offer/waiting-choices';
import type { ChosenSession, Reading } from './event-reading';

/** What is sold for a session of an event, or for a day of an event that has none. */
export interface EventTickets {
  /** Of the form. Visitors of a shared page have the same one. */
  readonly formId: string;
  /** Null: any time of the day. */
  readonly session: Session | null;
  /** The most of one type that can be held at a time. */
  readonly perHold: number;
  /** What the form of the page holds in one submission. */
  readonly types: readonly TicketType[];
  /** What has a form on its own page: offers over several events, and those whose price may change. */
  readonly others: readonly Offer[];
  /** The identifiers of the offers for which one can wait. */
  readonly waitable: ReadonlySet<string>;
}

/** `chosen`: the session, or the offers of the day if the event has no sessions. */
export async function readEventTickets(
  runtime: Pick<AppContext, 'client' | 'config' | 'log'>,
  reading: Reading,
  chosen: Omit<ChosenSession, 'day'> | { readonly session: null; readonly offers: readonly Offer[] },
): Promise<EventTickets> {
  const { session, offers } = chosen;
  const perHold = maximumPerHold(runtime, reading.catalogId);
  const own = offers.filter((offer) => isOfEvent(reading.eventId, offer));
  const types = await readSessionTypes(runtime, reading, { session, offers: own, perHold });
  const areTypes = new Set(types.map(({ offer }) => offer));
  const isOpen = session === null || !isClosed(sessionWords(session));
  const canHold = isOpen && types.some(({ maximum }) => maximum > 0);
  return {
    formId: randomUUID(),
    session,
    perHold,
    types: canHold ? types : [],
    others: canHold ? offers.filter((offer) => !areTypes.has(offer)) : offers,
    waitable: 'waitable' in chosen ? chosen.waitable : await readWaitable(reading, offers),
  };
}
