import type { Reader } from '@/lib/database/database';
import { findCatalog } from '../catalog/catalog-store';
import { offerDay } from '../offer/offer-store';
import { deadlineOf } from '../product/cancellation-rule';
import { sessionsById } from '../session/session-store';
import { zoneClock } from '../session/zone-clock';
import type { WholeOrder } from './order-store';

/**
 * Until when customers may cancel tickets of an order, by the rule that the product had when they were reserved; null:
 * they can't. The earliest session counts; a ticket without one begins with its day at the venue. A session that was
 * moved counts with its present time.
 */
export async function cancellationDeadline(
  reader: Reader,
  { reservation }: Pick<WholeOrder, 'reservation'>,
): Promise<Date | null> {
  const { cancellation, catalogId, offerId, tickets } = reservation;
  if (cancellation === null) return null;
  const [catalog, sessions, day] = await Promise.all([
    findCatalog(reader, catalogId),
    sessionsById(
      reader,
      catalogId,
      tickets.flatMap(({ session }) => session ?? []),
    ),
    offerDay(reader, catalogId, offerId),
  ]);
  if (catalog === null) throw new Error(`reservation ${reservation.id} is of no catalogue`);
  const clock = zoneClock(catalog.timezone);
  const beginnings = tickets.map(({ session }) => {
    if (session === null) return clock.dayStart(day);
    const occursAt = sessions.get(session)?.occursAt;
    if (occursAt === undefined) throw new Error(`there is no session ${session}`);
    return occursAt.getTime();
  });
  return deadlineOf(cancellation, new Date(Math.min(...beginnings)));
}
