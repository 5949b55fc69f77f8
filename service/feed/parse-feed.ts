import type { z } from 'zod';
import {
  feedEventSchema,
  feedOfferSchema,
  feedProductSchema,
  feedSchema,
  feedSessionSchema,
  type ParsedFeed,
} from '@/lib/contract/feed';
import { addViolations, jsonPath } from '../http/violations';
import { CountedList } from '../http/counted-list';
import { quoteValue, valueAt } from './refused-value';
import { type Violation, InvalidRequest, mostCounted, mostViolations } from '../http/problem';

type Path = readonly (string | number)[];
type Violations = CountedList<Violation>;

/**
 * Parses a feed in our own format. Throws 422 with the JSON paths of the errors. Yields after each part, because a
 * feed may have tens of thousands of sessions and offers.
 */
export function* parseFeed(body: unknown): Generator<undefined, ParsedFeed> {
  const violations: Violations = new CountedList(mostViolations);
  const [withoutEvents, events] = takeList(body, 'events');
  const [outer, products] = takeList(withoutEvents, 'products');
  const read = {
    events: yield* parseParts(feedEventSchema, 'sessions', feedSessionSchema, events, ['events'], violations),
    products: yield* parseParts(
      feedProductSchema,
      'offers',
      feedOfferSchema,
      products,
      ['products'],
      violations,
    ),
  };
  // Without its lists the feed is small; the schema of the whole feed finds members that are not lists.
  const parsed = parsePart(feedSchema, outer, [], violations);
  if (violations.length > 0 || parsed === null) throw new InvalidRequest(violations.kept, violations.length);
  return { ...parsed, ...read };
}

/** An object with this list empty, and the elements of the list; without such a list the value itself, and none. */
function takeList(value: unknown, member: string): [outer: unknown, elements: readonly unknown[] | null] {
  if (typeof value !== 'object' || value === null) return [value, null];
  const list: unknown = (value as Readonly<Record<string, unknown>>)[member];
  return Array.isArray(list) ? [{ ...value, [member]: [] }, list] : [value, null];
}

/** Parses events (products): each one first without its sessions (offers), then these in parts. */
function* parseParts<Member extends string, Inner, Outer extends Record<Member, Inner[]>>(
  outerSchema: z.ZodType<Outer>,
  member: Member,
  innerSchema: z.ZodType<Inner>,
  list: readonly unknown[] | null,
  path: Path,
  violations: Violations,
): Generator<undefined, Outer[]> {
  const found: Outer[] = [];
  for (const [index, part] of (list ?? []).entries()) {
    yield;
    if (violations.length >= mostCounted) break;
    const at = [...path, index];
    const [outer, elements] = takeList(part, member);
    const parsed = parsePart(outerSchema, outer, at, violations);
    const inner: Inner[] = [];
    for (const [place, element] of (elements ?? []).entries()) {
      yield;
      if (violations.length >= mostCounted) break;
      const one = parsePart(innerSchema, element, [...at, member, place], violations);
      if (one !== null) inner.push(one);
    }
    if (parsed !== null) found.push({ ...parsed, [member]: inner });
  }
  return found;
}

function parsePart<Part>(
  schema: z.ZodType<Part>,
  value: unknown,
  at: Path,
  violations: Violations,
): Part | null {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  addViolations(
    parsed.error,
    violations,
    (path) => jsonPath([...at, ...path]),
    (path) => quoteValue(valueAt(value, path)),
  );
  return null;
}
