import type { default as Provider, JWKS } from 'oidc-provider';
import { createIdentityProvider } from '@/testing/fakes/identity/identity-provider';
import type { DemoSecrets } from '../common/secrets';
import { clientMetadata, machineClients, STAFF_SCOPES } from './clients';
import type { People } from './people';
import { renderProblem, renderSignedOut, renderSignOut } from './provider-pages';

export interface DemoIdentityOptions {
  /** The issuer is `${demoUrl}/oidc`. */
  readonly demoUrl: string;
  readonly storefrontUrl: string;
  /** The audience of access tokens, unless a client requests another. */
  readonly serviceUrl: string;
  readonly secrets: DemoSecrets;
  readonly signingKeys: JWKS;
  readonly people: People;
  /** How long the staff’s access tokens are valid (8 hours). */
  readonly staffTokenSeconds?: number;
  /** Whether staff get refresh tokens (true). */
  readonly hasRefreshTokens?: boolean;
}

/** The identity provider of the demonstration: for three programs and the staff, with its own pages. */
export function createDemoIdentity(options: DemoIdentityOptions): Provider {
  return createIdentityProvider({
    issuer: `${options.demoUrl}/oidc`,
    audience: options.serviceUrl,
    clients: clientMetadata(options.secrets, options.storefrontUrl),
    machines: new Map(Object.entries(machineClients)),
    personScopes: STAFF_SCOPES,
    cookieKey: options.secrets.cookieKey,
    signingKeys: options.signingKeys,
    personTokenSeconds: options.staffTokenSeconds,
    hasRefreshTokens: options.hasRefreshTokens,
    findPerson: (id) => options.people.find(id),
    pages: {
      renderError: renderProblem,
      logoutSource: renderSignOut,
      postLogoutSuccessSource: renderSignedOut,
    },
  });
}
