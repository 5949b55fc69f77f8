import type { z } from 'zod';
import {
  feedEventSchema,
  feedOfferSchema,
  feedProductSchema,
  feedSchema,
  feedSessionSchema,
  type ParsedFeed,
} from '@/lib/contract/feed';
import { addComplaints, jsonPath } from '../http/complaints';
import { CountedList } from '../http/counted-list';
import { type Complaint, InvalidRequest, mostCounted, mostViolations } from '../http/problem';

type Path = readonly (string | number)[];
type Complaints = CountedList<Complaint>;

/**
 * A feed in our own format. Throws 422 with the JSON paths of what is wrong with it. Yields after each part, because a
 * feed may have tens of thousands of sessions and offers.
 */
export function* parseFeed(body: unknown): Generator<undefined, ParsedFeed> {
  const complaints: Complaints = new CountedList(mostViolations);
  const { events, products } = listsOf(body);
  // Without its lists the feed is small, and what is no list is found by the whole schema.
  const outer = {
    ...(isObject(body) ? body : {}),
    ...(events && { events: [] }),
    ...(products && { products: [] }),
  };
  const read = {
    events: yield* parseParts(feedEventSchema, 'sessions', feedSessionSchema, events, ['events'], complaints),
    products: yield* parseParts(
      feedProductSchema,
      'offers',
      feedOfferSchema,
      products,
      ['products'],
      complaints,
    ),
  };
  const parsed = feedSchema.safeParse(isObject(body) ? outer : body);
  if (parsed.error !== undefined) addComplaints(parsed.error, complaints, jsonPath);
  if (complaints.length > 0 || !parsed.success) throw new InvalidRequest(complaints.kept, complaints.length);
  return { ...parsed.data, ...read };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listsOf(body: unknown) {
  const list = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : null);
  return isObject(body)
    ? { events: list(body['events']), products: list(body['products']) }
    : { events: null, products: null };
}

/** Events with their sessions, or products with their offers: each parsed without its list, and the list by parts. */
function* parseParts<Member extends string, Inner, Outer extends Record<Member, Inner[]>>(
  outer: z.ZodType<Outer>,
  member: Member,
  inner: z.ZodType<Inner>,
  list: readonly unknown[] | null,
  path: Path,
  complaints: Complaints,
): Generator<undefined, Outer[]> {
  const found: Outer[] = [];
  for (const [index, part] of (list ?? []).entries()) {
    yield;
    if (complaints.length >= mostCounted) break;
    const at = [...path, index];
    const own: unknown = isObject(part) ? part[member] : undefined;
    if (!Array.isArray(own)) {
      const parsed = parsePart(outer, part, at, complaints);
      if (parsed !== null) found.push(parsed);
      continue;
    }
    const parsed = parsePart(outer, { ...(part as object), [member]: [] }, at, complaints);
    const items: Inner[] = [];
    for (const [place, item] of (own as unknown[]).entries()) {
      yield;
      if (complaints.length >= mostCounted) break;
      const one = parsePart(inner, item, [...at, member, place], complaints);
      if (one !== null) items.push(one);
    }
    if (parsed !== null) found.push({ ...parsed, [member]: items });
  }
  return found;
}

function parsePart<Part>(
  schema: z.ZodType<Part>,
  value: unknown,
  at: Path,
  complaints: Complaints,
): Part | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  addComplaints(parsed.error, complaints, (path) => jsonPath([...at, ...path]));
  return null;
}
