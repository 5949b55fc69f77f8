import { createHash } from 'node:crypto';
import { type Accent, accents } from '../../../contract/accent';
import type { Catalog } from '../../../contract/catalog';
import type { Line } from '../../../shop/values/checkout-values';

/**
 * A catalogue's colour: the one that its issuer has chosen. Otherwise it follows from the identifier, and from nothing else:
 * customers recognize a catalogue by it, so it stays the same when others are added.
 */
export function accentOf({ id, accent }: Pick<Catalog, 'id' | 'accent'>): Accent {
  if (accent !== null && accent !== undefined) return accent;
  const number = createHash('sha256').update(id).digest().readUInt32BE();
  return accents[number % accents.length] ?? accents[0];
}

type WithCatalog = Pick<Line, 'catalogId' | 'accent'>;

/** The colour of what was bought of a catalogue. */
export function accentOfLine({ catalogId, accent }: WithCatalog): Accent {
  return accentOf({ id: catalogId, accent });
}

interface WithLines {
  readonly items: readonly { readonly lines: readonly WithCatalog[] }[];
}

/** The colour of a checkout or an order: its first catalogue's. */
export function accentOfItems({ items }: WithLines): Accent | undefined {
  const first = items.flatMap(({ lines }) => lines)[0];
  return first === undefined ? undefined : accentOfLine(first);
}
