import type { WireRequest } from '@/testing/faults/wire';

/**
 * A list in the envelope of §2.1, divided into pages according to the query. `filters` are those that it
 * advertises; `cap` is the most members of a page.
 */
export function collection(
  { path, query }: Pick<WireRequest, 'path' | 'query'>,
  all: readonly unknown[],
  options: { filters?: readonly string[]; withoutNext?: boolean; cap?: number } = {},
): { body: object } {
  const size = Math.min(Math.max(1, Number(query.get('itemsPerPage') ?? 30)), options.cap ?? 100);
  const page = Number(query.get('page') ?? 1);
  const next = page * size < all.length && options.withoutNext !== true;
  return {
    body: {
      '@context': '/contexts/Anything',
      '@id': path,
      '@type': 'Collection',
      totalItems: all.length,
      member: all.slice((page - 1) * size, page * size),
      view: {
        '@id': `${path}?page=${page}`,
        '@type': 'PartialCollectionView',
        ...(next ? { next: `${path}?itemsPerPage=${size}&page=${page + 1}` } : {}),
      },
      ...(options.filters === undefined ? {} : { search: search(path, options.filters) }),
    },
  };
}

function search(path: string, filters: readonly string[]): object {
  return {
    '@type': 'IriTemplate',
    template: `${path}{?${filters.join(',')}}`,
    variableRepresentation: 'BasicRepresentation',
    mapping: filters.map((variable) => ({
      '@type': 'IriTemplateMapping',
      variable,
      property: null,
      required: false,
    })),
  };
}
