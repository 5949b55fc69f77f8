import type { Feed, ParsedFeed } from '@/lib/contract/feed';
import type { FeedImport } from '@/lib/contract/feed-import';
import { CountedList } from '../http/counted-list';
import { InvalidRequest, mostViolations, type Violation } from '../http/problem';
import { addViolations, jsonPath } from '../http/violations';
import { checkFeed } from './check-feed';
import { schemaOrgFeed } from './feed-import-schema';
import { grouped } from './grouped';
import { withOffsets } from './local-times';
import { parseFeed } from './parse-feed';
import { quoteValue, valueAt } from './refused-value';
import { readSchemaOrg } from './schema-org';
import type { Note } from './schema-org-part';

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
  const input = schemaOrgFeed.safeParse(body, { reportInput: true });
  if (!input.success) {
    const violations = new CountedList<Violation>(mostViolations);
    addViolations(input.error, violations, jsonPath, (path) => quoteValue(valueAt(body, path)));
    throw new InvalidRequest(violations.kept, violations.length);
  }
  const { schemaOrg, catalog, daysWithoutTime } = input.data;
  const read = yield* readSchemaOrg(schemaOrg, catalog, '$.schemaOrg', daysWithoutTime);
  if (read.ok) return read;
  const violations = read.errors.map(({ path, message, found, isMissing }): Violation => ({
    ...(isMissing ? { code: 'missingField', messageKey: 'missingValue' } : { code: 'regex' }),
    path,
    detail: message,
    ...(found === undefined ? {} : { refused: found }),
  }));
  throw new InvalidRequest(violations, read.errorCount);
}

// More places with the same message give no new information, and a long feed has thousands.
const mostPaths = 20;
const mostGroups = 100;

/** Warnings grouped by message, with the first value: the 100 most frequent messages, most frequent first. */
export function groupWarnings(warnings: readonly Note[]): FeedImport['warnings'] {
  return [...grouped(warnings, ({ message }) => message)]
    .map(([message, notes]) => ({
      message: withFound(message, notes),
      count: notes.length,
      propertyPaths: notes.slice(0, mostPaths).map(({ path }) => path),
    }))
    .sort((one, other) => other.count - one.count)
    .slice(0, mostGroups);
}

/** The message with the value that was found: the first one, if they differ. */
function withFound(message: string, notes: readonly Note[]): string {
  const found = new Set(notes.flatMap((note) => note.found ?? []));
  const [first] = found;
  if (first === undefined) return message;
  return `${message} ${found.size === 1 ? 'Found' : 'Found, for example'}: ${first}.`;
}
