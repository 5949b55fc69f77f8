import { staffSessions } from '../../../shop/data/staff-session-store';
import { hashToken } from '../../../shop/tokens';
import { endTokens } from './identity-provider';
import type { SignInContext } from './sign-in-steps';
import { type SignIn, storedTokens, unseal } from './sign-in-token';

/** Where a browser comes back from the identity provider. Without a language: the proxy adds the visitor's. */
const signedOutPath = '/staff';

/**
 * Ends a sign-in: its session on the server first, so that a copy of the cookie becomes useless even if the identity
 * provider can't be asked; then its tokens at the provider. Resolves to the provider's address where the browser signs out
 * there too; null: there is none, or the sign-in had ended before.
 */
export async function endStaffSession(
  { config, log, security, checkoutContext }: SignInContext,
  signIn: SignIn,
): Promise<string | null> {
  const sealed = await staffSessions.end(checkoutContext, hashToken(signIn.session));
  if (sealed === null) return null;
  security({ event: 'sign_out', staff: signIn.sub });
  const { provider } = config.staff;
  const tokens = await unseal(config.signInSecret, storedTokens, sealed);
  if (provider === null || tokens === null) return null;
  const address = await endTokens(provider, tokens, `${config.storefrontUrl}${signedOutPath}`, (error) =>
    log.warn({ err: error }, 'the identity provider could not be told of a sign-out'),
  );
  return address?.href ?? null;
}
