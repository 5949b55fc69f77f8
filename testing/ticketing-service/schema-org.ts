import { feedSchema, type Feed, type ParsedFeed } from '@/lib/contract/feed';
import type { DaysWithoutTime } from '@/lib/contract/feed-import';
import { readSchemaOrg, type SchemaOrgResult } from '@/service/feed/schema-org';

export const catalog: Feed['catalog'] = {
  key: 'open-house',
  name: { en: 'Open House' },
  language: 'en',
  timezone: 'Europe/London',
  issuer: { name: 'Open House' },
};

export const unpricedTalk = {
  '@type': 'Event',
  name: 'A talk',
  startDate: '2027-09-05T13:30:00+01:00',
};

export const talk = { ...unpricedTalk, isAccessibleForFree: true };

export function document(...events: unknown[]): unknown {
  return { '@context': 'https://schema.org', '@graph': events };
}

/** The last value of a generator whose pauses are not needed. */
function atOnce<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The result for a document, without the pauses. */
export function readAtOnce(
  input: unknown,
  of: Feed['catalog'] = catalog,
  daysWithoutTime?: DaysWithoutTime,
): SchemaOrgResult {
  return atOnce(readSchemaOrg(input, of, '$', daysWithoutTime));
}

/** The feed made from a document; throws if the document has errors. */
export function read(input: unknown): ParsedFeed {
  const result = readAtOnce(input);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return feedSchema.parse(result.feed);
}

export function errorsOf(input: unknown): string[] {
  const result = readAtOnce(input);
  return result.ok ? [] : result.errors.map(({ path }) => path);
}

export function warningsOf(input: unknown): string[] {
  return readAtOnce(input).warnings.map(({ path, message }) => `${path}: ${message}`);
}

export function sessionsOf(event: unknown): ParsedFeed['events'][number]['sessions'] {
  return read(document(event)).events[0]?.sessions ?? [];
}

/** The keys that two things of one kind share: none in a correct feed. */
export function repeatedKeys(feed: ParsedFeed): string[] {
  const sessions = feed.events.flatMap((event) => event.sessions);
  const tickets = feed.products.flatMap((product) => product.tickets);
  return [feed.events, sessions, feed.products, tickets].flatMap((kind) => {
    const keys = kind.map(({ key }) => key);
    return keys.filter((key, index) => keys.indexOf(key) !== index);
  });
}
