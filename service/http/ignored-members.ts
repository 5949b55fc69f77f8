import { propertyPath } from './violations';

/**
 * Yields the paths of the members of a body that its schema does not know: they are missing in what the schema returned.
 * The keywords of JSON-LD (`@id`, `@type`, `@context`) are not members that a client could mean for us.
 */
export function* ignoredMembers(
  sent: unknown,
  read: unknown,
  path: readonly PropertyKey[] = [],
): Generator<string> {
  if (sent === read) return;
  if (Array.isArray(sent) && Array.isArray(read)) {
    for (const [i, one] of sent.entries()) yield* ignoredMembers(one, read[i], [...path, i]);
    return;
  }
  if (!isObject(sent) || !isObject(read)) return;
  for (const [name, one] of Object.entries(sent)) {
    if (Object.hasOwn(read, name)) yield* ignoredMembers(one, read[name], [...path, name]);
    else if (!name.startsWith('@')) yield propertyPath([...path, name]);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a Prefer header asks for `handling=strict` (RFC 7240 §4.4): unknown members are refused. */
export function prefersStrict(header: string | null): boolean {
  return (header ?? '').split(/[,;]/).some((one) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(one));
}

const mostNamed = 20;
const longestNamed = 100;

/** Paths as a header: a list of strings (RFC 9651 §3.1), at most twenty, other characters than ASCII percent-encoded. */
export function memberList(paths: readonly string[]): string {
  return paths
    .slice(0, mostNamed)
    .map((path) => Array.from(path).slice(0, longestNamed).join(''))
    .map((path) => path.replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent).replaceAll(/["\\]/g, '\\$&'))
    .map((path) => `"${path}"`)
    .join(', ');
}
