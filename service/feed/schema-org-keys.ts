import { createHash } from 'node:crypto';
import { isNode, type DocumentPart } from './schema-org-part';

/** The possible keys of one event or session: its own identifiers, best first, and a name made from its content. */
interface Naming {
  readonly identifiers: readonly string[];
  readonly fallback: () => string;
}

/**
 * The identifiers that a node itself has: `identifier`, `@id`, `url`. Blank node names (`_:b0`) are left out,
 * because they may differ the next time the same document is written (JSON-LD 1.1 §3.3).
 */
export function ownIdentifiers(node: DocumentPart): string[] {
  const found: string[] = [];
  for (const member of ['identifier', '@id', 'url']) {
    for (const item of node.at(member).items()) {
      const { value } = (isNode(item.value) ? item.at('value') : item).single();
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const identifier = String(value).trim();
      if (identifier !== '' && !identifier.startsWith('_:')) found.push(identifier);
    }
  }
  return found;
}

/** Letters, digits and dashes of a name, for a readable key; a hash if none are left. */
export function slug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain === '' ? digest(name) : plain.slice(0, 60);
}

/** Changes a text to the alphabet and length of feed keys; a hash distinguishes texts that would become equal. */
function fitKey(text: string, maximumLength: number): string {
  const plain = text.replace(/[^\w.:@/+-]+/g, '-');
  if (plain === text && text.length <= maximumLength) return text;
  return `${plain.slice(0, maximumLength - 9)}-${digest(text)}`;
}

/**
 * One key each, in the given order, all different: the first identifier that no other node has, else the fallback,
 * with `.2`, `.3`, … for repeated ones. A slug has no dot, so these equal no other key. Yields after each.
 */
export function* assignKeys(
  namings: Iterable<Naming>,
  maximumLength: number,
): Generator<undefined, string[]> {
  const options: string[][] = [];
  const fallbacks: Naming['fallback'][] = [];
  const carriers = new Map<string, number>();
  for (const { identifiers, fallback } of namings) {
    yield;
    fallbacks.push(fallback);
    const keys = [...new Set(identifiers.map((identifier) => fitKey(identifier, maximumLength)))];
    for (const key of keys) carriers.set(key, (carriers.get(key) ?? 0) + 1);
    options.push(keys);
  }
  const own = options.map((keys) => keys.find((key) => carriers.get(key) === 1));
  const taken = new Set(own);
  const nextOrdinals = new Map<string, number>();
  const assigned: string[] = [];
  for (const [index, fallback] of fallbacks.entries()) {
    yield;
    assigned.push(own[index] ?? freeKey(fitKey(fallback(), maximumLength - 10), taken, nextOrdinals));
  }
  return assigned;
}

function freeKey(base: string, taken: Set<string | undefined>, nextOrdinals: Map<string, number>): string {
  let ordinal = nextOrdinals.get(base) ?? 1;
  const spell = () => (ordinal === 1 ? base : `${base}.${ordinal}`);
  while (taken.has(spell())) ordinal += 1;
  const key = spell();
  taken.add(key);
  nextOrdinals.set(base, ordinal + 1);
  return key;
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
