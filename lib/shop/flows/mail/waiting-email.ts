import { venueDay, venueTime, venueZone } from '../../../locale/venue-time';
import { waitingFreeEmail, waitingJoinedEmail } from '../../../mail/waiting-emails';
import type { CheckoutContext } from '../../context';
import { entryLink } from '../waiting-list/entry-link';
import { findPlace } from '../waiting-list/places';
import type { WaitingMail } from '../../data/mail-store';
import type { Written } from './written';

/** An e-mail about a place on a waiting list; needless if it is no longer true when it is sent. */
export async function writeWaitingEmail(
  context: CheckoutContext,
  entryId: string | null,
  kind: WaitingMail,
): Promise<Written> {
  if (entryId === null) throw new Error('an e-mail about a waiting list has no place in it');
  const name = entryLink(entryId, context.linkSecret);
  const place = await findPlace(context, name);
  if (place === null) return { kind: 'needless' };
  const { entry, state, heldUntil } = place;
  const { language, quantity, productName, details, email: to } = entry;
  const link = `${context.storefrontUrl}/${language}/waiting-list/${name}`;
  const email = { shop: context.shopName, language, link, quantity, title: productName, details };
  if (kind === 'waiting_joined') {
    const isAwaited = state === 'waiting' || state === 'notified';
    return isAwaited ? { kind: 'email', to, email: waitingJoinedEmail(email) } : { kind: 'needless' };
  }
  if (state !== 'notified' || heldUntil === null) return { kind: 'needless' };
  const zone = entry.timezone ?? undefined;
  const until = heldUntil.toISOString();
  const moment = { day: venueDay(until, zone), time: venueTime(until, zone), zone: venueZone(until, zone) };
  return { kind: 'email', to, email: waitingFreeEmail({ ...email, until: moment }) };
}
