const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A cached formatter of days and times, one for each language and options. Each takes about 30 kB outside of the
 * heap, which the garbage collector does not count: a page that made one for each of its days would cost the
 * process a megabyte until the next full collection. There are as many as languages, styles and time zones.
 */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(tag, options);
  formats.set(key, made);
  return made;
}
