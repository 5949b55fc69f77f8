import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** The network from which a visitor comes, and the larger one (site) that contains it; null for IPv4. */
export interface Networks {
  readonly network: string;
  readonly site: string | null;
}

/** How many places of one room visitors of a network get in ten minutes; and those of an IPv6 site. */
export interface MostPlaces {
  readonly network: number;
  readonly site: number;
}

const duration = 10 * 60;

/**
 * Limits the places of a room that visitors of one network get. Each process counts for itself: a shop of several
 * processes gives several times as many. In the database, each visitor would cost a row.
 */
export function placeLimit(most: MostPlaces) {
  const limiters = {
    site: new RateLimiterMemory({ points: most.site, duration }),
    network: new RateLimiterMemory({ points: most.network, duration }),
  };
  const countersOf = (roomId: number, { network, site }: Networks) => [
    // The network comes first: what it is refused does not count for its site, where others may still take places.
    { limiter: limiters.network, key: `${roomId} ${network}` },
    ...(site === null ? [] : [{ limiter: limiters.site, key: `${roomId} ${site}` }]),
  ];
  return {
    /** Counts a place; false if the network, or its site, has had as many as it may. */
    count: async (roomId: number, networks: Networks): Promise<boolean> => {
      try {
        for (const { limiter, key } of countersOf(roomId, networks)) await limiter.consume(key);
        return true;
      } catch (error) {
        if (error instanceof RateLimiterRes) return false;
        throw error;
      }
    },
    /** After how many seconds the network gets a place again; null: it may have one now. */
    secondsLeft: async (roomId: number, networks: Networks): Promise<number | null> => {
      const counters = countersOf(roomId, networks);
      const counts = await Promise.all(counters.map(({ limiter, key }) => limiter.get(key)));
      const reached = counts.filter((count) => count !== null && count.remainingPoints <= 0);
      const milliseconds = Math.max(...reached.map((count) => count?.msBeforeNext ?? 0));
      return reached.length === 0 ? null : Math.max(1, Math.ceil(milliseconds / 1000));
    },
  };
}
