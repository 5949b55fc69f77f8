import { fetch as undiciFetch } from 'undici';
import { z } from 'zod';
import { ServiceError } from './service-error';

/** Resolves to an access token; never to `refused`, the one that the service has just turned down. */
export type GetToken = (refused?: string) => Promise<string>;

export interface TokenSourceOptions {
  /** OpenID Connect issuer; its discovery document names the token endpoint. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The service, as the token's audience (RFC 8707 `resource`). */
  audience: string;
  scope: string;
  fetch?: typeof undiciFetch;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

const discoverySchema = z.object({ token_endpoint: z.url({ protocol: /^https?$/ }) });
const grantSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional(),
});

const timeoutMilliseconds = 10_000;
/** A token is renewed this long before it expires, so that no call carries one that dies on the way. */
const marginMilliseconds = 30_000;
/** What an issuer that tells no lifetime is taken to mean. */
const unknownLifetimeSeconds = 60;

interface Grant {
  token: string;
  usableUntil: number;
}

async function askIssuer<Shape extends z.ZodType>(
  shape: Shape,
  request: () => ReturnType<typeof undiciFetch>,
  call: string,
): Promise<z.output<Shape>> {
  let status: number;
  let text: string;
  try {
    const response = await request();
    status = response.status;
    text = await response.text();
  } catch (cause) {
    throw new ServiceError('the token issuer did not answer', {
      reason: 'unreachable',
      effect: 'none',
      call,
      cause,
    });
  }
  if (status !== 200) {
    const message = `the token issuer answered ${status}`;
    throw new ServiceError(message, { reason: 'unauthorized', effect: 'none', call, status });
  }
  try {
    return shape.parse(JSON.parse(text));
  } catch (cause) {
    const message = 'the token issuer answered something else than it should';
    throw new ServiceError(message, { reason: 'unparsable', effect: 'none', call, status, cause });
  }
}

async function requestGrant(options: TokenSourceOptions, now: () => number): Promise<Grant> {
  const { fetch = undiciFetch } = options;
  const discovery = `${options.issuer}/.well-known/openid-configuration`;
  const { token_endpoint: endpoint } = await askIssuer(
    discoverySchema,
    () => fetch(discovery, { signal: AbortSignal.timeout(timeoutMilliseconds), redirect: 'error' }),
    'GET openid-configuration',
  );
  // RFC 6749 §2.3.1: both are form-encoded before they are joined.
  const credentials = [options.clientId, options.clientSecret].map(encodeURIComponent).join(':');
  const grant = await askIssuer(
    grantSchema,
    () =>
      fetch(endpoint, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          resource: options.audience,
          scope: options.scope,
        }),
        signal: AbortSignal.timeout(timeoutMilliseconds),
        redirect: 'error',
      }),
    'POST token endpoint',
  );
  const lifetime = (grant.expires_in ?? unknownLifetimeSeconds) * 1000;
  // A short-lived token is used for half its life rather than never.
  const usableUntil = now() + Math.max(lifetime - marginMilliseconds, lifetime / 2);
  return { token: grant.access_token, usableUntil };
}

/**
 * Access tokens by client credentials: kept until shortly before they expire, asked for once however many callers
 * wait. A failed request is not remembered.
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
