import { ServiceError } from '../../../client/service-error';
import type { CheckoutContext } from '../../context';
import { endGuestList, failWaiting, findGuestList, nextGuest } from '../../data/guest-store';
import { backOffSeconds, postponeJob } from '../../data/job-store';
import { bookGuest } from './book-guest';

/** How often in a row the service may not be there; then staff are told, and can try again. */
const mostTries = 8;

/**
 * Makes the bookings of a list, one guest after the other. It can stop anywhere: each step looks at what exists, so a crash at any
 * of them leads to one booking for each guest.
 */
export async function processGuestList(context: CheckoutContext, id: string, tries: number): Promise<void> {
  const { database } = context;
  const list = await findGuestList(database, id);
  for (;;) {
    const guest = await nextGuest(database, id);
    if (list === null || guest === null)
      return database.transaction((transaction) => endGuestList(transaction, id));
    try {
      if (await bookGuest(context, list, guest)) continue;
      context.report('warn', 'the bookings of a guest list have to wait', { list: id });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      context.report('warn', 'a guest could not be booked', { list: id, reason: error.message });
    }
    if (tries + 1 < mostTries)
      return postponeJob(database, 'guest_list', id, { seconds: backOffSeconds(tries) });
    await database.transaction((transaction) => failWaiting(transaction, id, 'unavailable'));
  }
}
