import type { Feed, ParsedFeed } from '@/lib/contract/feed';
import type { FeedImport } from '@/lib/contract/feed-import';
import { InvalidRequest, type Violation } from '../http/problem';
import { jsonPath, violationsOf } from '../http/violations';
import { checkFeed } from './check-feed';
import { schemaOrgFeed } from './feed-import-schema';
import { grouped } from './grouped';
import { withOffsets } from './local-times';
import { parseFeed } from './parse-feed';
import { readSchemaOrg } from './schema-org';
import type { Note } from './schema-org-spot';

/** A feed, and the parts that were left out or guessed: the first ones, and how many in all. */
interface Read<AnyFeed> {
  feed: AnyFeed;
  warnings: readonly Note[];
  warningCount: number;
}

/**
 * The feed in a body: in our own format, or schema.org Events with the catalogue that they are for. Throws 422 with
 * the JSON paths of the errors. Yields often.
 */
export function* readFeed(body: unknown): Generator<undefined, Read<ParsedFeed>> {
  const isSchemaOrg = typeof body === 'object' && body !== null && 'schemaOrg' in body;
  const read = yield* isSchemaOrg ? readEvents(body) : withOffsets(body);
  const feed = yield* parseFeed(read.feed);
  const violations = yield* checkFeed(feed);
  if (violations.length > 0) throw new InvalidRequest(violations.kept, violations.length);
  return { ...read, feed };
}

function* readEvents(body: unknown): Generator<undefined, Read<Feed>> {
  const input = schemaOrgFeed.safeParse(body);
  if (!input.success) throw new InvalidRequest(violationsOf(input.error, jsonPath));
  const read = yield* readSchemaOrg(input.data.schemaOrg, input.data.catalog, '$.schemaOrg');
  if (read.ok) return read;
  const violations = read.errors.map(({ path, message }): Violation => {
    return { path, code: 'regex', detail: message };
  });
  throw new InvalidRequest(violations, read.errorCount);
}

// More places with the same message give no new information, and a long feed has thousands.
const mostPaths = 20;
const mostGroups = 100;

/** Warnings grouped by message: the 100 most frequent messages, most frequent first. */
export function groupWarnings(warnings: readonly Note[]): FeedImport['warnings'] {
  return [...grouped(warnings, ({ message }) => message)]
    .map(([message, notes]) => ({
      message,
      count: notes.length,
      propertyPaths: notes.slice(0, mostPaths).map(({ path }) => path),
    }))
    .sort((one, other) => other.count - one.count)
    .slice(0, mostGroups);
}
