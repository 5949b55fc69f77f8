import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { SecurityLog } from '@/lib/log/security-log';
import type { RouterOptions } from '../http/router';

/** Lets each organization make so many requests a minute to this process; unlimited without a limit. */
export function throttle(
  requestsPerMinute: number | undefined,
  security?: SecurityLog,
): RouterOptions['throttle'] {
  if (requestsPerMinute === undefined) return () => Promise.resolve(null);
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
  return async ({ organization }) => {
    try {
      await limiter.consume(organization.id);
      return null;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      security?.({ event: 'limit_reached', limit: 'requests', organization: organization.id });
      return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    }
  };
}
