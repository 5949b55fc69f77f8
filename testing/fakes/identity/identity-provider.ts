import Provider, {
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type JWKS,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { memoryAdapter } from './memory-adapter';

/** A program that requests tokens for itself (client_credentials). */
export interface MachineClient {
  readonly organization: string;
  readonly scopes: readonly string[];
}

export interface IdentityPerson {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
}

export interface IdentityOptions {
  readonly issuer: string;
  /** The audience of access tokens for programs (RFC 8707), unless a client requests another. */
  readonly audience: string;
  readonly clients: ClientMetadata[];
  /** Those of the clients that are programs, by client id. */
  readonly machines: ReadonlyMap<string, MachineClient>;
  /** What every person who signs in has granted, separated by spaces. */
  readonly personScopes: string;
  /** Signs the cookies of a sign-in. */
  readonly cookieKey: string;
  readonly signingKeys: JWKS;
  readonly findPerson: (id: string) => Promise<IdentityPerson | undefined>;
  readonly pages: {
    readonly renderError: NonNullable<Configuration['renderError']>;
    readonly logoutSource: (ctx: KoaContextWithOIDC, form: string) => Promise<void>;
    readonly postLogoutSuccessSource: (ctx: KoaContextWithOIDC) => Promise<void>;
  };
  /** How long the access tokens of persons are valid (8 hours). */
  readonly personTokenSeconds?: number | undefined;
  /** Whether persons get refresh tokens (true). */
  readonly hasRefreshTokens?: boolean | undefined;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** An OpenID provider for programs and persons, with the certified oidc-provider package. */
export function createIdentityProvider(options: IdentityOptions): Provider {
  const provider = new Provider(options.issuer, configuration(options));
  // It returns the addresses of its issuer, whatever address a request used.
  provider.proxy = true;
  return provider;
}

function configuration(options: IdentityOptions): Configuration {
  return {
    adapter: memoryAdapter(),
    jwks: options.signingKeys,
    clients: options.clients,
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
      keys: [options.cookieKey],
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: {
      ClientCredentials: 10 * MINUTE,
      // Opaque and valid only for userinfo, which returns the current roles.
      AccessToken: options.personTokenSeconds ?? 8 * HOUR,
      AuthorizationCode: MINUTE,
      IdToken: 10 * MINUTE,
      Interaction: HOUR,
      Session: 8 * HOUR,
      Grant: 8 * HOUR,
      RefreshToken: 8 * HOUR,
    },
    issueRefreshToken: (_ctx, client) =>
      options.hasRefreshTokens !== false && client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    clientBasedCORS: () => false,
    interactions: { policy: alwaysAsk(), url: (_ctx, interaction) => `/sign-in/${interaction.uid}` },
    findAccount: findAccount(options.findPerson),
    loadExistingGrant: grantWithoutAsking(options.personScopes),
    extraTokenClaims: (ctx) => {
      const machine = options.machines.get(ctx.oidc.client?.clientId ?? '');
      return machine === undefined ? undefined : { organization: machine.organization };
    },
    features: features(options),
    renderError: options.pages.renderError,
  };
}

function features({ audience, machines, pages }: IdentityOptions): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    revocation: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: pages.logoutSource,
      postLogoutSuccessSource: pages.postLogoutSuccessSource,
    },
    resourceIndicators: {
      enabled: true,
      // The tokens of persons are for userinfo, which accepts no token for another audience.
      defaultResource: (_ctx, client) => (machines.has(client.clientId) ? audience : []),
      getResourceServerInfo: (ctx, resource, client) => {
        const machine = machines.get(client.clientId);
        if (resource !== audience || machine === undefined) throw new errors.InvalidTarget();
        const scope = machine.scopes.join(' ');
        // RFC 6749 §3.3: a default applies if no scope is requested; here, all that the client may have.
        if (ctx.oidc.params !== undefined && !ctx.oidc.params['scope']) ctx.oidc.params['scope'] = scope;
        return {
          scope,
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 10 * MINUTE,
          jwt: { sign: { alg: 'RS256' } },
        };
      },
    },
  };
}

/** There is only one application, so a remembered sign-in would only prevent signing in as another person. */
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

function findAccount(find: IdentityOptions['findPerson']): NonNullable<Configuration['findAccount']> {
  return async (_ctx, id) => {
    const person = await find(id);
    if (person === undefined) return undefined;
    const { name, email, roles } = person;
    return { accountId: id, claims: () => ({ sub: id, name, email, email_verified: true, roles }) };
  };
}

/** The client is our own, so nothing asks the user for consent. */
function grantWithoutAsking(scopes: string): NonNullable<Configuration['loadExistingGrant']> {
  return async (ctx) => {
    const { client, session, provider } = ctx.oidc;
    if (client === undefined || session?.accountId === undefined) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope(scopes);
    await grant.save();
    return grant;
  };
}
