import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { NextRequest, NextResponse } from 'next/server';
import NextAuth from 'next-auth';
import { getRuntime } from '../runtime/runtime';
import { signInCookies, signInOptions } from './sign-in-options';
import { readSignInToken, type SignIn } from './sign-in-token';
import { endSession } from './staff-access';

interface AuthContext {
  params: Promise<{ nextauth: string[] }>;
}

/** next-auth's own addresses, below /api/auth. */
export async function handleAuth(request: NextRequest, context: AuthContext): Promise<Response> {
  const answer: unknown = await NextAuth(request, context, signInOptions(await getRuntime()));
  if (!(answer instanceof Response)) throw new Error('the sign-in gave no answer');
  return answer;
}

/** Who is signed in on this browser, as they were when they signed in. */
export async function readSignIn(): Promise<SignIn | null> {
  const { config } = await getRuntime();
  return readSignInToken(config, (await cookies()).toString());
}

/**
 * The address at the identity provider to sign in at; the cookies are set by which the return is recognized. For an
 * action, so that it works without scripts: an action is protected against forged requests itself, and brings
 * next-auth's own token along.
 */
export async function beginSignIn(callbackPath: string): Promise<string> {
  return postToAuth('signin', callbackPath);
}

/** Ends the sign-in, on the server first. Resolves to the address to go on to. */
export async function endSignIn(callbackPath: string): Promise<string> {
  const signIn = await readSignIn();
  const { rooms, security } = await getRuntime();
  if (signIn !== null && (await endSession(rooms, signIn)))
    security({ event: 'sign_out', staff: signIn.sub });
  return postToAuth('signout', callbackPath);
}

async function postToAuth(action: 'signin' | 'signout', callbackPath: string): Promise<string> {
  const { config } = await getRuntime();
  const { storefrontUrl, signInSecret } = config;
  const csrfToken = randomBytes(32).toString('hex');
  // next-auth compares the form's token with this cookie (double submit); it was not sent by the browser, but made here.
  const sealed = createHash('sha256').update(`${csrfToken}${signInSecret}`).digest('hex');
  const { name, options } = signInCookies(config).csrfToken;
  const jar = await cookies();
  jar.set(name, `${csrfToken}|${sealed}`, options);
  const segments = action === 'signin' ? [action, 'staff'] : [action];
  const request = new NextRequest(`${storefrontUrl}/api/auth/${segments.join('/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, callbackUrl: `${storefrontUrl}${callbackPath}` }).toString(),
  });
  const answer = await handleAuth(request, { params: Promise.resolve({ nextauth: segments }) });
  for (const cookie of new NextResponse(null, { headers: answer.headers }).cookies.getAll()) jar.set(cookie);
  return answer.headers.get('location') ?? callbackPath;
}
