import { NextRequest } from 'next/server';
import { getToken } from 'next-auth/jwt';
import { z } from 'zod';
import type { Config } from '../runtime/config';
import { signInCookies } from './sign-in-options';

/** What the sealed sign-in cookie carries. Nothing of it goes to the browser's scripts. */
const signInSchema = z.object({
  sub: z.string(),
  name: z.string().nullish(),
  roles: z.array(z.string()),
  accessToken: z.string().optional(),
  /** Milliseconds since 1970. */
  signedInAt: z.number(),
  /** The token of the session on the server, without which the cookie is worth nothing. */
  session: z.string(),
});
export type SignIn = z.infer<typeof signInSchema>;

/** Who signed in, by the Cookie header of a request, as they were when they did; null without a sign-in. */
export async function readSignInToken(
  config: Pick<Config, 'signInSecret' | 'storefrontUrl'>,
  cookie: string,
): Promise<SignIn | null> {
  const token = await getToken({
    req: new NextRequest(config.storefrontUrl, { headers: { cookie } }),
    secret: config.signInSecret,
    cookieName: signInCookies(config).sessionToken.name,
  });
  const parsed = signInSchema.safeParse(token);
  return parsed.success ? parsed.data : null;
}
