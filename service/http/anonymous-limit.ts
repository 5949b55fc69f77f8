import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress, clientNetworks } from '@/lib/network/client-prefix';
import { networkLimit } from '@/lib/network/network-limit';
import { filesPath } from './files-path';

/** Called for requests without a token: resolves to the seconds to wait, or to null if the caller may continue. */
export type AnonymousLimit = (request: IncomingMessage, response: ServerResponse) => Promise<number | null>;

// Monitoring requests these addresses from one client address.
const probePaths = new Set(['/healthz', '/readyz']);

/**
 * Lets each network (IPv4 /24, IPv6 /56) make `requestsPerMinute` requests without a token. A download by a signed
 * address does not count, because one storefront fetches those of all its customers.
 */
export function anonymousLimit(
  requestsPerMinute: number,
  isProxy: (address: string | undefined) => boolean,
): AnonymousLimit {
  // A site has 256 networks, so it has no limit of its own.
  const limit = networkLimit({ network: requestsPerMinute, site: 256 * requestsPerMinute }, 60);
  return async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (probePaths.has(path)) return null;
    const networks = clientNetworks(clientAddress(request, isProxy));
    const seconds = await limit.secondsLeft(networks);
    if (seconds !== null) return seconds;
    const isDownload = path.startsWith(filesPath);
    response.once('close', () => {
      if (!isDownload || response.statusCode >= 400) void limit.count(networks);
    });
    return null;
  };
}
