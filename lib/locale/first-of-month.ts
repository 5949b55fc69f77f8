/** A formatted day as French has it: the first of a month is an ordinal number ("1er mai"). Intl writes "1 mai". */
export function firstOfMonth(formatted: string, language: string): string {
  return language === 'fr' ? formatted.replace(/(^| )1 (?=\p{L})/u, '$11er ') : formatted;
}
