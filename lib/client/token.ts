import { ClientError, clientCredentialsGrant } from 'openid-client';
import { discoverIssuer, type IssuerClient, refusalStatus } from './issuer';
import { ServiceError } from './service-error';

/** Resolves to an access token, but never to `refused`, which the service has just refused. */
export type GetToken = (refused?: string) => Promise<string>;

export interface TokenSourceOptions extends IssuerClient {
  /** The service, as the token's audience (RFC 8707 `resource`). */
  audience: string;
  scope: string;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

const timeoutSeconds = 5;
/** A token is renewed this long before it expires, so that it does not expire during a call. */
const marginMilliseconds = 30_000;
/** The assumed lifetime if an issuer gives none. */
const unknownLifetimeSeconds = 60;

type Grant = Awaited<ReturnType<typeof requestGrant>>;

/** Makes a request to the issuer; a failure becomes a ServiceError. */
async function askIssuer<Answer>(call: string, request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (cause) {
    const status = refusalStatus(cause);
    if (status !== undefined && status !== 200) {
      const message = `the token issuer answered ${status}`;
      throw new ServiceError(message, { reason: 'unauthorized', effect: 'none', call, status, cause });
    }
    const isUnparsable = cause instanceof ClientError && cause.code !== 'OAUTH_TIMEOUT';
    throw new ServiceError(
      isUnparsable
        ? 'the token issuer answered something else than it should'
        : 'the token issuer did not answer',
      { reason: isUnparsable ? 'unparsable' : 'unreachable', effect: 'none', call, cause },
    );
  }
}

async function requestGrant(options: TokenSourceOptions, now: () => number) {
  const issuer = await askIssuer('GET openid-configuration', () => discoverIssuer(options, timeoutSeconds));
  const { access_token: token, expires_in: seconds = unknownLifetimeSeconds } = await askIssuer(
    'POST token endpoint',
    () => clientCredentialsGrant(issuer, { resource: options.audience, scope: options.scope }),
  );
  const lifetime = seconds * 1000;
  // A short-lived token is used for half its lifetime, so that it is used at all.
  return { token, usableUntil: now() + Math.max(lifetime - marginMilliseconds, lifetime / 2) };
}

/**
 * Access tokens by client credentials: kept until shortly before they expire, and requested once for any number of
 * waiting callers. A failed request is not cached.
 */
export function createTokenSource(options: TokenSourceOptions): GetToken {
  const now = options.now ?? Date.now;
  let current: Grant | undefined;
  let pending: Promise<Grant> | undefined;

  return async (refused) => {
    if (current !== undefined && current.token !== refused && now() < current.usableUntil)
      return current.token;
    pending ??= requestGrant(options, now).finally(() => (pending = undefined));
    current = await pending;
    return current.token;
  };
}
