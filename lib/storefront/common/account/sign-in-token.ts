import { decode, encode, type JWT } from 'next-auth/jwt';
import { z } from 'zod';
import { staffSessionLimits } from '../../../shop/data/staff-session-store';
import type { Config } from '../../../runtime/config';
import { expectedSchema, tokensSchema } from './identity-provider';

/** A kind of sealed content: its key is derived from its name. */
interface Kind<Content> {
  readonly name: string;
  readonly seconds: number;
  readonly schema: z.ZodType<Content>;
}

const signInSchema = z.object({
  sub: z.string(),
  name: z.string(),
  /** The token of the session on the server; without it the cookie is useless. */
  session: z.string(),
  /** When the person typed their password, in seconds, if the provider said it. */
  authTime: z.number().optional(),
});
export type SignIn = z.infer<typeof signInSchema>;

const sessionSeconds = staffSessionLimits.hours * 60 * 60;

/** The cookie of a person who has signed in. None of it is passed to scripts in the browser. */
export const sessionCookie = { name: 'session-token', seconds: sessionSeconds, schema: signInSchema };

/** The cookie of a sign-in that has begun: what the provider's answer has to match, and the page to return to. */
export const stateCookie = {
  name: 'state',
  seconds: 15 * 60,
  schema: expectedSchema.extend({ back: z.string(), isFresh: z.boolean().default(false) }),
};

export const storedTokens = { name: 'tokens', seconds: sessionSeconds, schema: tokensSchema };

/** Encrypts and dates it, as next-auth does with its sessions. */
export function seal<Content extends JWT>(
  secret: string,
  { name, seconds }: Kind<Content>,
  content: Content,
): Promise<string> {
  return encode({ token: content, secret, salt: name, maxAge: seconds });
}

/** What was sealed; null if we have not sealed it, or its time is over. */
export async function unseal<Content>(
  secret: string,
  { name, schema }: Kind<Content>,
  sealed: string | undefined,
): Promise<Content | null> {
  const token: unknown = await decode({ token: sealed ?? '', secret, salt: name }).catch(() => null);
  return schema.safeParse(token).data ?? null;
}

/**
 * A cookie of the sign-in. Over TLS it is bound to this host (`__Host-`: no other host, no other path and no plain
 * HTTP connection can have set it).
 */
export function signInCookie(
  { storefrontUrl }: Pick<Config, 'storefrontUrl'>,
  { name, seconds }: typeof sessionCookie | typeof stateCookie,
) {
  const secure = storefrontUrl.startsWith('https://');
  return {
    name: `${secure ? '__Host-' : ''}next-auth.${name}`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge: seconds },
  } as const;
}
