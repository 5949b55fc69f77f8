import {
  allowInsecureRequests,
  ClientError,
  type Configuration,
  discovery,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

export interface IssuerClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Reads the issuer's discovery document. Each later request has the same time limit as this one. */
export async function discoverIssuer(
  { issuer, clientId, clientSecret }: IssuerClient,
  timeoutSeconds: number,
): Promise<Configuration> {
  const address = new URL(`${issuer}/.well-known/openid-configuration`);
  return discovery(address, clientId, undefined, basicAuthentication(clientId, clientSecret), {
    timeout: timeoutSeconds,
    // The configuration accepts plain HTTP only for programs on this machine.
    // oxlint-disable-next-line typescript/no-deprecated -- not outdated: only marked as dangerous
    execute: address.protocol === 'http:' ? [allowInsecureRequests] : [],
  });
}

/**
 * The client's credentials (RFC 6749 §2.3.1). openid-client's own function also encodes "-", "_" and ".", which many
 * issuers do not decode.
 */
function basicAuthentication(clientId: string, clientSecret: string) {
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const credentials = `Basic ${Buffer.from(pair).toString('base64')}`;
  return (_issuer: unknown, _client: unknown, _body: unknown, headers: Headers): void =>
    headers.set('authorization', credentials);
}

/** The status of the response that a request to the issuer failed with; undefined: there was none. */
export function refusalStatus(error: unknown): number | undefined {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return error.status;
  const response = error instanceof ClientError ? error.cause : undefined;
  return response instanceof Object && 'status' in response && typeof response.status === 'number'
    ? response.status
    : undefined;
}
