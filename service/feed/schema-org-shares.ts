import { smallest } from './extremes';
import type { EventState } from './schema-org-availability';
import { fail, type Spot } from './schema-org-spot';
import type { Stock } from './schema-org-stock';

interface LimitedSession {
  readonly state: EventState;
  /** How many may come, and how many were left; null: no limit. */
  readonly capacity: number | null;
  readonly remaining: number | null;
}

/** What remains for several sessions together. */
export interface Share {
  readonly units: number;
  readonly spot: Spot;
  readonly sessions: LimitedSession[];
}

/** What remains, by the place where the document says so, or another name. */
export type Shares = Map<string, Share>;

export function shareOf({ units, spot }: Stock, shares: Shares, name = spot.path): Share {
  const share = shares.get(name) ?? { units, spot, sessions: [] };
  shares.set(name, share);
  return share;
}

/** Refuses sessions that would together offer more than remains for them. */
export function checkShares(shares: Shares): void {
  for (const { units, spot, sessions } of shares.values()) {
    const sold = sessions.filter(({ state }) => state === 'scheduled');
    const most = sold.map(({ capacity, remaining }) => least([capacity, remaining]) ?? Infinity);
    if (sold.length > 1 && most.reduce((one, other) => one + other, 0) > units) {
      fail(spot, `its ${sold.length} sessions would together offer more: what remains of each is needed`);
    }
  }
}

/** The least of the limits that there are; null where there is none. */
export function least(limits: readonly (number | null)[]): number | null {
  return smallest(limits.filter((limit) => limit !== null));
}
