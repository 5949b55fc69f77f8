import { isKnownToken } from '../../../shop/data/access-store';
import { hashSent, visitorToken } from '../../../shop/tokens';
import type { AppContext } from '../../../runtime/app-context';

/** The values of a browser's cookies. */
export interface BrowserCookies {
  readonly guest: string | undefined;
  /** From a waiting room. */
  readonly visitor: string | undefined;
}

/**
 * The token to which a browser's tickets belong: that of its guest cookie if the shop issued it, because a token planted
 * by an attacker must open nothing; else that of its visitor cookie, so that two forms sent at once use one place; else a
 * new one.
 */
export async function browserToken(
  { database, linkSecret }: Pick<AppContext['checkoutContext'], 'database' | 'linkSecret'>,
  { guest, visitor }: BrowserCookies,
): Promise<string> {
  const hash = hashSent(guest);
  if (guest !== undefined && hash !== null && (await isKnownToken(database, hash))) return guest;
  return visitorToken(visitor, linkSecret);
}
