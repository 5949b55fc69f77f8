import { createHash } from 'node:crypto';
import { ServiceError } from '../client/service-error';
import type { Language } from '../locale/languages';
import { getAppContext } from '../runtime/app-context';
import { waitBriefly } from './wait-briefly';

/** The accent colours of catalogues; each has its colours in app/globals.css. */
export const accents = ['vermilion', 'cobalt', 'pine', 'plum', 'lagoon', 'umber'] as const;

export type Accent = (typeof accents)[number];

/** In a list with three columns: the catalogue before, and the three above. */
const neighbours = 4;

/** Milliseconds that a page waits for the list of catalogues, which only its colour needs. */
const mostWait = 300;

/** The same text always gives the same number. */
const numberOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE();

/** The accents in the order in which this catalogue takes them, if its neighbours leave it the choice. */
function preferred(catalogId: string): [Accent, ...Accent[]] {
  const first = numberOf(catalogId) % accents.length;
  return [accents[first] ?? accents[0], ...accents.slice(first + 1), ...accents.slice(0, first)];
}

/**
 * The accents of catalogues. The specification has no brand, so each follows from the identifier, and from the order of the
 * list: neighbours differ.
 */
export function accentsOf(catalogIds: readonly string[]): (catalogId: string) => Accent {
  const given = new Map<string, Accent>();
  for (const id of catalogIds) {
    const taken = [...given.values()].slice(-neighbours);
    const [first, ...others] = preferred(id);
    given.set(id, [first, ...others].find((accent) => !taken.includes(accent)) ?? first);
  }
  return (catalogId) => given.get(catalogId) ?? preferred(catalogId)[0];
}

/** A catalogue's accent. If the service does not answer, the one that follows from the identifier alone. */
export async function accentOf(catalogId: string, language: Language): Promise<Accent> {
  const { client } = await getAppContext();
  let ofList = accentsOf([]);
  await waitBriefly(mostWait, async () => {
    try {
      const { members } = await client.listCatalogs({ language });
      ofList = accentsOf(members.map(({ id }) => id));
    } catch (error) {
      // What the page itself asks the service for says that it is away.
      if (!(error instanceof ServiceError)) throw error;
    }
  });
  return ofList(catalogId);
}

interface WithLines {
  readonly items: readonly { readonly lines: readonly { readonly catalogId: string }[] }[];
}

/** The accent of a checkout or an order: its first catalogue's. */
export async function accentOfItems({ items }: WithLines, language: Language): Promise<Accent | undefined> {
  const first = items.flatMap(({ lines }) => lines)[0];
  return first === undefined ? undefined : accentOf(first.catalogId, language);
}
