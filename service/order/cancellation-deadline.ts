import type { Reader } from '@/lib/database/database';
import { findCatalog } from '../catalog/catalog-store';
import { offerDay } from '../offer/offer-store';
import { deadlineOf } from '../product/cancellation-rule';
import { sessionsById } from '../session/session-store';
import { zoneClock } from '@/lib/locale/zone-clock';
import type { WholeOrder } from './order-store';

/** Until when customers may cancel and exchange tickets; null: they can't. */
export interface Deadlines {
  cancellation: Date | null;
  rebooking: Date | null;
}

/**
 * Until when customers may cancel and exchange tickets of an order, by the rules that the product had when they were
 * reserved. The earliest session counts; a ticket without one begins with its day at the venue. A session that was
 * moved counts with its present time.
 */
export async function readDeadlines(
  reader: Reader,
  { reservation }: Pick<WholeOrder, 'reservation'>,
): Promise<Deadlines> {
  const { cancellation, rebooking } = reservation;
  if (cancellation === null && rebooking === null) return { cancellation, rebooking };
  const beginning = await visitBeginning(reader, reservation);
  return {
    cancellation: cancellation && deadlineOf(cancellation, beginning),
    rebooking: rebooking && deadlineOf(rebooking, beginning),
  };
}

async function visitBeginning(
  reader: Reader,
  { id, catalogId, offerId, tickets }: WholeOrder['reservation'],
): Promise<Date> {
  const [catalog, sessions, day] = await Promise.all([
    findCatalog(reader, catalogId),
    sessionsById(
      reader,
      catalogId,
      tickets.flatMap(({ session }) => session ?? []),
    ),
    offerDay(reader, catalogId, offerId),
  ]);
  if (catalog === null) throw new Error(`reservation ${id} is of no catalogue`);
  const clock = zoneClock(catalog.timezone);
  const beginnings = tickets.map(({ session }) => {
    if (session === null) return clock.dayStart(day);
    const occursAt = sessions.get(session)?.occursAt;
    if (occursAt === undefined) throw new Error(`there is no session ${session}`);
    return occursAt.getTime();
  });
  return new Date(Math.min(...beginnings));
}
