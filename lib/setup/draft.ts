/*
 * The feed document (docs/feed.md) as people edit it. It may be incomplete, and have members and entries that we do not know:
 * tools change only what they are asked to, and leave all else as it is.
 */

export type Members = Readonly<Record<string, unknown>>;

/** A text by language. */
export type Texts = Readonly<Record<string, string>>;

export interface Draft extends Members {
  readonly catalog: Members;
  readonly events: readonly unknown[];
  readonly products: readonly unknown[];
}

/** Null if it has not the rough shape of a feed. */
export function readDraft(feed: unknown): Draft | null {
  if (!isMembers(feed)) return null;
  const { catalog, events, products } = feed;
  if (!isMembers(catalog) || !Array.isArray(events) || !Array.isArray(products)) return null;
  return { ...feed, catalog, events, products };
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An entry of a list with its place there, and with its key. */
export interface Keyed {
  readonly key: string;
  readonly index: number;
  readonly members: Members;
}

/** The entries of a list that are things with a key. */
export function keyedOf(list: unknown): Keyed[] {
  return listOf(list).flatMap((members, index) => {
    const key = isMembers(members) ? members['key'] : undefined;
    return isMembers(members) && typeof key === 'string' ? { key, index, members } : [];
  });
}

export const findEvent = (draft: Draft, key: string) =>
  keyedOf(draft.events).find((event) => event.key === key);

export const findProduct = (draft: Draft, key: string) =>
  keyedOf(draft.products).find((product) => product.key === key);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const stringsOf = (value: unknown): string[] =>
  listOf(value).filter((text): text is string => typeof text === 'string');

export function textsOf(value: unknown): Texts {
  if (!isMembers(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The list with other things at some places; null: without the thing there. */
export function replaced(list: readonly unknown[], others: ReadonlyMap<number, unknown>): unknown[] {
  return list.flatMap((thing, index) => {
    const other = others.get(index);
    return other === undefined ? [thing] : other === null ? [] : [other];
  });
}

/** With these members instead of those that it has; undefined: without the member. */
export function withMembers(thing: Members, members: Members): Members {
  const merged = { ...thing, ...members };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
}
