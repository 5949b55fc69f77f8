import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SignIn } from './sign-in-token';

/** How long an answer of the identity provider is good; then it is asked again. */
const freshMilliseconds = 5 * 60_000;
/** How long it is good when the provider can't be asked. After that nobody knows, and nobody gets in. */
const usableMilliseconds = 15 * 60_000;
const askTimeoutMilliseconds = 5_000;

const discoverySchema = z.object({ userinfo_endpoint: z.url() });
const userinfoSchema = z.object({ roles: z.array(z.string()).default([]) });

interface Known {
  roles: readonly string[];
  at: number;
}

const known = new Map<string, Known>();

/** Asks the identity provider; null when it can't be asked. */
export type AskRoles = (accessToken: string) => Promise<readonly string[] | null>;

/** A person's roles as the identity provider gives them now, give or take minutes; none when nobody can tell. */
export async function currentRoles(
  signIn: Pick<SignIn, 'roles' | 'signedInAt' | 'accessToken'>,
  ask: AskRoles,
  now: number = Date.now(),
): Promise<readonly string[]> {
  const { roles, signedInAt, accessToken } = signIn;
  const key = createHash('sha256')
    .update(accessToken ?? '')
    .digest('base64');
  const last = (accessToken === undefined ? undefined : known.get(key)) ?? { roles, at: signedInAt };
  if (now - last.at < freshMilliseconds) return last.roles;
  const asked = accessToken === undefined ? null : await ask(accessToken);
  if (asked === null) return now - last.at < usableMilliseconds ? last.roles : [];
  forget(now);
  known.set(key, { roles: asked, at: now });
  return asked;
}

/** Roles by the userinfo endpoint (OpenID Connect Core §5.3): none when the token is not accepted any more. */
export function askIssuer(issuer: string, onFailure: (error: unknown) => void): AskRoles {
  return async (accessToken) => {
    try {
      const signal = AbortSignal.timeout(askTimeoutMilliseconds);
      const discovery = await fetch(`${issuer}/.well-known/openid-configuration`, { signal });
      const { userinfo_endpoint: userinfo } = discoverySchema.parse(await discovery.json());
      const answer = await fetch(userinfo, { headers: { authorization: `Bearer ${accessToken}` }, signal });
      if (answer.status === 401 || answer.status === 403) return [];
      if (!answer.ok) throw new Error(`the identity provider answered ${answer.status}`);
      return userinfoSchema.parse(await answer.json()).roles;
    } catch (error) {
      onFailure(error);
      return null;
    }
  };
}

function forget(now: number): void {
  for (const [key, { at }] of known) if (now - at > usableMilliseconds) known.delete(key);
}
