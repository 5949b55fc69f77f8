import { createHash } from 'node:crypto';
import { z } from 'zod';
import { getRuntime } from '../runtime/runtime';
import type { SignIn } from './sign-in';

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

/** A person's roles as the identity provider gives them now, give or take minutes; none when nobody can tell. */
export async function currentRoles(signIn: SignIn, now: number = Date.now()): Promise<readonly string[]> {
  const atSignIn = { roles: signIn.roles, at: signIn.signedInAt };
  const key = createHash('sha256')
    .update(signIn.accessToken ?? '')
    .digest('base64');
  const last = known.get(key) ?? atSignIn;
  if (now - last.at < freshMilliseconds) return last.roles;
  const asked = signIn.accessToken === undefined ? null : await askRoles(signIn.accessToken);
  if (asked === null) return now - last.at < usableMilliseconds ? last.roles : [];
  forget(now);
  known.set(key, { roles: asked, at: now });
  return asked;
}

/** Null when the provider can't be asked; no roles when it does not accept the token any more. */
async function askRoles(accessToken: string): Promise<readonly string[] | null> {
  const { config, log } = await getRuntime();
  try {
    const signal = AbortSignal.timeout(askTimeoutMilliseconds);
    const discovery = await fetch(`${config.staff.issuer}/.well-known/openid-configuration`, { signal });
    const { userinfo_endpoint: userinfo } = discoverySchema.parse(await discovery.json());
    const answer = await fetch(userinfo, { headers: { authorization: `Bearer ${accessToken}` }, signal });
    if (answer.status === 401 || answer.status === 403) return [];
    if (!answer.ok) throw new Error(`the identity provider answered ${answer.status}`);
    return userinfoSchema.parse(await answer.json()).roles;
  } catch (error) {
    log.warn({ err: error }, 'the identity provider could not be asked for roles');
    return null;
  }
}

function forget(now: number): void {
  for (const [key, { at }] of known) if (now - at > usableMilliseconds) known.delete(key);
}
