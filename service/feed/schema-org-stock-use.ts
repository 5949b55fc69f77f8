import type { PriceLine } from './schema-org-price-line';
import type { ReadSession } from './schema-org-session';
import { fail } from './schema-org-spot';
import type { Stock } from './schema-org-stock';

/** The stocks that an event before sells from, by their path. */
export type StocksSold = Set<string>;

/** Stocks by their path, each named after the first session that it is for, so that the name is stable. */
export function stockNames(sessions: readonly ReadSession[]): Map<string, string> {
  const names = new Map<string, string>();
  const counts = new Map<number, number>();
  for (const { lines, plannedStart } of sessions) {
    for (const { stock } of lines) {
      if (stock === null || names.has(stock.spot.path)) continue;
      const ordinal = (counts.get(plannedStart) ?? 0) + 1;
      counts.set(plannedStart, ordinal);
      names.set(stock.spot.path, `${plannedStart}.${ordinal}`);
    }
  }
  return names;
}

interface SoldSession {
  readonly session: ReadSession;
  readonly lines: readonly (PriceLine & { readonly id: string })[];
  /** The same for sessions of a day that share their offers. */
  readonly signature: string;
}

interface Use {
  readonly stock: Stock;
  readonly offers: Set<string>;
  readonly sessions: Set<SoldSession>;
}

/**
 * What a stock leaves of a session whose offers share it. Refuses a stock for several offers otherwise: counted in each
 * of them, it would be sold more than once. Called for one event after another, with the stocks of those before. Yields
 * after each session and each stock.
 */
export function* limitsOfStocks(
  sessions: readonly SoldSession[],
  stocksSold: StocksSold,
): Generator<undefined, Map<ReadSession, number>> {
  const uses = new Map<string, Use>();
  // A signature is long: it is not written out for each line.
  const kinds = new Map<string, number>();
  for (const one of sessions) {
    yield;
    const kind = kinds.get(one.signature) ?? kinds.size;
    kinds.set(one.signature, kind);
    for (const { stock, id } of one.lines) {
      if (stock === null || stock.units === 0) continue;
      const { path } = stock.spot;
      const use = uses.get(path) ?? { stock, offers: new Set(), sessions: new Set() };
      uses.set(path, use);
      use.offers.add(JSON.stringify([one.session.start.day, kind, id]));
      use.sessions.add(one);
    }
  }
  const limits = new Map<ReadSession, number>();
  for (const [path, { stock, offers, sessions: sharing }] of uses) {
    yield;
    const isOfOne = offers.size === 1;
    const [first] = isOfOne || sharing.size > 1 ? [] : sharing;
    const limited = first !== undefined && sharesOne(first, path) ? first : null;
    if (stocksSold.has(path) || (!isOfOne && limited === null)) {
      fail(stock.spot, 'one stock for several offers: what is left of each is needed');
    } else if (limited !== null) {
      limits.set(limited.session, stock.units);
    }
    stocksSold.add(path);
  }
  return limits;
}

/** Whether all that is sold of a session is sold from that stock. */
function sharesOne({ lines }: SoldSession, path: string): boolean {
  return lines.every(({ state, stock }) => state !== 'sold' || stock?.spot.path === path);
}
