// Each formatter takes about 30 kB outside of the heap, which the garbage collector does not count, and up to a tenth of a
// millisecond: a page that made one for each of its days or amounts would cost the process a megabyte until the next full
// collection. There are as many as languages, styles and time zones.

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();
const listFormats = new Map<string, Intl.ListFormat>();
const languageNames = new Map<string, Intl.DisplayNames>();

function kept<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = make();
  formats.set(key, made);
  return made;
}

/** The formatter of days and times of a language with these options. */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  return kept(dateFormats, key, () => new Intl.DateTimeFormat(tag, options));
}

/** The formatter of numbers of a language with these options. */
export function numberFormat(tag: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  return kept(numberFormats, key, () => new Intl.NumberFormat(tag, options));
}

/** The formatter of lists ("A, B and C") of a language. */
export function listFormat(tag: string): Intl.ListFormat {
  return kept(listFormats, tag, () => new Intl.ListFormat(tag));
}

/** The name of a language (ISO 639-1) in another one; the code, if it has none. */
export function languageName(code: string, tag: string): string {
  const names = kept(languageNames, tag, () => new Intl.DisplayNames(tag, { type: 'language' }));
  return names.of(code) ?? code;
}
