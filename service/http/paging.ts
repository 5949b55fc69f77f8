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

/** Reads `page` and `itemsPerPage`. 400 for a page below 1 or a negative size; a size over 100 is clamped. */
export function parsePage(query: URLSearchParams): Page {
  const number = whole(query.get('page') ?? '1', 'Page should not be less than 1', 1);
  const asked = whole(
    query.get('itemsPerPage') ?? String(defaultPageSize),
    'Limit should not be less than 0',
    0,
  );
  const size = Math.min(asked, largestPageSize);
  return { number, size, skip: Math.min((number - 1) * size, Number.MAX_SAFE_INTEGER) };
}

function whole(text: string, detail: string, least: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least)) throw new HttpProblem(400, detail);
  return value;
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
