import type { HoldResult } from '../checkout/commands';
import { getAppContext } from '../runtime/app-context';
import { ensureGuest, readGuest, readPlace } from './guest';

/**
 * Lets a visitor hold tickets of an offer if no waiting room is in front of it, if the visitor holds tickets of
 * that room's scope already, or if it is the visitor's turn. The place then belongs to this browser. lib/server
 * sends others to the waiting page before; but it goes by the address, and a form names its offer itself.
 */
export async function inTurn<Result extends HoldResult>(
  { catalogId, offerId }: { readonly catalogId: string; readonly offerId: string },
  hold: () => Promise<Result>,
): Promise<Result | 'has_to_wait'> {
  const { waitingRooms: rooms } = await getAppContext();
  const room = (await rooms?.find(catalogId.toLowerCase(), offerId.toLowerCase())) ?? null;
  if (rooms === null || room === null) return hold();
  const entry = await rooms.enter(room, { tokenHash: await readGuest(), place: await readPlace(room.id) });
  if (entry.kind === 'holder') return hold();
  if (entry.kind !== 'admitted') return 'has_to_wait';
  if (!(await rooms.use(room, entry.place, await ensureGuest()))) return 'has_to_wait';
  const held = await hold();
  if (held.kind === 'held') await rooms.complete(room, entry.place);
  return held;
}
