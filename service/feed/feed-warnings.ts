import type { Note } from './schema-org-spot';

/** Something that was left out or guessed, at one or more places of a document. */
export interface FeedWarning {
  readonly message: string;
  /** At how many places. */
  readonly count: number;
  /** The JSON paths of the first of them. */
  readonly propertyPaths: readonly string[];
}

// More of the same tells nothing new, and a long feed has thousands.
const mostPaths = 20;
const mostGroups = 100;

/** What was left out or guessed, the same things together: the 100 most frequent, these first. */
export function groupWarnings(warnings: readonly Note[]): FeedWarning[] {
  const groups = new Map<string, { count: number; propertyPaths: string[] }>();
  for (const { path, message } of warnings) {
    const group = groups.get(message) ?? { count: 0, propertyPaths: [] };
    group.count += 1;
    if (group.propertyPaths.length < mostPaths) group.propertyPaths.push(path);
    groups.set(message, group);
  }
  return [...groups]
    .map(([message, group]) => ({ message, ...group }))
    .sort((one, other) => other.count - one.count)
    .slice(0, mostGroups);
}
