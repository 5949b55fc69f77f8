import { cookies } from 'next/headers';
import { codeMinutes } from '../../../shop/data/lookup-store';
import { findOpenBooking, hasAccess, type OpenBooking } from '../../../shop/data/access-store';
import { readWholeCheckout, type WholeCheckout } from '../../../shop/data/whole-checkout-store';
import { hashSent, hashToken } from '../../../shop/tokens';
import { getAppContext } from '../../../runtime/app-context';
import { cookieName } from '../../../runtime/cookie-name';
import { noteOfRequest } from '../../../runtime/request-state';
import { browserToken } from './browser-token';

const ninetyDays = 90 * 24 * 60 * 60;

/** The name of a cookie of the shop, and whether it is for HTTPS only. */
async function describeCookie(
  plain: Parameters<typeof cookieName>[0],
): Promise<{ name: string; secure: boolean }> {
  const { storefrontUrl } = (await getAppContext()).config;
  return { name: cookieName(plain, storefrontUrl), secure: storefrontUrl.startsWith('https://') };
}

const options = (secure: boolean, maxAge: number) =>
  ({ sameSite: 'lax', path: '/', secure, maxAge }) as const;

async function setCookie(
  plain: 'guest' | 'lookup' | 'desk_rebooking',
  value: string,
  maxAge: number,
): Promise<void> {
  const { name, secure } = await describeCookie(plain);
  (await cookies()).set(name, value, { ...options(secure, maxAge), httpOnly: true });
}

/**
 * Tells scripts of pages that are the same for every visitor to ask what this one holds; it says nothing else. `own`: until
 * the next hold, pages begin with what it is to replace, also those that the browser's router asks for.
 */
export async function setBasket(value: '1' | 'own' = '1'): Promise<void> {
  const { secure } = await describeCookie('guest');
  (await cookies()).set('basket', value, options(secure, ninetyDays));
}

async function readCookie(plain: Parameters<typeof cookieName>[0]): Promise<string | undefined> {
  const { name } = await describeCookie(plain);
  return (await cookies()).get(name)?.value;
}

/** The stored hash of this browser's token; null when it has no token. */
export async function readGuest(): Promise<string | null> {
  return hashSent(await readCookie('guest'));
}

/**
 * The stored hash of the browser's token; it is given one if it has none that the shop issued. Only where cookies can be
 * set: in actions and route handlers.
 */
export async function ensureGuest(): Promise<string> {
  const { checkoutContext } = await getAppContext();
  const guest = await readCookie('guest');
  await setBasket();
  const token = await browserToken(checkoutContext, { guest, visitor: await readCookie('visitor') });
  if (token !== guest) await setCookie('guest', token, ninetyDays);
  return hashToken(token);
}

/** The value of the cookie with a place in this waiting room. */
export async function readPlace(roomId: number): Promise<string | undefined> {
  return readCookie(`place_${roomId}`);
}

/** For the page of a booking that does not exist or that this browser may not open: its status is 404 in both cases. */
export function deniedPage(): { kind: 'denied' } {
  noteOfRequest({ isPageMissing: true });
  return { kind: 'denied' };
}

export async function guestMayRead(checkoutId: string): Promise<boolean> {
  const { checkoutContext } = await getAppContext();
  const guest = await readGuest();
  return guest !== null && hasAccess(checkoutContext.database, guest, checkoutId);
}

/** The checkout in an address, if this browser may see it. */
export async function readOwnCheckout(checkoutId: string): Promise<WholeCheckout | null> {
  const guest = await readGuest();
  if (guest === null) return null;
  const { checkoutContext } = await getAppContext();
  const whole = await readWholeCheckout(checkoutContext.database, checkoutId, guest);
  return whole?.mayRead === true ? whole : null;
}

export async function guestOpenBooking(): Promise<OpenBooking> {
  const { checkoutContext } = await getAppContext();
  const guest = await readGuest();
  if (guest === null) return { openId: null, exchangedId: null };
  return findOpenBooking(checkoutContext.database, guest);
}

/** Stores in a cookie which search for orders this browser began, so that the URL does not show it. */
export function keepLookup(lookupId: string): Promise<void> {
  return setCookie('lookup', lookupId, codeMinutes * 60);
}

/** The search that this browser began; null when there is none, or when its time is over. */
export async function readLookup(): Promise<string | null> {
  return (await readCookie('lookup')) ?? null;
}

const exchangeSeconds = 2 * 60 * 60;

/** Stores which tickets staff exchange at the counter, until they have chosen others. Customers' exchanges are stored. */
export function keepExchange(value: string): Promise<void> {
  return setCookie('desk_rebooking', value, exchangeSeconds);
}

export async function readExchangeCookie(): Promise<string | null> {
  return (await readCookie('desk_rebooking')) ?? null;
}

export function forgetExchange(): Promise<void> {
  return setCookie('desk_rebooking', '', 0);
}

export function forgetLookup(): Promise<void> {
  return setCookie('lookup', '', 0);
}
