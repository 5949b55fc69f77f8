import { orderNew, ordersPath, reservationsPath } from './booking';
import type { Check } from './check';
import { expectSame, expectShape, expectSuccess, expectThat, notShown } from './expect';
import { type Exchange, membersOf, type Probe } from './probe';
import { envelope, pagedEnvelope } from './shapes';
import { isObject, objectOf, once, pathOf, textOf, wholeOf } from './values';
import { productBase, type World } from './world';

/** A list of the specification's §4. */
interface List {
  name: string;
  path: (world: World) => Promise<string>;
  /** The row in §4 allows page and itemsPerPage. */
  paged: boolean;
}

const browsing: readonly List[] = [
  { name: 'catalogs', path: () => Promise.resolve('/v1/ticketing/catalogs'), paged: true },
  { name: 'events', path: async (world) => `${await world.catalog()}/events`, paged: true },
  { name: 'sessions', path: async (world) => `${(await world.sessions()).event}/sessions`, paged: true },
  { name: 'products', path: async (world) => `${await world.catalog()}/products`, paged: true },
  { name: 'offers', path: async (world) => `${await world.catalog()}/offers`, paged: true },
  {
    name: 'tickets of an offer',
    path: async (world) => `${(await world.tickets()).offer}/tickets`,
    paged: false,
  },
  {
    name: 'offers of a product base',
    path: async (world) => `${await productBase(world)}/offers`,
    paged: false,
  },
];

const bookings: readonly List[] = [
  { name: 'reservations', path: filled(reservationsPath), paged: true },
  { name: 'orders', path: filled(ordersPath), paged: true },
];

// Three of each, so that the lists have several pages.
const fill = new WeakMap<World, () => Promise<void>>();
function filled(list: string): List['path'] {
  return async (world) => {
    const make =
      fill.get(world) ??
      once(async () => {
        const { body } = await world.probe.get(ordersPath);
        const missing = 3 - (wholeOf(objectOf(body)['totalItems']) ?? 0);
        for (let i = 0; i < missing; i += 1) await orderNew(world);
      });
    fill.set(world, make);
    await make();
    return list;
  };
}

export const collectionChecks: readonly Check[] = browsing.flatMap(checksOf);
export const bookingListChecks: readonly Check[] = bookings.flatMap(checksOf);

function checksOf(list: List): Check[] {
  const envelopeCheck: Check = {
    section: '§2.1',
    title: `the list of ${list.name} comes in the envelope`,
    run: async (world) => checkEnvelope(world.probe, await list.path(world), list.paged),
  };
  if (!list.paged) return [envelopeCheck];
  return [
    envelopeCheck,
    {
      section: '§4',
      title: `the pages of the ${list.name} have every member once, and totalItems counts them`,
      run: async (world) => checkPages(world, await list.path(world)),
    },
    {
      section: '§2.1',
      title: `every page of the ${list.name} has the same envelope, and its view leads to the others`,
      run: async (world) => checkView(world, await list.path(world)),
    },
  ];
}

async function checkEnvelope(probe: Probe, path: string, paged: boolean): Promise<void> {
  const exchange = await probe.get(path);
  expectSuccess(exchange);
  const list = expectShape(paged ? pagedEnvelope : envelope, exchange.body, 'the envelope');
  expectSame(list['@id'], path, '@id, the path of the collection');
  expectThat(list['@context'].startsWith('/'), '@context is a path', list['@context']);
  expectThat(
    list.member.every((member) => isObject(member) && textOf(member['@type']) !== ''),
    'an object with @type for each member',
    list.member.find((member) => !isObject(member) || textOf(member['@type']) === ''),
  );
  expectThat(
    list.member.length <= list.totalItems,
    `no more members than totalItems, ${list.totalItems}`,
    list.member.length,
  );
}

const mostPages = 250;

interface Pages {
  answers: Exchange[];
  size: number;
  /** False when the list is too long to be read to its end. */
  complete: boolean;
}

/**
 * Small pages for a short list, so that there are several of them; a server may send fewer members than
 * requested.
 */
async function walkPages(probe: Probe, path: string): Promise<Pages> {
  const whole = await probe.get(path);
  expectSuccess(whole);
  const total = wholeOf(objectOf(whole.body)['totalItems']) ?? membersOf(whole).length;
  if (total < 2) notShown(`${path} has ${total} member(s)`);
  const size = total <= 10 ? Math.ceil(total / 2) : Math.ceil(total / 5);
  const answers: Exchange[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await probe.get(`${path}?page=${page}&itemsPerPage=${size}`);
    const count = membersOf(answer).length;
    // The specification leaves open what a page after the last one contains.
    if (page > 1 && (count === 0 || answer.status === 404)) return { answers, size, complete: true };
    expectSuccess(answer);
    answers.push(answer);
    const first = answers[0];
    if (first === undefined || count < membersOf(first).length) return { answers, size, complete: true };
  }
  return { answers, size, complete: false };
}

const walked = new WeakMap<World, Map<string, Promise<Pages>>>();

/** The pages of a list, read once. */
function pagesOf(world: World, path: string): Promise<Pages> {
  const lists = walked.get(world) ?? new Map<string, Promise<Pages>>();
  const pages = lists.get(path) ?? walkPages(world.probe, path);
  walked.set(world, lists.set(path, pages));
  return pages;
}

async function checkPages(world: World, path: string): Promise<void> {
  const { answers, size, complete } = await pagesOf(world, path);
  const seen = new Set<string>();
  for (const answer of answers) {
    const members = membersOf(answer);
    expectThat(members.length <= size, `at most itemsPerPage, ${size} members`, members.length, answer);
    for (const member of members) {
      const id = pathOf(member);
      expectThat(!seen.has(id), 'no member on two pages', id, answer);
      seen.add(id);
    }
  }
  if (!complete) notShown(`${path} has more than ${mostPages} pages; these had no member twice`);
  for (const answer of answers) {
    const total = objectOf(answer.body)['totalItems'];
    expectThat(
      total === seen.size,
      `totalItems: ${seen.size}, as there are members on all pages`,
      total,
      answer,
    );
  }
}

async function checkView(world: World, path: string): Promise<void> {
  const { answers, size } = await pagesOf(world, path);
  const [first] = answers;
  if (first === undefined || answers.length < 2) return notShown(`${path} came as one page`);
  const keys = keysOf(first);
  for (const answer of answers) {
    expectSame(keysOf(answer), keys, 'the same members of the envelope on every page', answer);
  }
  const view = objectOf(objectOf(first.body)['view']);
  const leadsTo = { first: answers[0], next: answers[1], last: answers.at(-1) };
  let shown = 0;
  for (const [name, page] of Object.entries(leadsTo)) {
    const target = textOf(view[name]);
    if (target === '' || page === undefined) continue;
    shown += 1;
    const query = new URLSearchParams(target.slice(target.indexOf('?') + 1));
    expectThat(
      query.has('page') && query.has('itemsPerPage'),
      `view.${name} carries itemsPerPage and page`,
      target,
      first,
    );
    const got = await world.probe.get(target);
    expectSame(
      membersOf(got).map(pathOf),
      membersOf(page).map(pathOf),
      `what view.${name} leads to, of pages of ${size}`,
      got,
    );
  }
  if (shown === 0) notShown(`the view of ${path} has neither first, last nor next`);
}

function keysOf(answer: Exchange): string[] {
  return Object.keys(objectOf(answer.body)).sort();
}
