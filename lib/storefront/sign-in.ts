import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { NextRequest, NextResponse } from 'next/server';
import NextAuth from 'next-auth';
import { getToken } from 'next-auth/jwt';
import { z } from 'zod';
import { getRuntime } from '../runtime/runtime';
import { signInOptions } from './sign-in-options';

/** What the sealed sign-in cookie carries. Nothing of it goes to the browser's scripts. */
const signInSchema = z.object({
  sub: z.string(),
  name: z.string().nullish(),
  roles: z.array(z.string()),
  accessToken: z.string().optional(),
  /** Milliseconds since 1970. */
  signedInAt: z.number(),
});
export type SignIn = z.infer<typeof signInSchema>;

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
  const request = new NextRequest(config.storefrontUrl, {
    headers: { cookie: (await cookies()).toString() },
  });
  const secureCookie = config.storefrontUrl.startsWith('https://');
  const token = await getToken({ req: request, secret: config.signInSecret, secureCookie });
  const parsed = signInSchema.safeParse(token);
  return parsed.success ? parsed.data : null;
}

/**
 * The address at the identity provider to sign in at; the cookies are set by which the return is recognized. For an
 * action, so that it works without scripts: an action is protected against forged requests itself, and brings
 * next-auth's own token along.
 */
export async function beginSignIn(callbackPath: string): Promise<string> {
  return postToAuth('signin', callbackPath);
}

/** Ends the sign-in on this browser. Resolves to the address to go on to. */
export async function endSignIn(callbackPath: string): Promise<string> {
  return postToAuth('signout', callbackPath);
}

async function postToAuth(action: 'signin' | 'signout', callbackPath: string): Promise<string> {
  const { config } = await getRuntime();
  const { storefrontUrl, signInSecret } = config;
  const csrfToken = randomBytes(32).toString('hex');
  // next-auth compares the form's token with this cookie (double submit); it was not sent by the browser, but made here.
  const sealed = createHash('sha256').update(`${csrfToken}${signInSecret}`).digest('hex');
  const secure = storefrontUrl.startsWith('https://');
  const name = secure ? '__Host-next-auth.csrf-token' : 'next-auth.csrf-token';
  const jar = await cookies();
  jar.set(name, `${csrfToken}|${sealed}`, { httpOnly: true, sameSite: 'lax', path: '/', secure });
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
