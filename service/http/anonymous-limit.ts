import type { IncomingMessage, ServerResponse } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientNetwork } from '@/lib/network/client-prefix';
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
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
  return async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (probePaths.has(path)) return null;
    const network = clientNetwork(request, isProxy);
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
