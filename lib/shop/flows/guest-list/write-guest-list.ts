import type { CheckoutContext } from '../../context';
import { audit } from '../../data/audit-store';
import {
  beginGuestList,
  findGuestList,
  type GuestListDraft,
  guestsOfList,
  type NewGuest,
  retryGuests,
  saveGuestDraft,
} from '../../data/guest-store';
import type { GuestList } from '../../tables/guest-table';

type Storing = Pick<CheckoutContext, 'database'>;

/** Stores what was typed, to be shown before anything is made. `closed`: it was started meanwhile, or is somebody else’s. */
export function draftGuestList(
  { database }: Storing,
  draft: GuestListDraft,
  guests: readonly NewGuest[],
): Promise<'saved' | 'closed'> {
  return database.transaction(async (transaction) =>
    (await saveGuestDraft(transaction, draft, guests)) ? 'saved' : 'closed',
  );
}

const subjectOf = (id: string) => ({ kind: 'guest_list', id }) as const;

/** Of which visit a list is, for the audit log. */
const visitOf = ({ eventId, sessionId, day }: Pick<GuestList, 'eventId' | 'sessionId' | 'day'>) => ({
  event: eventId,
  ...(sessionId === null ? { date: day } : { session: sessionId }),
});

/** Makes the bookings of a list as it was shown. The worker does it; a second call does nothing. `changed`: see `version`. */
export function startGuestList(
  { database }: Storing,
  { id, version, staff }: { id: string; version: string; staff: string },
): Promise<'started' | 'missing' | 'changed'> {
  return database.transaction(async (transaction) => {
    const begun = await beginGuestList(transaction, { id, version });
    const list = await findGuestList(transaction, id);
    if (list === null) return 'missing';
    if (!begun) return list.state === 'draft' ? 'changed' : 'started';
    const guests = await guestsOfList(transaction, id);
    const tickets = guests.reduce((sum, { quantity }) => sum + quantity, 0);
    const detail = { ...visitOf(list), guests: guests.length, tickets, reason: list.reason };
    await audit(transaction, { staff, action: 'guest_list_started', subject: subjectOf(id), detail });
    return 'started';
  });
}

/** Tries again for those who got no booking; resolves to how many they are. */
export function retryGuestList(
  { database }: Storing,
  { id, staff }: { id: string; staff: string },
): Promise<number> {
  return database.transaction(async (transaction) => {
    const guests = await retryGuests(transaction, id);
    const record = { staff, action: 'guest_list_retried', subject: subjectOf(id) } as const;
    if (guests > 0) await audit(transaction, { ...record, detail: { guests } });
    return guests;
  });
}
