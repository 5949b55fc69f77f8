import type { Language } from '../../locale/languages';

interface Name {
  readonly firstname: string;
  readonly lastname: string;
}

export interface SortedVisitor {
  readonly id: string;
  /** Null: it was erased. */
  readonly name: Name | null;
  /** Who has bought. */
  readonly buyer: Name | null;
  /** Tickets with the same text belong together. */
  readonly group: string;
}

/**
 * By name as the language sorts names, what was bought together under the name of the buyer: who comes alone is found under
 * their own name, a family where one of them looks. Erased names come last.
 */
export function sortVisitors<Visitor extends SortedVisitor>(
  visitors: readonly Visitor[],
  language: Language,
): Visitor[] {
  const { compare } = new Intl.Collator(language, { sensitivity: 'base', ignorePunctuation: true });
  const compareNames = (a: Name | null, b: Name | null) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return compare(a.lastname, b.lastname) || compare(a.firstname, b.firstname);
  };
  const byGroup = new Map<string, Visitor[]>();
  for (const one of visitors) {
    const known = byGroup.get(one.group);
    if (known === undefined) byGroup.set(one.group, [one]);
    else known.push(one);
  }
  const groups = [...byGroup.values()].map((members) => {
    const sorted = members.toSorted((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1));
    const [first] = sorted;
    return { sorted, name: (members.length === 1 ? first?.name : first?.buyer) ?? first?.name ?? null };
  });
  return groups.toSorted((a, b) => compareNames(a.name, b.name)).flatMap(({ sorted }) => sorted);
}
