import { inOneLine } from '@/lib/contract/feed-text';

const most = 100;

/** A refused value as a message quotes it: text, number or flag, at most 100 characters; undefined for others. */
export function quoted(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (typeof value !== 'string') return undefined;
  const line = inOneLine(value.slice(0, most));
  return `“${line}${value.length > most ? '…' : ''}”`;
}

/** The value at a path inside another one. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => {
    const isInside = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step);
    return isInside ? (inner as Readonly<Record<PropertyKey, unknown>>)[step] : undefined;
  }, value);
}
