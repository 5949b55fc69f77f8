import { cookies } from 'next/headers';
import { findOpenCheckout, hasAccess, isKnownToken } from '../checkout/access-store';
import { codeMinutes } from '../checkout/lookup-store';
import { hashToken, isToken, newToken } from '../checkout/tokens';
import { getRuntime } from '../runtime/runtime';

const ninetyDays = 90 * 24 * 60 * 60;

/** A cookie of ours. `__Host-`: no other host, no other path, no plain connection can have set it. */
async function cookieName(plain: 'guest' | 'lookup'): Promise<{ name: string; secure: boolean }> {
  const { config } = await getRuntime();
  const secure = config.storefrontUrl.startsWith('https://');
  return { name: secure ? `__Host-${plain}` : plain, secure };
}

async function setCookie(plain: 'guest' | 'lookup', value: string, maxAge: number): Promise<void> {
  const { name, secure } = await cookieName(plain);
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge } as const;
  (await cookies()).set(name, value, options);
}

/** What is stored of this browser's token; null when it has none. */
export async function readGuest(): Promise<string | null> {
  const { name } = await cookieName('guest');
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
  await setCookie('guest', token, ninetyDays);
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

/** Keeps which search for orders this browser began; the address shows nothing of it. */
export function keepLookup(lookupId: string): Promise<void> {
  return setCookie('lookup', lookupId, codeMinutes * 60);
}

/** The search that this browser began; null when there is none, or its time is over. */
export async function readLookup(): Promise<string | null> {
  const { name } = await cookieName('lookup');
  return (await cookies()).get(name)?.value ?? null;
}

export function forgetLookup(): Promise<void> {
  return setCookie('lookup', '', 0);
}
