import type { HasToWait, InTurn } from '../../../shop/flows/basket/reserve';
import { lastSegment } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { getAppContext } from '../../../runtime/app-context';
import { ensureGuest, readGuest, readPlace } from '../request/guest';
import { choiceQuery } from '../offer/hold-choice';
import { inTurn } from './in-turn';

/** For what this browser held before: it waits for that again as it did for the first time. */
export async function inOwnTurn(): Promise<InTurn> {
  const { waitingRooms: rooms, log } = await getAppContext();
  const onError = (error: unknown) => log.error({ err: error }, 'a turn could not be counted');
  const browser = { readGuest, ensureGuest, readPlace };
  return (items, reserve) => {
    const offers = items.map((asked) => ({
      catalogId: asked.catalogId,
      offerId: lastSegment(asked.item.offer),
      asked,
    }));
    return inTurn({ rooms, offers, browser, onError }, reserve);
  };
}

/** Where this browser waits for an item; it goes on with the same choice. */
export function waitingPath(language: Language, { asked: { catalogId, item } }: HasToWait): string {
  const offerId = lastSegment(item.offer);
  const sessions = item.ticketSessions.flatMap(({ ticket, session }) =>
    session === undefined ? [] : [[lastSegment(ticket), lastSegment(session)] as const],
  );
  const choice = { quantities: new Map([[offerId, String(item.quantity)]]), sessions: new Map(sessions) };
  return paths.waitingRoom(language, catalogId, offerId, choiceQuery(choice, offerId));
}
