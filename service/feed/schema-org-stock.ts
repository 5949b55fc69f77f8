import { smallest } from './extremes';
import type { EventState } from './schema-org-availability';
import type { DocumentPart } from './schema-org-part';
import { readCapacity } from './schema-org-values';

/** The number left, and its path in the document: two with the same path are one. */
export interface Stock {
  readonly units: number;
  readonly part: DocumentPart;
}

/** The stock at a position, or at another one with the same `@id`. Null: none, or an error. */
export function readStock(part: DocumentPart): Stock | null {
  const units = readCapacity(part);
  if (part.isAbsent) return null;
  if (typeof part.value !== 'object') return units === null ? null : { units, part };
  const here = part.single();
  const known = here.find(here.id);
  if (known !== null && readCapacity(known.quietly()) !== units) {
    return part.fail(
      `"${here.id}" is there twice, with different content: it is not clear how much is left.`,
    );
  }
  return units === null ? null : { units, part: known ?? here };
}

interface LimitedSession {
  readonly state: EventState;
  /** Capacity and remaining places; null: no limit. */
  readonly capacity: number | null;
  readonly remaining: number | null;
}

/** Remaining places that several sessions share. */
export interface Share extends Stock {
  readonly sessions: LimitedSession[];
}

/** Remaining places, by the path in the document, or by another name. */
export type Shares = Map<string, Share>;

export function shareOf(stock: Stock, shares: Shares, name = stock.part.path): Share {
  const share = shares.get(name) ?? { ...stock, sessions: [] };
  shares.set(name, share);
  return share;
}

/** Refuses sessions that together would offer more than their shared remaining places. */
export function checkShares(shares: Shares): void {
  for (const { units, part, sessions } of shares.values()) {
    const sold = sessions.filter(({ state }) => state === 'scheduled');
    const most = sold.map(({ capacity, remaining }) => smallest([capacity, remaining]) ?? Infinity);
    if (sold.length > 1 && most.reduce((one, other) => one + other, 0) > units) {
      part.fail(`Its ${sold.length} sessions would together offer more: what remains of each is needed.`);
    }
  }
}
