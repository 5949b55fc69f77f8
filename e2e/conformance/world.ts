import { NotShown, notShown } from './expect';
import { membersOf, type Probe } from './probe';
import { findPurchases, type Purchase } from './purchases';
import { arrayOf, isObject, type Json, objectOf, once, pathOf, textOf } from './values';

/** What a server answers to plain HTTP; null when it accepts no such connection. */
export type PlainAnswer = { status: number; type: string; body: string } | null;

interface WorldOptions {
  probe: Probe;
  /** The token that the probe sends. */
  token: string;
  /** Sends requests to the server of `probe` for another organization. */
  other: Probe | null;
  /** For how many seconds the suite may wait for an expiry. */
  wait: number;
  /** The identifier of the only catalogue to use. */
  catalog?: string;
  /** Requests `path` over plain HTTP on the same host and port. */
  plain: (path: string) => Promise<PlainAnswer>;
}

/**
 * What the suite found out about a server, each thing looked up once. Rejects with NotShown when there is
 * none.
 */
export interface World {
  options: WorldOptions;
  probe: Probe;
  /** The path of the catalogue that the suite uses. */
  catalog: () => Promise<string>;
  catalogs: () => Promise<Json[]>;
  events: () => Promise<Json[]>;
  /** The sessions of the event with the most sessions among the first ones, with that event's path. */
  sessions: () => Promise<{ event: string; members: Json[] }>;
  products: () => Promise<Json[]>;
  offers: () => Promise<Json[]>;
  /** An offer with as many tickets as possible, and its tickets. */
  tickets: () => Promise<{ offer: string; members: Json[] }>;
  /** Possible purchases, at least one. */
  purchases: () => Promise<Purchase[]>;
}

const pageSize = 100;
const pagesAtEachEnd = 3;
const catalogsLookedAt = 5;
const eventsLookedAt = 10;

export function createWorld(options: WorldOptions): World {
  const { probe } = options;
  const catalogs = once(() => some(probe, '/v1/ticketing/catalogs', 'a catalogue'));
  const chosen = once(() => chooseCatalog(probe, catalogs, options.catalog));
  const catalog = once(() => pathOfCatalog(catalogs, chosen, options.catalog));
  const part = (name: string, one: string) =>
    once(async () => some(probe, `${await catalog()}/${name}`, one));
  const events = part('events', 'an event');
  return {
    options,
    probe,
    catalog,
    catalogs,
    events,
    sessions: once(async () => mostSessions(probe, await events())),
    products: part('products', 'a product'),
    offers: part('offers', 'an offer'),
    tickets: once(async () => {
      const { purchases } = await chosen();
      const most = [...purchases].sort((a, b) => b.tickets.length - a.tickets.length)[0];
      return most === undefined
        ? notShown('needs an offer that can be bought')
        : { offer: most.offer, members: most.tickets.map(({ resource }) => resource) };
    }),
    purchases: once(async () => {
      const { purchases } = await chosen();
      return purchases.length === 0 ? notShown('needs an offer that can be bought') : purchases;
    }),
  };
}

/** The members of a list: all of a short one, both ends of a long one. */
export async function sample(probe: Probe, list: string): Promise<Json[]> {
  return (await readEnds(probe, list)).members;
}

/** The members of a list, as `sample` reads them, and whether nothing was left out. */
export async function readEnds(probe: Probe, list: string): Promise<{ members: Json[]; complete: boolean }> {
  const at = (page: number) =>
    probe.get(`${list}${list.includes('?') ? '&' : '?'}page=${page}&itemsPerPage=${pageSize}`);
  const first = await at(1);
  const total = Number(objectOf(first.body)['totalItems']);
  const found = membersOf(first);
  const pages = found.length === 0 || Number.isNaN(total) ? 1 : Math.ceil(total / found.length);
  const wanted = Array.from({ length: pages }, (_, i) => i + 1).filter(
    (page) => page > 1 && (page <= pagesAtEachEnd || page > pages - pagesAtEachEnd),
  );
  const members = [...found];
  for (const page of wanted) members.push(...membersOf(await at(page)));
  return { members: members.filter(isObject), complete: pages <= 2 * pagesAtEachEnd };
}

async function some(probe: Probe, list: string, one: string): Promise<Json[]> {
  const members = await sample(probe, list);
  return members.length === 0 ? notShown(`needs ${one} in ${list}`) : members;
}

async function chooseCatalog(
  probe: Probe,
  catalogs: () => Promise<Json[]>,
  wanted: string | undefined,
): Promise<{ path: string; purchases: Purchase[] }> {
  const all = (await catalogs()).map(pathOf).filter((path) => path !== '');
  const paths =
    wanted === undefined ? all.slice(0, catalogsLookedAt) : all.filter((path) => path.endsWith(wanted));
  for (const path of paths) {
    const purchases = await findPurchases(probe, await sample(probe, `${path}/offers`));
    if (purchases.length > 0) return { path, purchases };
  }
  const [path] = paths;
  return path === undefined ? notShown('needs a catalogue') : { path, purchases: [] };
}

/** The path of a named catalogue is known without reading anything. */
async function pathOfCatalog(
  catalogs: () => Promise<Json[]>,
  chosen: () => Promise<{ path: string }>,
  wanted: string | undefined,
): Promise<string> {
  const named =
    wanted === undefined ? undefined : (await catalogs()).map(pathOf).find((path) => path.endsWith(wanted));
  return named ?? (await chosen()).path;
}

async function mostSessions(probe: Probe, events: readonly Json[]) {
  let most: { event: string; members: Json[] } = { event: '', members: [] };
  for (const one of events.slice(0, eventsLookedAt)) {
    const event = pathOf(one);
    const members = await sample(probe, `${event}/sessions`);
    if (members.length > most.members.length) most = { event, members };
  }
  return most.members.length === 0 ? notShown('needs an event with sessions') : most;
}

/** The first available of several; NotShown from one of them counts as not available. */
export async function orNothing<T>(make: () => Promise<T>): Promise<T | null> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof NotShown) return null;
    throw error;
  }
}

/** The path of a product base, if a product or an offer's product contains one (§4.1). */
export async function productBase(world: World): Promise<string> {
  for (const product of await world.products()) {
    for (const value of Object.values(product)) {
      const found = /^\/v1\/ticketing\/product_bases\/[^/]+/.exec(pathOf(value))?.[0];
      if (found !== undefined) return found;
    }
  }
  return notShown('no product shows the path of a product base');
}

/** The path of a form, if a product contains one (§2.13). */
export async function formPath(world: World): Promise<string> {
  for (const product of await world.products()) {
    for (const value of Object.values(product)) {
      const found = [...arrayOf(value), value].map(pathOf).find((path) => /^\/v1\/forms\/[^/]+$/.test(path));
      if (found !== undefined) return found;
    }
  }
  return notShown('no product shows the path of a form');
}

/**
 * The catalogue's default language, if one of its attributes looks like it (§2.2: their names are not shown).
 */
export async function defaultLanguage(world: World): Promise<string | null> {
  const path = await world.catalog();
  const catalog = (await world.catalogs()).find((one) => pathOf(one) === path) ?? {};
  const attribute = Object.entries(catalog).find(
    ([key, value]) => /lang|locale/i.test(key) && /^[a-z]{2}([-_]\w+)?$/i.test(textOf(value)),
  );
  return attribute === undefined ? null : textOf(attribute[1]);
}
