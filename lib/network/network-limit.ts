import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ClientNetworks } from './client-prefix';

/** How many times something may be done by the clients of one network, and by those of one IPv6 site. */
export interface MostByNetwork {
  readonly network: number;
  readonly site: number;
}

/** Makes what counts to so many points within so many seconds. */
export type Limiting = (limit: { points: number; duration: number }) => RateLimiterAbstract;

const inThisProcess: Limiting = (limit) => new RateLimiterMemory(limit);

/**
 * Limits how often clients of one network do something within some seconds. By default each process counts for itself, in
 * memory. `of`: what is counted separately.
 */
export function networkLimit(most: MostByNetwork, duration: number, limiting = inThisProcess) {
  const limiters = {
    site: limiting({ points: most.site, duration }),
    network: limiting({ points: most.network, duration }),
  };
  const countersOf = ({ network, site }: ClientNetworks, of: string | number) => [
    // The network comes first: most refusals are its own, and cost its site nothing.
    { limiter: limiters.network, key: `${of} ${network}` },
    ...(site === null ? [] : [{ limiter: limiters.site, key: `${of} ${site}` }]),
  ];
  return {
    /**
     * Counts one, or so many points; false if they are more than the network, or its site, has left. These are not counted:
     * fewer points may still be.
     */
    count: async (networks: ClientNetworks, of: string | number = '', points = 1): Promise<boolean> => {
      const counted: ReturnType<typeof countersOf> = [];
      try {
        for (const counter of countersOf(networks, of)) {
          counted.push(counter);
          await counter.limiter.consume(counter.key, points);
        }
        return true;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        for (const { limiter, key } of counted) await limiter.reward(key, points);
        return false;
      }
    },
    /** Takes back what was counted, because nothing came of it. */
    giveBack: async (networks: ClientNetworks, of: string | number = '', points = 1): Promise<void> => {
      for (const { limiter, key } of countersOf(networks, of)) await limiter.reward(key, points);
    },
    /** After how many seconds the network may go on; null: it may now. */
    secondsLeft: async (networks: ClientNetworks, of: string | number = ''): Promise<number | null> => {
      const counters = countersOf(networks, of);
      const counts = await Promise.all(counters.map(({ limiter, key }) => limiter.get(key)));
      const reached = counts.filter((count) => count !== null && count.remainingPoints <= 0);
      const milliseconds = Math.max(...reached.map((count) => count?.msBeforeNext ?? 0));
      return reached.length === 0 ? null : Math.max(1, Math.ceil(milliseconds / 1000));
    },
  };
}
