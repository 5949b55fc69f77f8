/** The inks that a catalogue may be printed in; each has its colours in app/globals.css. */
export const accents = ['vermilion', 'cobalt', 'pine', 'plum', 'lagoon', 'umber'] as const;

export type Accent = (typeof accents)[number];

/** FNV-1a with MurmurHash3's last mixing, 32 bits: the same text gives the same number everywhere and always. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A catalogue's ink. The specification has no brand, so its identifier decides. */
export function accentOf(catalogId: string): Accent {
  return accents[hashText(`picture ${catalogId}`) % accents.length] ?? 'vermilion';
}
