import { cookies } from 'next/headers';
import { type NextRequest, NextResponse } from 'next/server';
import { clientPrefix } from '../../../network/client-prefix';
import { getAppContext } from '../../../runtime/app-context';
import { hashToken } from '../../../shop/tokens';
import { browserName } from './browser-name';
import { freshSeconds } from './identity-provider';
import { beginStep, callbackPath, completeStep, type SignInContext } from './sign-in-steps';
import { sessionCookie, type SignIn, signInCookie, stateCookie, unseal } from './sign-in-token';
import { endStaffSession } from './sign-out';

export async function readSignIn(): Promise<SignIn | null> {
  const { config } = await getAppContext();
  const { name } = signInCookie(config, sessionCookie);
  return unseal(config.signInSecret, sessionCookie, (await cookies()).get(name)?.value);
}

/** By which the sign-in of this request is known in the list of sign-ins; null: there is none. */
export async function currentSignIn(): Promise<string | null> {
  const signIn = await readSignIn();
  return signIn === null ? null : hashToken(signIn.session);
}

/** Whether the person of this request has typed their password within the last ten minutes, as the provider says. */
export async function isSignInFresh(): Promise<boolean> {
  const authTime = (await readSignIn())?.authTime;
  return authTime !== undefined && Date.now() / 1000 - authTime <= freshSeconds;
}

/**
 * The identity provider's URL to sign in at; sets the cookie that identifies the return. `isFresh`: the password is asked
 * for again.
 */
export async function beginSignIn(back: string, isFresh = false): Promise<string> {
  const { location, cookie } = await beginStep(await getAppContext(), back, isFresh);
  if (cookie !== undefined) (await cookies()).set(cookie.name, cookie.value, cookie.options);
  return location;
}

export async function handleAuth(request: NextRequest): Promise<Response> {
  if (request.nextUrl.pathname !== callbackPath) return new Response(null, { status: 404 });
  return answerSignIn(await getAppContext(), request);
}

export async function answerSignIn(context: SignInContext, request: NextRequest): Promise<Response> {
  const { config } = context;
  const state = signInCookie(config, stateCookie);
  const { location, cookie } = await completeStep(context, request.nextUrl.searchParams, {
    state: request.cookies.get(state.name)?.value,
    before: request.cookies.get(signInCookie(config, sessionCookie).name)?.value,
    place: placeOf(request.headers),
  });
  const response = NextResponse.redirect(`${config.storefrontUrl}${location}`, 302);
  if (cookie !== undefined) {
    response.cookies.set(cookie.name, cookie.value, cookie.options);
    response.cookies.set(state.name, '', { ...state.options, maxAge: 0 });
  }
  return response;
}

/** Where a request comes from, for the list of sign-ins. */
export const placeOf = (headers: Pick<Headers, 'get'>) => ({
  browser: browserName(headers.get('user-agent') ?? ''),
  network: clientPrefix(headers.get('x-forwarded-for')),
});

/** Ends the sign-in. Resolves to the identity provider's address to sign out there too, if it has one. */
export async function endSignIn(): Promise<string | null> {
  const context = await getAppContext();
  const signIn = await readSignIn();
  const address = signIn === null ? null : await endStaffSession(context, signIn);
  const { name, options } = signInCookie(context.config, sessionCookie);
  (await cookies()).set(name, '', { ...options, maxAge: 0 });
  return address;
}
