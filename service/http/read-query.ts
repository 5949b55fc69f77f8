import { distance } from 'fastest-levenshtein';
import { inSlices } from './in-slices';
import { InvalidRequest, type Violation } from './problem';
import { refuseBadTexts } from './read-body';
import type { Route } from './route';
import { violationsOf } from './violations';

const paging = ['page', 'itemsPerPage'];

/**
 * The query of a route, checked. 422 also for a parameter that the route does not know, and for one that is given twice: a
 * filter that is ignored would list what nobody asked for. (`page` and `itemsPerPage` are read elsewhere.)
 */
export async function readQuery(
  { query: schema, list }: Pick<Route, 'query' | 'list'>,
  search: URLSearchParams,
): Promise<unknown> {
  await inSlices(refuseBadTexts(Object.fromEntries(search)));
  const filters = Object.keys(schema?.shape ?? {});
  const known = list ? [...filters, ...paging] : filters;
  const violations = [...new Set(search.keys())].flatMap((name) => {
    if (!known.includes(name)) return [unknownParameter(name, known)];
    return search.getAll(name).length === 1 ? [] : [repeated(name)];
  });
  const values = Object.fromEntries([...search].filter(([name]) => filters.includes(name)));
  const result = schema?.safeParse(values, { reportInput: true });
  const wrong = result?.success === false ? violationsOf(result.error) : [];
  if (violations.length + wrong.length > 0) throw new InvalidRequest([...violations, ...wrong]);
  return result?.data;
}

const repeated = (path: string): Violation => ({ path, code: 'regex', messageKey: 'repeatedParameter' });

// With more changes than this part of its characters, a name is another word.
const likeness = 0.6;
// The time that a comparison takes grows with the length.
const longestCompared = 100;

function unknownParameter(path: string, known: readonly string[]): Violation {
  const asked = path.slice(0, longestCompared).toLowerCase();
  const farFrom = (name: string) => distance(asked, name) / Math.max(asked.length, name.length);
  const [nearest] = known
    .map((name) => {
      const whole = name.toLowerCase();
      // `order` and `order[createdAt]` mean the same.
      return { name, far: Math.min(farFrom(whole), farFrom(whole.replace(/\[.*/, ''))) };
    })
    .filter(({ far }) => far <= likeness)
    .sort((one, other) => one.far - other.far);
  return nearest === undefined
    ? { path, code: 'regex', messageKey: 'unknownParameter' }
    : { path, code: 'regex', messageKey: 'nearParameter', detail: nearest.name };
}
