import { workAsyncStorage, type WorkStore } from 'next/dist/server/app-render/work-async-storage.external';
import {
  type RequestStore,
  workUnitAsyncStorage,
} from 'next/dist/server/app-render/work-unit-async-storage.external';
import { RequestCookiesAdapter } from 'next/dist/server/web/spec-extension/adapters/request-cookies';
import { RequestCookies } from 'next/dist/server/web/spec-extension/cookies';
import { getAppContext } from '@/lib/runtime/app-context';
import type { Granted } from '@/lib/shop/rules/staff-catalogs';
import { staffSessions } from '@/lib/shop/data/staff-session-store';
import { hashToken, newToken } from '@/lib/shop/tokens';
import {
  seal,
  sessionCookie,
  signInCookie,
  storedTokens,
} from '@/lib/storefront/common/account/sign-in-token';

/** Begins a sign-in; resolves to a function that does work as a request with its cookie, and with others of the browser. */
export async function signedIn(id: string, granted: Granted, others: readonly string[] = []) {
  const { config, checkoutContext } = await getAppContext();
  const session = newToken();
  await staffSessions.begin(checkoutContext, hashToken(session), {
    tokens: await seal(config.signInSecret, storedTokens, { accessToken: 'token' }),
    granted,
    member: { id, name: id },
    place: { browser: null, network: null },
  });
  const value = await seal(config.signInSecret, sessionCookie, { sub: id, name: id, session });
  const own = `${signInCookie(config, sessionCookie).name}=${value}`;
  const headers = new Headers({ cookie: [own, ...others].join('; ') });
  const cookies = RequestCookiesAdapter.seal(new RequestCookies(headers));
  // What Next's functions for a request read of it.
  const work = { route: '/', forceStatic: false, dynamicShouldError: false } as WorkStore;
  const request = {
    type: 'request',
    phase: 'render',
    cookies,
    headers: new Headers(),
  } as unknown as RequestStore;
  return <Value>(read: () => Promise<Value>): Promise<Value> =>
    workAsyncStorage.run(work, () => workUnitAsyncStorage.run(request, read));
}
