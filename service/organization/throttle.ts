import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { SecurityLog } from '@/lib/log/security-log';
import type { Principal } from './organization';

/** Resolves to the seconds that a caller has to wait, or to null when it may go on. */
export type Throttle = (principal: Principal) => Promise<number | null>;

/** Lets each organization make so many requests a minute at this process; all of them when there is no limit. */
export function throttle(requestsPerMinute: number | undefined, security?: SecurityLog): Throttle {
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
