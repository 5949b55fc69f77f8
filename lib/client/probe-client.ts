import { genericGrantRequest, ResponseBodyError } from 'openid-client';
import { discoverIssuer, type IssuerClient, refusalStatus } from './issuer';

/** `unclear`: the issuer gave no answer from which it can be told. */
export type ClientState = { kind: 'known' | 'unclear' } | { kind: 'refused'; why: string };

/**
 * Whether an issuer knows a client, its secret, and the authorization code flow of it: it is sent a code that it never gave. An
 * issuer checks the client first (RFC 6749 §5.2), and some answer a wrong secret by other codes than invalid_client.
 */
export async function probeClient(client: IssuerClient, redirectUri: string): Promise<ClientState> {
  try {
    const issuer = await discoverIssuer(client, 5);
    const form = { code: 'never-given', redirect_uri: redirectUri, code_verifier: 'x'.repeat(43) };
    await genericGrantRequest(issuer, 'authorization_code', form);
    return { kind: 'unclear' };
  } catch (error) {
    const code = error instanceof ResponseBodyError ? error.error : undefined;
    const status = refusalStatus(error);
    if (status === 401 || code === 'invalid_client' || code === 'unauthorized_client')
      return { kind: 'refused', why: code === undefined ? String(status) : `${status} ${code}` };
    return { kind: code === undefined ? 'unclear' : 'known' };
  }
}
