import { cookies } from 'next/headers';
import { findOpenCheckout, hasAccess, isKnownToken } from '../checkout/access-store';
import { hashToken, isToken, newToken } from '../checkout/tokens';
import { getRuntime } from '../runtime/runtime';

const ninetyDays = 90 * 24 * 60 * 60;

/** The browser's cookie. `__Host-`: no other host, no other path, no plain connection can have set it. */
async function cookieName(): Promise<{ name: string; secure: boolean }> {
  const { config } = await getRuntime();
  const secure = config.storefrontUrl.startsWith('https://');
  return { name: secure ? '__Host-guest' : 'guest', secure };
}

/** What is stored of this browser's token; null when it has none. */
async function readGuest(): Promise<string | null> {
  const { name } = await cookieName();
  const token = (await cookies()).get(name)?.value;
  return token === undefined || !isToken(token) ? null : hashToken(token);
}

/**
 * The browser's token, made when it has none that we gave out: a token that somebody planted opens nothing. Only where
 * cookies can be set: in actions and route handlers.
 */
export async function ensureGuest(): Promise<string> {
  const { rooms } = await getRuntime();
  const present = await readGuest();
  if (present !== null && (await isKnownToken(rooms.database, present))) return present;
  const token = newToken();
  const { name, secure } = await cookieName();
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: ninetyDays } as const;
  (await cookies()).set(name, token, options);
  return hashToken(token);
}

/** May this browser see the checkout and its order? */
export async function guestMayRead(checkoutId: string): Promise<boolean> {
  const { rooms } = await getRuntime();
  const guest = await readGuest();
  return guest !== null && hasAccess(rooms.database, guest, checkoutId);
}

/** The checkout that this browser has open. */
export async function guestOpenCheckout(): Promise<string | null> {
  const { rooms } = await getRuntime();
  const guest = await readGuest();
  return guest === null ? null : findOpenCheckout(rooms.database, guest);
}
