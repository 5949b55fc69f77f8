import type { IncomingMessage, ServerResponse } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientAddress } from '@/lib/network/client-address';
import { clientNetworks } from '@/lib/network/client-prefix';
import { filesPath } from './files-path';

/** Asked for requests without a token: resolves to the seconds to wait, or to null when the caller may go on. */
export type OpenLimit = (request: IncomingMessage, response: ServerResponse) => Promise<number | null>;

// Whoever watches the program asks these from one address.
const watched = new Set(['/healthz', '/readyz']);

/**
 * Lets each network (IPv4 /24, IPv6 /56) make so many requests a minute without a token. A download by a signed address
 * does not count: one storefront fetches those of all its customers.
 */
export function openLimit(
  requestsPerMinute: number,
  isProxy: (address: string | undefined) => boolean,
): OpenLimit {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
  return async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (watched.has(path)) return null;
    const { network } = clientNetworks(clientAddress(request, isProxy));
    const known = await limiter.get(network);
    if (known !== null && known.remainingPoints <= 0)
      return Math.max(1, Math.ceil(known.msBeforeNext / 1000));
    const isDownload = path.startsWith(filesPath);
    response.once('close', () => {
      if (!isDownload || response.statusCode >= 400) void limiter.penalty(network);
    });
    return null;
  };
}
