import type { Collection, CollectionSearch, CollectionView } from '@/lib/contract/collection';
import { HttpProblem } from './problem';

const defaultPageSize = 30;
const largestPageSize = 100;

export interface Page {
  number: number;
  size: number;
  /** How many members are on earlier pages. */
  skip: number;
}

/** Reads `page` and `itemsPerPage`. 400 for no whole number, a page below 1 or too far to count, and a negative size; a size over 100 is clamped. */
export function parsePage(query: URLSearchParams): Page {
  const number = whole('Page', query.get('page') ?? '1', 1);
  const asked = whole('Limit', query.get('itemsPerPage') ?? String(defaultPageSize), 0);
  if (number > Number.MAX_SAFE_INTEGER) {
    throw new HttpProblem(400, `Page should not be more than ${Number.MAX_SAFE_INTEGER}`);
  }
  const size = Math.min(asked, largestPageSize);
  return { number, size, skip: Math.min((number - 1) * size, Number.MAX_SAFE_INTEGER) };
}

function whole(what: string, text: string, least: number): number {
  if (!/^-?\d+$/.test(text)) throw new HttpProblem(400, `${what} should be a whole number`);
  if (Number(text) < least) throw new HttpProblem(400, `${what} should not be less than ${least}`);
  return Number(text);
}

/** The parts of a call that the envelope of its list is made from. */
interface ListCall {
  /** The type of the members, as in /contexts/…. */
  type: string;
  path: string;
  search: URLSearchParams;
  page: Page;
  filters: readonly string[];
}

/** The envelope of a list (specification §2.1). */
export function collection<Member>(call: ListCall, totalItems: number, member: Member[]): Collection<Member> {
  return {
    '@context': `/contexts/${call.type}`,
    '@id': call.path,
    '@type': 'Collection',
    totalItems,
    member,
    view: viewOf(call, totalItems),
    ...(call.filters.length === 0 ? {} : { search: searchOf(call.path, call.filters) }),
  };
}

function viewOf({ path, search: query, page }: ListCall, totalItems: number): CollectionView {
  const pages = page.size === 0 ? 1 : Math.max(1, Math.ceil(totalItems / page.size));
  const filters = new URLSearchParams(query);
  const at = (number: number) => {
    filters.delete('page');
    filters.set('itemsPerPage', String(page.size));
    filters.append('page', String(number));
    return `${path}?${filters.toString()}`;
  };
  const view: CollectionView = {
    '@id': query.size === 0 ? path : `${path}?${query.toString()}`,
    '@type': 'PartialCollectionView',
  };
  if (pages === 1 && page.number === 1) return view;
  view.first = at(1);
  view.last = at(pages);
  if (page.number > 1) view.previous = at(Math.min(page.number - 1, pages));
  if (page.number < pages) view.next = at(page.number + 1);
  return view;
}

function searchOf(path: string, filters: readonly string[]): CollectionSearch {
  return {
    '@type': 'IriTemplate',
    template: `${path}{?${filters.join(',')}}`,
    variableRepresentation: 'BasicRepresentation',
    mapping: filters.map((variable) => ({
      '@type': 'IriTemplateMapping',
      variable,
      property: variable.startsWith('order[') ? variable.slice(6, -1) : (variable.split('[')[0] ?? variable),
      required: false,
    })),
  };
}
