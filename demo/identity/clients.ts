import type { ClientMetadata } from 'oidc-provider';
import type { MachineClient } from '@/testing/fakes/identity/identity-provider';
import type { DemoSecrets } from '../common/secrets';

/** The programs that request tokens for themselves (client_credentials). */
export const machineClients = {
  'demo-storefront': {
    organization: 'demo-storefront',
    scopes: [
      'catalog:read',
      'booking:read',
      'booking:write',
      'booking:override',
      'booking:counter',
      'ticket:redeem',
    ],
  },
  'demo-reseller': {
    organization: 'demo-reseller',
    scopes: ['catalog:read', 'booking:read', 'booking:write', 'ticket:redeem'],
  },
  'demo-issuer': {
    organization: 'demo-issuer',
    scopes: ['catalog:read', 'catalog:write', 'catalog:manage', 'catalog:edit', 'voucher:manage'],
  },
} as const satisfies Record<string, MachineClient>;

export type MachineClientId = keyof typeof machineClients;

export function isMachineClient(clientId: string): clientId is MachineClientId {
  return Object.hasOwn(machineClients, clientId);
}

export const STAFF_CLIENT_ID = 'demo-staff';
export const STAFF_SCOPES = 'openid profile email roles';

/** Every client as the provider registers it (OpenID Connect Dynamic Client Registration 1.0 §2). */
export function clientMetadata(secrets: DemoSecrets, storefrontUrl: string): ClientMetadata[] {
  const machines = (Object.keys(machineClients) as MachineClientId[]).map((clientId) => ({
    client_id: clientId,
    client_secret: secrets.clients[clientId],
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
  }));
  const staff: ClientMetadata = {
    client_id: STAFF_CLIENT_ID,
    client_name: 'Ticket shop, staff pages',
    client_secret: secrets.clients[STAFF_CLIENT_ID],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [`${storefrontUrl}/api/auth/callback/staff`],
    post_logout_redirect_uris: [`${storefrontUrl}/staff`],
  };
  return [...machines, staff];
}
