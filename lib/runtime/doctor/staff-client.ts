import { probeClient } from '../../client/probe-client';
import { type Finding, ok, warning, wrong } from '../../doctor/check';
import { lookAtIssuer } from '../../doctor/issuer';
import type { Config } from '../config';

/** The identity provider of staff, and our client there. Nobody signs in. */
export async function lookAtStaffIssuer({
  staff,
  storefrontUrl,
}: Pick<Config, 'staff' | 'storefrontUrl'>): Promise<Finding[]> {
  const { provider } = staff;
  if (provider === null) return [ok('Staff sign in here, with passkeys (STAFF_SIGN_IN).')];
  const { issuer } = provider;
  const found = await lookAtIssuer({ name: 'STAFF_ISSUER', issuer, isExact: false });
  if (found.some(({ state }) => state === 'wrong')) return found;
  return [...found, await lookAtClient(provider, `${storefrontUrl}/api/auth/callback/staff`)];
}

type Provider = NonNullable<Config['staff']['provider']>;

async function lookAtClient(staff: Provider, redirectUri: string): Promise<Finding> {
  const client = await probeClient(staff, redirectUri);
  switch (client.kind) {
    case 'known':
      return ok(`It knows the client ${staff.clientId} (STAFF_CLIENT_ID) and its secret.`);
    case 'refused':
      return wrong(
        `It refuses the client of staff (${client.why}): correct STAFF_CLIENT_ID and STAFF_CLIENT_SECRET, and let the client use the authorization code flow.`,
      );
    case 'unclear':
      return warning(
        'It does not tell whether STAFF_CLIENT_ID and STAFF_CLIENT_SECRET are right: sign in at /staff once.',
      );
  }
}
