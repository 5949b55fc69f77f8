import type { IncomingHttpHeaders } from 'node:http';
import { idSchema } from '../contract/iri';
import { amountSchema, daySchema, instantSchema } from '../contract/values';
import { criteriaParameters, criteriaProblems, readCriteria } from '../discovery/criteria';
import { isMonth } from '../locale/calendar';
import { type Language, languages } from '../locale/languages';
import { isShopText, paths } from '../locale/paths';

/** An address whose response is the same for every visitor who has no basket. */
export interface CachedAddress {
  /** Different for each response. */
  readonly key: string;
  /** The path, and the query parameters that the page knows, in one order. */
  readonly url: string;
  readonly language: Language;
  /** A whole page; what Next's client asks for in a navigation; or JSON. */
  readonly kind: 'page' | 'navigation' | 'data';
  /** The request headers on which the response depends. */
  readonly headers: Readonly<Record<string, string>>;
}

type Check = (value: string) => boolean;

const isId: Check = (value) => idSchema.safeParse(value).success;
const isDay: Check = (value) => daySchema.safeParse(value).success;
const isInstant: Check = (value) => instantSchema.safeParse(value).success;
const isQuantity: Check = (value) => /^[1-9]\d?$/.test(value);
const isPageNumber: Check = (value) => /^[1-9]\d{0,3}$/.test(value);
const isAmount: Check = (value) => amountSchema.safeParse(value).success && value.length <= 9;
const isEmpty: Check = (value) => value === '';
/** With this parameter the page is about one visitor's form, or the parameter may have any value. */
const ofOneVisitor: Check = () => false;

/** The query parameters that change each kind of page, and which of their values it understands; others are not cached. */
const parameters = {
  home: {},
  catalog: {},
  search: {},
  // Each visitor names another place to measure from.
  places: { page: isPageNumber, from: ofOneVisitor },
  events: {
    month: isMonth,
    from: isDay,
    date: isDay,
    session: isId,
    time: isInstant,
    // Any text.
    activity: ofOneVisitor,
  },
  products: { month: isMonth, from: isDay, date: isDay },
  offers: {
    session: isId,
    quantity: isQuantity,
    price: isAmount,
    problem: ofOneVisitor,
    waiting: ofOneVisitor,
    // Empty: the plan, with no seat marked yet.
    seats: isEmpty,
  },
  find: { problem: ofOneVisitor },
  about: {},
  missing: {},
  availability: { catalog: isId, event: isId, offer: isId, day: isDay, time: isInstant },
} satisfies Record<string, Readonly<Record<string, Check>>>;

type Kind = keyof typeof parameters;

/**
 * The choice in an offer's form: there is a parameter for the session of each ticket, and one for the quantity of each
 * other offer (lib/storefront/common/offer/hold-choice.ts).
 */
export const choicePrefixes = ['session.', 'quantity.'];
const isChoice = (name: string) => choicePrefixes.some((prefix) => name.startsWith(prefix));

/** Pages that are always made for one visitor. */
const individual = new Set(['checkout', 'orders', 'staff', 'tickets', 'waiting-list']);

/** The kind of page at a path without its language; null: not one that is the same for all. */
function kindOf(segments: readonly string[]): Kind | null {
  const [first, catalogId = '', kind, id = '', ...others] = segments;
  if (first === undefined) return 'home';
  if (segments.join('/') === 'orders/find') return 'find';
  if (segments.join('/') === 'search') return 'search';
  if (first === 'about' && segments.length === 2 && isShopText(catalogId)) return 'about';
  // Next redirects to the address without the slash at its end.
  if (individual.has(first) || segments.at(-1) === '') return null;
  if (first !== 'catalogs' || !isId(catalogId) || others.length > 0) return 'missing';
  if (kind === undefined) return 'catalog';
  if (kind === 'places' && segments.length === 3) return 'places';
  const isThing = kind === 'events' || kind === 'products' || kind === 'offers';
  return isThing && isId(id) ? kind : 'missing';
}

/**
 * The filters of a list, in one order, without values that mean nothing. Null for a search by words or by the name of a place:
 * these are different for each visitor.
 */
function listQuery(query: URLSearchParams): string | null {
  const criteria = readCriteria((name) => query.get(name) ?? undefined);
  const problems = criteriaProblems((name) => query.get(name) ?? undefined);
  if (problems.words !== null || problems.dates !== null || problems.unusedDay !== null) return null;
  if (criteria.q !== undefined || criteria.place !== undefined) return null;
  const canonical = new URLSearchParams(criteriaParameters(criteria));
  const page = query.get('page') ?? '';
  if (isPageNumber(page)) canonical.set('page', page);
  return canonical.size === 0 ? '' : `?${canonical.toString()}`;
}

/** The parameters that the page knows, in one order; null if it does not understand the value of one of them. */
function canonicalQuery(query: URLSearchParams, kind: Kind): string | null {
  if (kind === 'offers' && [...query.keys()].some(isChoice)) return null;
  if (kind === 'catalog' || kind === 'search') return listQuery(query);
  const canonical = new URLSearchParams();
  for (const [name, isValid] of Object.entries(parameters[kind])) {
    const value = query.get(name);
    if (value === null) continue;
    if (!isValid(value)) return null;
    canonical.set(name, isId(value) ? value.toLowerCase() : value);
  }
  return canonical.size === 0 ? '' : `?${canonical.toString()}`;
}

const findLanguage = (code: string | null | undefined) => languages.find((language) => language === code);

/** What a navigation depends on; Next names these headers in `Vary`, and hashes them in the parameter `_rsc`. */
export const navigationHeaders = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-url',
];
const navigationParameter = '_rsc';
/** The most characters of these headers together; those of our pages have some hundred. */
const mostOfHeaders = 4_000;

function navigation(page: CachedAddress, given: IncomingHttpHeaders, hash: string): CachedAddress | null {
  const headers: Record<string, string> = {};
  for (const name of navigationHeaders) {
    const value = given[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const text = JSON.stringify(headers);
  if (text.length > mostOfHeaders || hash.length > 20) return null;
  const separator = page.url.includes('?') ? '&' : '?';
  const url = `${page.url}${separator}${navigationParameter}=${encodeURIComponent(hash)}`;
  return { ...page, kind: 'navigation', url, headers, key: `${url} ${text}` };
}

/**
 * What a GET request asks for, if the response is the same for every visitor without a basket; otherwise null.
 * Addresses that differ only in what the page ignores are the same. Throws for a URL that can't be parsed.
 */
export function cachedAddress(requestUrl: string, headers: IncomingHttpHeaders): CachedAddress | null {
  const { pathname, searchParams } = new URL(requestUrl, 'http://shop.invalid');
  // With `..` or unusual characters it is another address, also for what lib/server sets by the path.
  if (!requestUrl.startsWith(pathname) || /^[^?#]/.test(requestUrl.slice(pathname.length))) return null;
  if (pathname === '/api/availability') {
    const language = findLanguage(searchParams.get('language'));
    const query = canonicalQuery(searchParams, 'availability');
    if (language === undefined || query === null) return null;
    const url = `${pathname}${query === '' ? '?' : `${query}&`}language=${language}`;
    return { key: url, url, language, kind: 'data', headers: {} };
  }
  // Identifiers are the same in capital letters (RFC 9562 §4).
  const [, code, ...segments] = pathname.split('/').map((part) => (isId(part) ? part.toLowerCase() : part));
  const language = findLanguage(code);
  const kind = language === undefined ? null : kindOf(segments);
  if (language === undefined || kind === null) return null;
  const query = canonicalQuery(searchParams, kind);
  if (query === null) return null;
  const path = ['', code, ...segments].join('/');
  const url = kind === 'missing' ? paths.missing(language) : `${path}${query}`;
  const page: CachedAddress = { key: url, url, language, kind: 'page', headers: {} };
  const hash = searchParams.get(navigationParameter);
  if (headers['rsc'] === undefined) return hash === null ? page : null;
  if (headers['rsc'] !== '1') return null;
  // Without the hash, a cache in front of the shop would keep the navigation under the address of the page.
  return hash === null || kind === 'missing' ? null : navigation(page, headers, hash);
}
