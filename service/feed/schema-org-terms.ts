import { digest } from './schema-org-keys';
import { stricter } from './schema-org-offers';
import type { PriceLine } from './schema-org-price-line';
import type { ReadSession } from './schema-org-session';
import { warn } from './schema-org-spot';
import { limitsOfStocks, stockNames, type StocksSold } from './schema-org-stock-use';
import type { Texts } from './schema-org-values';

/** A product's offer for one day. */
export interface DayOffer {
  readonly date: string;
  readonly price: string;
  readonly from: number | null;
  readonly until: number | null;
  /** What is left for all sessions of the day together; null: no limit. */
  readonly remaining: number | null;
}

/** One price of an event, on each day that has it. */
export interface PricedProduct {
  /** What tells it from the event's others: a name, a price, both, or nothing. */
  readonly id: string;
  readonly name: Texts;
  /** Gives access to the sessions with this tag only; null: to all of the day. */
  readonly tag: string | null;
  readonly offers: readonly DayOffer[];
}

/** How the sessions of an event are sold. */
export interface SaleTerms {
  readonly products: readonly PricedProduct[];
  readonly sessions: ReadonlyMap<ReadSession, SessionTerms>;
}

export interface SessionTerms {
  readonly tag: string | null;
  readonly isSoldOut: boolean;
  readonly isNotOnSale: boolean;
  /** What a stock leaves that all its offers share; null: no limit. */
  readonly remaining: number | null;
  readonly from: number | null;
  readonly until: number | null;
}

type NamedLine = PriceLine & { readonly id: string; readonly price: string };

interface Terms {
  /** What can be sold, and what would be were it not sold out. */
  readonly lines: readonly NamedLine[];
  readonly isSold: boolean;
  /** All of its lines are sold from and until the same moments, so that these are the session's. */
  readonly hasOneWindow: boolean;
  readonly signature: string;
}

type TermedSession = Terms & { readonly session: ReadSession };

/**
 * Makes products of the prices of an event's sessions: one for each line, with an offer for each day. An offer is one
 * price for one day (specification §2.6): where the sessions of a day differ in their prices, each kind of session
 * gets products of its own, which by their tag give access to no other. `language` is the catalogue's. Yields after
 * each session.
 */
export function* saleTerms(
  sessions: readonly ReadSession[],
  language: string,
  stocksSold: StocksSold,
): Generator<undefined, SaleTerms> {
  const identify = lineIdentities(sessions, language);
  const stocks = stockNames(sessions);
  // Sessions with the same prices share their terms: in a long feed they have many of both.
  const known = new Map<readonly NamedLine[], Terms>();
  const termed: TermedSession[] = [];
  for (const session of sessions) {
    yield;
    const identified = session.state === 'scheduled' ? identify(session) : none;
    const terms = known.get(identified) ?? termsOf(identified, stocks);
    known.set(identified, terms);
    termed.push({ session, ...terms });
  }
  const days = byDay(termed);
  const isTagged = [...days.values()].some(
    (ones) => new Set(ones.map(({ signature }) => signature)).size > 1,
  );
  const tagOf = isTagged ? tagsOf(termed) : () => null;
  const products = new Map<string, PricedProduct & { offers: DayOffer[] }>();
  for (const [date, ones] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield;
    for (const group of grouped(ones)) {
      const [first] = group;
      // Where sessions are told apart by their prices, those that are sold out would need products of their own.
      if (isTagged && !first.isSold) continue;
      const tag = tagOf(first);
      for (const [id, lines] of linesById(group)) {
        yield;
        const key = JSON.stringify([tag, id]);
        const product = products.get(key) ?? { id, name: lines[0].name, tag, offers: [] };
        product.offers.push(dayOffer(date, lines));
        products.set(key, product);
      }
    }
  }
  const limits = yield* limitsOfStocks(termed, stocksSold);
  const sessionsTerms = new Map<ReadSession, SessionTerms>();
  for (const one of termed) {
    yield;
    const remaining = limits.get(one.session) ?? null;
    sessionsTerms.set(one.session, { ...sessionTerms(one, tagOf(one)), remaining });
  }
  return { products: [...products.values()], sessions: sessionsTerms };
}

/** Sessions by their day: those that are sold; on a day without any, those that are sold out. */
function byDay(sessions: readonly TermedSession[]): Map<string, TermedSession[]> {
  const days = new Map<string, TermedSession[]>();
  for (const one of sessions.filter(({ lines }) => lines.length > 0)) {
    const { day } = one.session.start;
    const ones = days.get(day);
    if (ones === undefined) days.set(day, [one]);
    else ones.push(one);
  }
  return new Map(
    [...days].map(([day, ones]) => {
      const sold = ones.filter(({ isSold }) => isSold);
      return [day, sold.length > 0 ? sold : ones.slice(0, 1)];
    }),
  );
}

type Group = readonly [TermedSession, ...TermedSession[]];

function grouped(sessions: readonly TermedSession[]): Group[] {
  const groups = new Map<string, [TermedSession, ...TermedSession[]]>();
  for (const one of sessions) {
    const group = groups.get(one.signature);
    if (group === undefined) groups.set(one.signature, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

/** The names of the kinds of sessions that differ in their prices. */
function tagsOf(sessions: readonly TermedSession[]): (one: TermedSession) => string {
  const tags = new Map<string, string>();
  for (const { signature } of sessions) {
    if (!tags.has(signature)) tags.set(signature, `prices-${digest(signature)}`);
  }
  return ({ signature }) => tags.get(signature) ?? '';
}

type Lines = [NamedLine, ...NamedLine[]];

/** The lines of a group, which has the same in each of its sessions: the sessions differ in when they are sold. */
function linesById(group: Group): Map<string, Lines> {
  const found = new Map<string, Lines>();
  for (const lines of new Set(group.map((one) => one.lines))) {
    for (const line of lines) {
      const known = found.get(line.id);
      if (known === undefined) found.set(line.id, [line]);
      else known.push(line);
    }
  }
  return found;
}

/** The offer of a line on a day: sold as long as any session of the group is, which close for themselves. */
function dayOffer(date: string, lines: Lines): DayOffer {
  const [line] = lines;
  const outer = (limits: (number | null)[], which: (one: number, other: number) => number) => {
    const known = limits.filter((limit) => limit !== null);
    return known.length < limits.length ? null : known.reduce((one, other) => which(one, other));
  };
  return {
    date,
    price: line.price,
    from: outer(
      lines.map(({ from }) => from),
      Math.min,
    ),
    until: outer(
      lines.map(({ until }) => until),
      Math.max,
    ),
    remaining: line.state === 'sold_out' ? 0 : (line.stock?.units ?? null),
  };
}

function sessionTerms(
  { session, lines, isSold, hasOneWindow }: TermedSession,
  tag: string | null,
): Omit<SessionTerms, 'remaining'> {
  const [line] = hasOneWindow ? lines.filter(({ state }) => state === 'sold') : [];
  const isSoldOut = !isSold && lines.length > 0;
  const hasSoldOut = session.lines.some(({ state }) => state === 'sold_out');
  return {
    tag,
    isSoldOut: isSoldOut || (!isSold && hasSoldOut),
    isNotOnSale: session.state === 'scheduled' && !isSold && !hasSoldOut,
    from: line?.from ?? null,
    until: line?.until ?? null,
  };
}

const none: readonly NamedLine[] = [];

function termsOf(identified: readonly NamedLine[], stocks: ReadonlyMap<string, string>): Terms {
  const lines = identified.filter(({ state }) => state !== 'not_sold');
  const sold = lines.filter(({ state }) => state === 'sold');
  const windows = new Set(sold.map(({ from, until }) => `${from} ${until}`));
  const hasOneWindow = windows.size <= 1;
  const parts = lines.map(({ id, price, state, from, until, stock }) => {
    const window = hasOneWindow ? '' : `${from} ${until}`;
    return `${price} ${state} ${stock === null ? '' : stocks.get(stock.spot.path)} ${window} ${id}`;
  });
  const signature = parts.sort().join('\n');
  return { lines, isSold: sold.length > 0, hasOneWindow, signature };
}

/**
 * What tells the lines of an event apart: their names; where two of one session are called the same, or have no name,
 * also their prices. Of two that are still the same, what both allow is sold.
 */
function lineIdentities(sessions: readonly ReadSession[], language: string) {
  const nameOf = ({ name }: PriceLine) => name[language] ?? '';
  const repeated = new Set<string>();
  const known = new Map<readonly PriceLine[], NamedLine[]>();
  for (const lines of new Set(sessions.map((session) => session.lines))) {
    const prices = new Map<string, string | null>();
    for (const line of lines.filter(({ state }) => state !== 'not_sold')) {
      const name = nameOf(line);
      if (prices.has(name) && prices.get(name) !== line.price) repeated.add(name);
      prices.set(name, line.price);
    }
  }
  return ({ lines, spot }: ReadSession): NamedLine[] => {
    const found = known.get(lines);
    if (found !== undefined) return found;
    const distinct = new Map<string, NamedLine>();
    for (const line of lines) {
      const { price } = line;
      if (price === null) continue;
      const name = nameOf(line);
      const id = repeated.has(name) ? `${name} ${price}`.trim() : name;
      if (name === '' && repeated.has('')) warn(spot, 'prices without a name are told apart by the price');
      const before = distinct.get(id);
      if (before !== undefined) warn(spot, 'two offers are the same: what both allow is sold');
      distinct.set(id, { ...(before === undefined ? line : stricter(line, before)), id, price });
    }
    const identified = [...distinct.values()];
    known.set(lines, identified);
    return identified;
  };
}
