/** A type alias, not an interface: only aliases are texts by language code without being asked. */
export type Bilingual = Readonly<{ en: string; fr: string }>;

/** A text in both languages of the demonstration; the French one gets the spaces that its typography asks for. */
export function both(en: string, fr: string): Bilingual {
  const spaced = fr
    .replace(/ ([;!?])/g, '\u202f$1')
    .replace(/ ([:»€%])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0')
    .replace(/(\d) (h|min|m|ans)\b/g, '$1\u00a0$2');
  return { en, fr: spaced };
}
