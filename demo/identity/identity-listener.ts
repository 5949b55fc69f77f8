import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

interface MountedRequest extends IncomingMessage {
  originalUrl?: string;
}

const MOUNT = '/oidc';

/**
 * Serves the provider under /oidc and passes every other path to `next`. The provider builds addresses from the
 * request's headers, so these are set to the public address first: a token's issuer never depends on the caller.
 */
export function withIdentityProvider(provider: Provider, demoUrl: string, next: Listener): Listener {
  const listener = provider.callback();
  const publicUrl = new URL(demoUrl);
  return (request: MountedRequest, response) => {
    const url = request.url ?? '/';
    if (url !== MOUNT && !url.startsWith(`${MOUNT}/`) && !url.startsWith(`${MOUNT}?`)) {
      return next(request, response);
    }
    request.headers['x-forwarded-host'] = publicUrl.host;
    request.headers['x-forwarded-proto'] = publicUrl.protocol.replace(':', '');
    request.originalUrl = url;
    request.url = url.slice(MOUNT.length) || '/';
    return listener(request, response);
  };
}
