import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { HttpProblem } from '../http/problem';

/** The token may be valid: the client should ask again. */
const keysUnavailable = () => new HttpProblem(503, 'Service Unavailable', { 'retry-after': '5' });

/** The issuer is asked again soon after a failure: until it tells its keys, every call that needs a token fails. */
const mostAfterFailure = 5_000;

const faultsOfTheToken = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

interface KeyOptions {
  /** Called each time the issuer could not be reached. */
  onError: (error: unknown) => void;
  /** For how many seconds the issuer is not asked again after an unknown key (30); after a failure at most five. */
  cooldownSeconds?: number;
}

/**
 * The issuer's keys, found by OpenID discovery at the first token (the issuer may start after the service). They
 * are fetched again for an unknown key or after ten minutes, at most once in the cooldown, for any number of
 * requests. While the issuer is not reachable the known keys stay in use; throws 503 for all others.
 */
export function issuerKeys(issuer: string, { onError, cooldownSeconds = 30 }: KeyOptions): JWTVerifyGetKey {
  const cooldown = cooldownSeconds * 1000;
  let remote: Promise<RemoteKeys> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  const failed = (error: unknown) => {
    failedAt = performance.now();
    onError(error);
  };
  const discovered = () => {
    remote ??= discover(issuer, cooldown).catch((error: unknown) => {
      remote = undefined;
      failed(error);
      throw keysUnavailable();
    });
    return remote;
  };
  return async (header, token) => {
    const resting = performance.now() - failedAt < Math.min(cooldown, mostAfterFailure);
    if (resting && remote === undefined) throw keysUnavailable();
    const keys = await discovered();
    if (!resting) {
      try {
        return await keys(header, token);
      } catch (error) {
        if (faultsOfTheToken.some((fault) => error instanceof fault)) throw error;
        failed(error);
      }
    }
    const known = keys.jwks();
    if (known === undefined) throw keysUnavailable();
    return createLocalJWKSet(known)(header, token).catch((error: unknown) => {
      // The issuer may have made a new key meanwhile.
      throw error instanceof errors.JWKSNoMatchingKey ? keysUnavailable() : error;
    });
  };
}

async function discover(issuer: string, cooldown: number): Promise<RemoteKeys> {
  const discovery = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(discovery, { signal: AbortSignal.timeout(5_000) });
  const { jwks_uri } = z.object({ jwks_uri: z.url() }).parse(await response.json());
  return createRemoteJWKSet(new URL(jwks_uri), { cooldownDuration: cooldown, timeoutDuration: 5_000 });
}
