import { cookies, headers } from 'next/headers';
import { networkLimit } from '../../../network/network-limit';
import { getAppContext } from '../../../runtime/app-context';
import { sharedLimiting } from '../../../shop/data/limit-store';
import { noteRefusal, requestNetworks } from '../request/network';
import { signInOptions } from './passkeys';
import { signInByPasskey } from './passkey-steps';
import { placeOf } from './sign-in';
import { sessionCookie, signInCookie } from './sign-in-token';

/** Answers of passkeys from one network, and from one IPv6 site, within 15 minutes. */
const mostFrom = { network: 60, site: 300 };

/** Counts an attempt of this visitor to sign in or to join; false, and an entry in the security log, if there were too many. */
export async function mayTryPasskey(): Promise<boolean> {
  const { checkoutContext } = await getAppContext();
  const limit = networkLimit(mostFrom, 15 * 60, sharedLimiting(checkoutContext, 'sign in'));
  const isAllowed = await limit.count(await requestNetworks());
  if (!isAllowed) await noteRefusal({ event: 'limit_reached', limit: 'sign_ins' });
  return isAllowed;
}

/** Whether staff sign in here, with passkeys. */
export const hasOwnSignIn = async (): Promise<boolean> =>
  (await getAppContext()).config.staff.provider === null;

/** What the browser asks a passkey; null: staff sign in at an identity provider. */
export async function askForPasskey() {
  const { config } = await getAppContext();
  return config.staff.provider === null ? signInOptions(config) : null;
}

/** Signs in with the answer of a passkey; resolves to where the browser goes next. */
export async function signInWith(text: string, back: string): Promise<string> {
  const context = await getAppContext();
  if (context.config.staff.provider !== null || !(await mayTryPasskey())) return '/staff?error=SignIn';
  const store = await cookies();
  const { name } = signInCookie(context.config, sessionCookie);
  const before = store.get(name)?.value;
  const place = placeOf(await headers());
  const { location, cookie } = await signInByPasskey(context, { text, back, before, place });
  if (cookie !== undefined) store.set(cookie.name, cookie.value, cookie.options);
  return location;
}
