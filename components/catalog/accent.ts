/** The accent colours ("inks") of catalogues; each has its colours in app/globals.css. */
export const accents = ['vermilion', 'cobalt', 'pine', 'plum', 'lagoon', 'umber'] as const;

export type Accent = (typeof accents)[number];

/** FNV-1a with MurmurHash3's last mixing step, 32 bits: the same text always gives the same number. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A catalogue's accent. The specification has no brand, so it is chosen by the identifier. */
export function accentOf(catalogId: string): Accent {
  return accents[hashText(`picture ${catalogId}`) % accents.length] ?? 'vermilion';
}
