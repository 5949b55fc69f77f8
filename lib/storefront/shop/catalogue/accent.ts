import { createHash } from 'node:crypto';

/** The accent colours of catalogues; each has its colours in app/globals.css. */
export const accents = ['vermilion', 'cobalt', 'pine', 'plum', 'lagoon', 'umber'] as const;

export type Accent = (typeof accents)[number];

/**
 * A catalogue's accent. The specification has no brand, so it follows from the identifier, and from nothing else: customers
 * recognize a catalogue by it, so it stays the same when others are added.
 */
export function accentOf(catalogId: string): Accent {
  const number = createHash('sha256').update(catalogId).digest().readUInt32BE();
  return accents[number % accents.length] ?? accents[0];
}

interface WithLines {
  readonly items: readonly { readonly lines: readonly { readonly catalogId: string }[] }[];
}

/** The accent of a checkout or an order: its first catalogue's. */
export function accentOfItems({ items }: WithLines): Accent | undefined {
  const first = items.flatMap(({ lines }) => lines)[0];
  return first === undefined ? undefined : accentOf(first.catalogId);
}
