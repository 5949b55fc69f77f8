import type { Feed } from '@/lib/contract/feed';
import { largest, smallest } from './extremes';
import { grouped } from './grouped';
import { digest } from './schema-org-keys';
import { stricter } from './schema-org-offers';
import type { PriceLine } from './schema-org-offer-reading';
import type { ReadSession } from './schema-org-session';
import type { DocumentPart } from './schema-org-part';
import type { Stock } from './schema-org-stock';
import type { Texts } from './schema-org-values';

type FeedSession = Feed['events'][number]['sessions'][number];
type FeedOffer = Feed['products'][number]['offers'][number];

/** One price of an event, with an offer for each day that has it. */
export interface PricedProduct {
  /** What distinguishes it from the event's other prices: a name, a price, both, or nothing. */
  readonly id: string;
  readonly name: Texts;
  /** Gives access only to the sessions with this tag; null: to all sessions of the day. */
  readonly tag: string | null;
  readonly offers: FeedOffer[];
}

export interface SaleTerms {
  readonly products: readonly PricedProduct[];
  /** The sessions of the event, in their order. */
  readonly sessions: ReadonlyMap<ReadSession, ReturnType<typeof sessionTerms>>;
}

/** The stocks that earlier events sell from, by their path. */
export type StocksSold = Set<string>;

type NamedLine = PriceLine & { readonly id: string; readonly price: string };
type Terms = ReturnType<typeof termsOf>;
type TermedSession = Terms & { readonly session: ReadSession };

/**
 * Makes products from the prices of an event's sessions: one for each line, with an offer for each day. An offer is
 * one price for one day (specification §2.6): if the sessions of a day have different prices, each kind of session
 * gets separate products, whose tag gives access to no other kind. `language` is the catalogue's. Call it for one
 * event after another, with the stocks of the earlier ones. Yields after each session.
 */
export function* saleTerms(
  sessions: readonly ReadSession[],
  language: string,
  stocksSold: StocksSold,
): Generator<undefined, SaleTerms> {
  const identify = lineIdentities(sessions, language);
  const stocks = stockNames(sessions);
  // Sessions with the same prices share their terms, because a long feed has many of both.
  const known = new Map<readonly PriceLine[], Terms>();
  const termed: TermedSession[] = [];
  for (const session of sessions) {
    yield;
    const lines = session.state === 'scheduled' ? session.lines : none;
    const terms = known.get(lines) ?? termsOf(identify(lines, session.part), stocks);
    known.set(lines, terms);
    termed.push({ session, ...terms });
  }
  const days = byDay(termed);
  const isTagged = [...days.values()].some(
    (ones) => new Set(ones.map(({ signature }) => signature)).size > 1,
  );
  const tagOf = ({ tag }: Terms) => (isTagged ? tag : null);
  const products = new Map<string, PricedProduct>();
  for (const [date, ones] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield;
    for (const group of grouped(ones, ({ signature }) => signature).values()) {
      const [first] = group;
      // If sessions differ by their prices, sold-out ones would need separate products.
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
  const sessionsTerms = new Map<ReadSession, ReturnType<typeof sessionTerms>>();
  for (const one of termed) {
    yield;
    sessionsTerms.set(one.session, sessionTerms(one, tagOf(one), limits.get(one.session) ?? null));
  }
  return { products: [...products.values()], sessions: sessionsTerms };
}

/** Sessions by their day: those that are on sale; on a day without any, those that are sold out. */
function byDay(sessions: readonly TermedSession[]): Map<string, TermedSession[]> {
  const shown = sessions.filter(({ lines }) => lines.length > 0);
  return new Map(
    [...grouped(shown, ({ session }) => session.start.day)].map(([day, ones]) => {
      const sold = ones.filter(({ isSold }) => isSold);
      return [day, sold.length > 0 ? sold : ones.slice(0, 1)];
    }),
  );
}

type Lines = [NamedLine, ...NamedLine[]];

/** The lines, the same in each session of a group: the sessions differ only in their sale times. */
function linesById(group: readonly TermedSession[]): Map<string, Lines> {
  const distinct = new Set(group.map(({ lines }) => lines));
  return grouped([...distinct].flat(), ({ id }) => id);
}

/** On sale as long as any session of the group is: the sessions end their sales themselves. */
function dayOffer(date: string, lines: Lines): FeedOffer {
  const [{ price, state, stock }] = lines;
  const [froms, untils] = [lines.map(({ from }) => from), lines.map(({ until }) => until)];
  return {
    date,
    price,
    // For all sessions of the day together.
    remaining: state === 'sold_out' ? 0 : (stock?.units ?? null),
    // Sessions have the capacity; a day has no separate one.
    capacity: null,
    saleStartsAt: momentText(froms.includes(null) ? null : smallest(froms)),
    saleEndsAt: momentText(untils.includes(null) ? null : largest(untils)),
  };
}

/** `stock`: the number left of a stock that all offers of the session share; null: no limit. */
function sessionTerms(
  { session, lines, isSold, hasOneWindow }: TermedSession,
  tag: string | null,
  stock: number | null,
) {
  const [line] = hasOneWindow ? lines.filter(({ state }) => state === 'sold') : [];
  const isSoldOut = !isSold && session.lines.some(({ state }) => state === 'sold_out');
  const isNotOnSale = session.state === 'scheduled' && !isSold && !isSoldOut;
  return {
    tag,
    remaining: isSoldOut ? 0 : smallest([session.remaining, stock]),
    status: isNotOnSale ? 'not_on_sale' : session.state,
    saleStartsAt: momentText(line?.from ?? null),
    saleEndsAt: momentText(line?.until ?? null),
  } satisfies Partial<FeedSession>;
}

function momentText(epoch: number | null): string | null {
  return epoch === null ? null : new Date(epoch).toISOString();
}

const none: readonly PriceLine[] = [];

function termsOf(identified: readonly NamedLine[], stocks: ReadonlyMap<string, string>) {
  // The lines that are on sale, and the lines that would be if they were not sold out.
  const lines = identified.filter(({ state }) => state !== 'not_sold');
  const sold = lines.filter(({ state }) => state === 'sold');
  // If all of its lines have the same sale times, these are the session's.
  const hasOneWindow = new Set(sold.map(({ from, until }) => `${from} ${until}`)).size <= 1;
  const parts = lines.map(({ id, price, state, from, until, stock }) => {
    const window = hasOneWindow ? '' : `${from} ${until}`;
    return `${price} ${state} ${stock === null ? '' : stocks.get(stock.part.path)} ${window} ${id}`;
  });
  const signature = parts.sort().join('\n');
  return { lines, isSold: sold.length > 0, hasOneWindow, signature, tag: `prices-${digest(signature)}` };
}

/**
 * The names that distinguish the lines of an event. If two of one session have the same name, or no name, the
 * prices are added. Of two that are still the same, only what both allow is sold.
 */
function lineIdentities(sessions: readonly ReadSession[], language: string) {
  const nameOf = ({ name }: PriceLine) => name[language] ?? '';
  const repeated = new Set<string>();
  for (const lines of new Set(sessions.map((session) => session.lines))) {
    const prices = new Map<string, string | null>();
    for (const line of lines.filter(({ state }) => state !== 'not_sold')) {
      const name = nameOf(line);
      if (prices.has(name) && prices.get(name) !== line.price) repeated.add(name);
      prices.set(name, line.price);
    }
  }
  return (lines: readonly PriceLine[], part: DocumentPart): NamedLine[] => {
    const distinct = new Map<string, NamedLine>();
    for (const line of lines) {
      const { price } = line;
      if (price === null) continue;
      const name = nameOf(line);
      const id = repeated.has(name) ? `${name} ${price}`.trim() : name;
      if (name === '' && repeated.has('')) part.warn('Prices without a name are told apart by the price.');
      const before = distinct.get(id);
      if (before !== undefined) part.warn('Two offers are the same: what both allow is sold.');
      distinct.set(id, { ...(before === undefined ? line : stricter(line, before)), id, price });
    }
    return [...distinct.values()];
  };
}

/** Stocks by their path, each named after the first session that it is for, so that the name is stable. */
function stockNames(sessions: readonly ReadSession[]): Map<string, string> {
  const names = new Map<string, string>();
  const counts = new Map<number, number>();
  for (const { lines, plannedStart } of sessions) {
    for (const { stock } of lines) {
      if (stock === null || names.has(stock.part.path)) continue;
      const ordinal = (counts.get(plannedStart) ?? 0) + 1;
      counts.set(plannedStart, ordinal);
      names.set(stock.part.path, `${plannedStart}.${ordinal}`);
    }
  }
  return names;
}

/**
 * What a shared stock leaves for a session. Refuses a stock that offers share in any other way: it would be counted
 * in each of them and sold more than once. Yields after each session and each stock.
 */
function* limitsOfStocks(
  sessions: readonly TermedSession[],
  stocksSold: StocksSold,
): Generator<undefined, Map<ReadSession, number>> {
  const uses = new Map<string, { stock: Stock; offers: Set<string>; sessions: Set<TermedSession> }>();
  // A signature is long, so it is not written for each line.
  const kinds = new Map<string, number>();
  for (const one of sessions) {
    yield;
    // Sessions of a day with the same signature share their offers.
    const kind = kinds.get(one.signature) ?? kinds.size;
    kinds.set(one.signature, kind);
    for (const { stock, id } of one.lines) {
      if (stock === null || stock.units === 0) continue;
      const { path } = stock.part;
      const use = uses.get(path) ?? { stock, offers: new Set(), sessions: new Set() };
      uses.set(path, use);
      use.offers.add(JSON.stringify([one.session.start.day, kind, id]));
      use.sessions.add(one);
    }
  }
  const limits = new Map<ReadSession, number>();
  for (const [path, { stock, offers, sessions: sharing }] of uses) {
    yield;
    const [only] = offers.size > 1 && sharing.size === 1 ? sharing : [];
    const isOnlyOf = ({ lines }: Terms) =>
      lines.every(({ state, stock: other }) => state !== 'sold' || other?.part.path === path);
    const limited = only !== undefined && isOnlyOf(only) ? only : null;
    if (stocksSold.has(path) || (offers.size > 1 && limited === null)) {
      stock.part.fail('This is one stock for several offers: what is left of each is needed.');
    } else if (limited !== null) {
      limits.set(limited.session, stock.units);
    }
    stocksSold.add(path);
  }
  return limits;
}
