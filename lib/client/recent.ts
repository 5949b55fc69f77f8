import type { z } from 'zod';
import type { CallOptions, Found, Listing } from './result';
import type { List, Reader } from './reader';

/** The maximum number of pages that are read of a list which the server does not filter. */
const maximumPages = 10;

/** ISO 8601, by the server's clock. */
type Dated = { createdAt: string };

const moment = ({ createdAt }: Dated): number => Date.parse(createdAt);

function isSorted(members: readonly Dated[], newestFirst: boolean): boolean {
  return members.every((member, index) => {
    const before = members[index - 1];
    if (before === undefined) return true;
    return newestFirst ? moment(before) >= moment(member) : moment(before) <= moment(member);
  });
}

/** Where to continue: from the second page on if the newest come first, else backwards from the last page. */
function nextPages(count: number, newestFirst: boolean): number[] {
  const numbers = Array.from({ length: count - 1 }, (_, index) => index + 2);
  return newestFirst ? numbers : numbers.reverse();
}

/**
 * The members that were created at `since` or later, of a list that the server can't filter. Reads from the end
 * that has the newest, and no further back than needed, because such a list may have thousands of pages. `complete`
 * is false if the end was not reached within ten pages: then more such members may exist.
 */
export async function readRecent<Shape extends z.ZodType<Dated>>(
  reader: Reader,
  list: List<Shape>,
  call: CallOptions,
  since: Date,
): Promise<Found<Listing<z.output<Shape>>>> {
  const first = await reader.page(list, {}, call);
  if (first.kind === 'missing') return first;
  const all: z.output<Shape>[] = [...first.value.members];
  const { totalItems, members } = first.value;
  // A server may return fewer members than requested: the first page shows how many make one.
  const count = members.length > 0 ? Math.ceil(totalItems / members.length) : 1;
  const listing = (complete: boolean): Found<Listing<z.output<Shape>>> => ({
    kind: 'found',
    value: { members: all.filter((member) => moment(member) >= since.getTime()), complete },
  });
  const readPage = async (number: number) => {
    const page = await reader.page(list, {}, call, number);
    return page.kind === 'found' ? page.value.members : [];
  };
  if (count <= 1) return listing(true);
  const last = await readPage(count);
  const [newestAtStart, newestAtEnd] = [members[0], last.at(-1)];
  const newestFirst =
    newestAtStart !== undefined && newestAtEnd !== undefined && moment(newestAtStart) > moment(newestAtEnd);
  let sorted = isSorted(members, newestFirst);
  const reached = (page: readonly Dated[]) =>
    sorted && isSorted(page, newestFirst) && page.some((member) => moment(member) < since.getTime());
  if (newestFirst && reached(members)) return listing(true);
  for (const number of nextPages(count, newestFirst).slice(0, maximumPages - 1)) {
    const page = number === count ? last : await readPage(number);
    all.push(...page);
    if (reached(page)) return listing(true);
    sorted &&= isSorted(page, newestFirst);
  }
  return listing(count <= maximumPages);
}
