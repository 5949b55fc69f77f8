import { conceptsOf } from './lexicon';
import { folded, words } from './spelling';

/** The words of a name, each by what it means if that is known: `museum` for "Musée". */
function meant(name: string): string {
  const each = words(name).map(folded);
  return [...new Set(each.map((word) => [...conceptsOf(word)][0] ?? word))].sort().join(' ');
}

/** Whether two names are the same in other words or in another language: "Musée Lormeau" and "Lormeau Museum". */
export const isSameName = (one: string, other: string): boolean => meant(one) === meant(other);
