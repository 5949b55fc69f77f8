import type { z } from 'zod';
import { collectionSchema, type CollectionSearch } from '../contract/collection';
import type { CallOptions, Found, Listing } from './result';
import { catalogueCache, type CheckAgain, type ReadParsed } from './catalogue-cache';
import { unexpectedAnswer, type Send } from './transport';

const itemsPerPage = 100;
/** The maximum number of pages that are read of one list: 10,000 members. */
const maximumPages = 100;
const pagesAtOnce = 4;
const memoryMilliseconds = 10 * 60_000;

export type Query = Readonly<Record<string, string>>;

/** A query without the parameters that have no value. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): Query {
  const entries = Object.entries(parameters);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Lists of one `kind` have the same filters. `page` is the shape of a page of the list. */
export interface List<Member extends z.ZodType> {
  kind: string;
  page: CollectionSchema<Member>;
  path: string;
}

type CollectionSchema<Member extends z.ZodType> = ReturnType<typeof collectionSchema<Member>>;

/** A kind of list, to which each list adds its path. Made once, because making a shape takes time. */
export function kindOfList<Member extends z.ZodType>(kind: string, member: Member) {
  return { kind, page: collectionSchema(member) };
}

function advertised(search: CollectionSearch | undefined): ReadonlySet<string> {
  if (search === undefined) return new Set();
  const inTemplate = /\{\?([^{}]*)\}/.exec(search.template)?.[1]?.split(',') ?? [];
  return new Set([...inTemplate, ...search.mapping.map((entry) => entry.variable)]);
}

/** Reads things and lists, and remembers which filters a kind of list has advertised (`search`, §2.1). */
export class Reader {
  readonly #filters = new Map<string, { names: ReadonlySet<string>; until: number }>();
  readonly #read: ReadParsed;

  constructor(
    readonly send: Send,
    readonly now: () => number,
    onRead: (checkAgain: CheckAgain) => void,
  ) {
    this.#read = catalogueCache(send, now, onRead);
  }

  async one<Shape extends z.ZodType>(
    shape: Shape,
    path: string,
    call: CallOptions,
  ): Promise<Found<z.output<Shape>>> {
    const { body } = await this.#read(shape, path, call);
    return body === undefined ? { kind: 'missing' } : { kind: 'found', value: body };
  }

  async page<Shape extends z.ZodType>(
    list: List<Shape>,
    query: Query,
    call: Parameters<ReadParsed>[2],
    number = 1,
  ): Promise<Found<{ members: z.output<Shape>[]; totalItems: number }>> {
    const parameters = new URLSearchParams({
      itemsPerPage: String(itemsPerPage),
      ...query,
      page: String(number),
    });
    const path = `${list.path}?${parameters.toString()}`;
    const { answer, body: collection } = await this.#read(list.page, path, call);
    if (answer.status === 404 || answer.status === 410) return { kind: 'missing' };
    if (collection === undefined) throw unexpectedAnswer(answer);
    this.#filters.set(list.kind, {
      names: advertised(collection.search),
      until: this.now() + memoryMilliseconds,
    });
    return { kind: 'found', value: { members: collection.member, totalItems: collection.totalItems } };
  }

  /** The filters of this kind of list. The server is asked once in a while, with a page of one member. */
  async filters(list: List<z.ZodType>, call: CallOptions): Promise<ReadonlySet<string>> {
    const known = this.#filters.get(list.kind);
    if (known !== undefined && this.now() < known.until) return known.names;
    await this.page(list, { itemsPerPage: '1' }, { ...call, isProbe: true });
    return this.#filters.get(list.kind)?.names ?? new Set();
  }

  /**
   * The whole list: after the first page the others are read concurrently. Uses `totalItems` and page numbers,
   * because not every collection has `view.next` (§2.1).
   */
  async all<Shape extends z.ZodType>(
    list: List<Shape>,
    query: Query,
    call: CallOptions,
  ): Promise<Found<Listing<z.output<Shape>>>> {
    const first = await this.page(list, query, call);
    if (first.kind === 'missing') return first;
    const { members, totalItems } = first.value;
    // A server may return fewer members than requested: the first page shows how many make one.
    const pages = members.length > 0 ? Math.ceil(totalItems / members.length) : 1;
    const last = Math.min(pages, maximumPages);
    const all = [...members];
    for (let number = 2; number <= last; number += pagesAtOnce) {
      const numbers = Array.from({ length: Math.min(pagesAtOnce, last - number + 1) }, (_, i) => number + i);
      const read = await Promise.all(numbers.map((each) => this.page(list, query, call, each)));
      for (const page of read) if (page.kind === 'found') all.push(...page.value.members);
    }
    return { kind: 'found', value: { members: all, complete: pages <= maximumPages } };
  }

  /** Reads the pages of a list that the server filters and sorts, until `enough` or the end. */
  async until<Shape extends z.ZodType>(
    list: List<Shape>,
    query: Query,
    call: CallOptions,
    enough: (members: readonly z.output<Shape>[]) => boolean,
  ): Promise<Found<Listing<z.output<Shape>>>> {
    const all: z.output<Shape>[] = [];
    for (let number = 1; number <= maximumPages; number += 1) {
      const page = await this.page(list, query, call, number);
      if (page.kind === 'missing') return page;
      all.push(...page.value.members);
      const isLast = page.value.members.length === 0 || all.length >= page.value.totalItems;
      if (isLast) return { kind: 'found', value: { members: all, complete: true } };
      if (enough(all)) break;
    }
    return { kind: 'found', value: { members: all, complete: false } };
  }
}
