import { inOneLine } from '@/lib/contract/feed-text';

const maxQuotedCharacters = 100;

/** A refused value as a message quotes it: text of at most 100 characters, number, flag or null; undefined for others. */
export function quoteValue(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (typeof value !== 'string') return undefined;
  const line = inOneLine(value.slice(0, maxQuotedCharacters));
  return `“${line}${value.length > maxQuotedCharacters ? '…' : ''}”`;
}

/** The value at a path inside another one; undefined when the path leads nowhere. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => {
    const isInside = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step);
    return isInside ? (inner as Readonly<Record<PropertyKey, unknown>>)[step] : undefined;
  }, value);
}
