import type { z } from 'zod';
import type { CallOptions, Found, Listing } from '../result';
import type { ListReader, Page } from './pages';

/** The most pages that are read of a list which the server does not filter. */
const maximumPages = 10;

interface Dated {
  /** ISO 8601, by the server's clock. */
  createdAt: string;
}

const moment = ({ createdAt }: Dated): number => Date.parse(createdAt);

function isSorted(members: readonly Dated[], newestFirst: boolean): boolean {
  return members.every((member, index) => {
    const before = members[index - 1];
    if (before === undefined) return true;
    return newestFirst ? moment(before) >= moment(member) : moment(before) <= moment(member);
  });
}

/** Where to go on reading: from the second page on when the newest come first, else backwards from the last page. */
function nextPages(count: number, newestFirst: boolean): number[] {
  const numbers = Array.from({ length: count - 1 }, (_, index) => index + 2);
  return newestFirst ? numbers : numbers.reverse();
}

/**
 * The members that were created at `since` or later, of a list that the server can't filter. Reads from the end where
 * the newest are, and no further back than needed, since such a list may have thousands of pages. `complete` is false
 * when the end was not reached within ten pages: then more such members may exist.
 */
export async function readRecent<Shape extends z.ZodType<Dated>>(
  reader: ListReader,
  list: { kind: string; shape: Shape; path: string },
  call: CallOptions,
  since: Date,
): Promise<Found<Listing<z.output<Shape>>>> {
  const first = await reader.page(list, {}, call);
  if (first.kind === 'missing') return first;
  const all: z.output<Shape>[] = [...first.value.members];
  const { totalItems, members } = first.value;
  // A server may give fewer than asked for: the first page tells how many make one.
  const count = members.length > 0 ? Math.ceil(totalItems / members.length) : 1;
  const listing = (complete: boolean): Found<Listing<z.output<Shape>>> => ({
    kind: 'found',
    value: { members: all.filter((member) => moment(member) >= since.getTime()), complete },
  });
  if (count <= 1) return listing(true);
  const last = await readPage(reader, list, call, count);
  const [newestAtStart, newestAtEnd] = [members[0], last.members.at(-1)];
  const newestFirst =
    newestAtStart !== undefined && newestAtEnd !== undefined && moment(newestAtStart) > moment(newestAtEnd);
  let sorted = isSorted(members, newestFirst);
  const reached = (page: readonly Dated[]) =>
    sorted && isSorted(page, newestFirst) && page.some((member) => moment(member) < since.getTime());
  if (newestFirst && reached(members)) return listing(true);
  for (const number of nextPages(count, newestFirst).slice(0, maximumPages - 1)) {
    const page = number === count ? last : await readPage(reader, list, call, number);
    all.push(...page.members);
    if (reached(page.members)) return listing(true);
    sorted &&= isSorted(page.members, newestFirst);
  }
  return listing(count <= maximumPages);
}

async function readPage<Shape extends z.ZodType>(
  reader: ListReader,
  list: { kind: string; shape: Shape; path: string },
  call: CallOptions,
  number: number,
): Promise<Page<z.output<Shape>>> {
  const page = await reader.page(list, {}, call, number);
  return page.kind === 'found' ? page.value : { members: [], totalItems: 0 };
}
