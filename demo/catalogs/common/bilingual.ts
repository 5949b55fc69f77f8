/** A type alias, because an interface can't be assigned to a type of texts by language code. */
export type Bilingual = Readonly<{ en: string; fr: string }>;

/** A text in both languages of the demonstration; the French one gets the spaces of French typography. */
export function both(en: string, fr: string): Bilingual {
  const spaced = fr
    .replace(/ ([;!?])/g, '\u202f$1')
    .replace(/ ([:»€%])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0')
    .replace(/(\d) (h|min|m|ans)\b/g, '$1\u00a0$2');
  return { en, fr: spaced };
}
