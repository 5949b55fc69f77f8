/** What stands between a name and what is said about it: "The Great Bend, adult", "Musée : enfant". */
const separator = /^\s*(?:[,:;·|–—]\s|\s[-/]\s|[，：、])\s*/u;

/** What a name says after another one and a separator; null: it says nothing more, or is another name. */
export function nameAfter(name: string, title: string): string | null {
  if (title === '' || !name.startsWith(title)) return null;
  const after = name.slice(title.length);
  const rest = after.replace(separator, '');
  return rest === after || rest.trim() === '' ? null : rest;
}

/** With what all of several names begin, up to a separator; null: with nothing. */
export function commonName(names: readonly string[]): string | null {
  const [first = '', ...others] = names;
  if (others.length === 0) return null;
  for (let end = first.length - 1; end > 0; end--) {
    const title = first.slice(0, end);
    if (title.trim() === title && names.every((name) => nameAfter(name, title) !== null)) return title;
  }
  return null;
}
