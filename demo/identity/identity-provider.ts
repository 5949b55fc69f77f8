import Provider, { errors, interactionPolicy, type Configuration, type JWKS } from 'oidc-provider';
import { systemClock } from '../clock';
import type { DemoSecrets } from '../secrets';
import { clientMetadata, isMachineClient, machineClients, STAFF_SCOPES } from './clients';
import { memoryAdapter } from './memory-adapter';
import type { People } from './people';
import { renderProblem, renderSignedOut, renderSignOut } from './provider-pages';

export interface IdentityOptions {
  /** The issuer is `${demoUrl}/oidc`. */
  readonly demoUrl: string;
  readonly storefrontUrl: string;
  /** The audience of access tokens (RFC 8707), unless a client asks for another. */
  readonly serviceUrl: string;
  readonly secrets: DemoSecrets;
  readonly signingKeys: JWKS;
  readonly people: People;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** An OpenID provider for three programs and the staff, after the certified oidc-provider package. */
export function createIdentityProvider(options: IdentityOptions): Provider {
  const provider = new Provider(`${options.demoUrl}/oidc`, configuration(options));
  // The addresses it hands out are those of DEMO_URL, whatever way a request took.
  provider.proxy = true;
  return provider;
}

function configuration(options: IdentityOptions): Configuration {
  return {
    adapter: memoryAdapter(systemClock),
    jwks: options.signingKeys,
    clients: clientMetadata(options.secrets, options.storefrontUrl),
    scopes: ['openid', 'offline_access'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], roles: ['roles'] },
    // A client that only reads the ID token gets the roles too.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    cookies: {
      names: {
        session: 'demo_identity_session',
        interaction: 'demo_identity_interaction',
        resume: 'demo_identity_resume',
      },
      keys: [options.secrets.cookieKey],
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: {
      ClientCredentials: 10 * MINUTE,
      // Opaque and good for userinfo only, which answers with the roles of that moment.
      AccessToken: 8 * HOUR,
      AuthorizationCode: MINUTE,
      IdToken: 10 * MINUTE,
      Interaction: HOUR,
      Session: 8 * HOUR,
      Grant: 8 * HOUR,
      RefreshToken: 8 * HOUR,
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    clientBasedCORS: () => false,
    interactions: { policy: alwaysAsk(), url: (_ctx, interaction) => `/sign-in/${interaction.uid}` },
    findAccount: findAccount(options.people),
    loadExistingGrant: grantWithoutAsking,
    extraTokenClaims: (ctx) => {
      const clientId = ctx.oidc.client?.clientId ?? '';
      return isMachineClient(clientId) ? { organization: machineClients[clientId].organization } : undefined;
    },
    features: features(options.serviceUrl),
    renderError: renderProblem,
  };
}

function features(serviceUrl: string): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: renderSignOut,
      postLogoutSuccessSource: renderSignedOut,
    },
    resourceIndicators: {
      enabled: true,
      // People's tokens are for userinfo, which takes none that is meant for somebody else.
      defaultResource: (_ctx, client) => (isMachineClient(client.clientId) ? serviceUrl : []),
      getResourceServerInfo: (ctx, resource, client) => {
        if (resource !== serviceUrl || !isMachineClient(client.clientId)) throw new errors.InvalidTarget();
        const scope = machineClients[client.clientId].scopes.join(' ');
        // RFC 6749 §3.3: with no scope asked for, a default applies; here, all that the client may have.
        if (ctx.oidc.params !== undefined && !ctx.oidc.params['scope']) ctx.oidc.params['scope'] = scope;
        return {
          scope,
          audience: serviceUrl,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 10 * MINUTE,
          jwt: { sign: { alg: 'RS256' } },
        };
      },
    },
  };
}

/** One application, so a remembered sign-in would only keep people from becoming somebody else. */
function alwaysAsk(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'asked_each_time',
        'End-User authentication is asked for each time',
        'login_required',
        (ctx) => ctx.oidc.result?.login === undefined,
      ),
    );
  return policy;
}

function findAccount(people: People): NonNullable<Configuration['findAccount']> {
  return async (_ctx, id) => {
    const person = await people.find(id);
    if (person === undefined) return undefined;
    const { name, email, roles } = person;
    return { accountId: id, claims: () => ({ sub: id, name, email, email_verified: true, roles }) };
  };
}

/** The client is ours, so nobody is asked to consent. */
const grantWithoutAsking: NonNullable<Configuration['loadExistingGrant']> = async (ctx) => {
  const { client, session, provider } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(STAFF_SCOPES);
  await grant.save();
  return grant;
};
