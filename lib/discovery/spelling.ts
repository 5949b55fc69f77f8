import { typedText } from '../contract/typed-text';

/** Letters without accents, in lower case: `Élégie` and `elegie` are the same; `ß` is `ss`, `œ` is `oe`. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l');
}

/** How letters are written where a keyboard or a form has none of them. */
const inTwoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/**
 * The folded forms under which a text is found: `Müller` as `muller` and `mueller`, and `Mueller` as well, so that it
 * does not matter which of them a name has and which was typed.
 */
export function spellings(text: string): readonly string[] {
  const lower = text.normalize('NFKC').toLowerCase();
  const long = folded(lower.replaceAll(/[äöüøå]/g, (letter) => inTwoLetters[letter] ?? letter));
  const short = long.replaceAll(/([aou])e/g, '$1').replaceAll('aa', 'a');
  return [...new Set([folded(lower), long, short])];
}

/** Words of letters and digits; each character of a script without spaces is a word. */
export function words(text: string): string[] {
  return (
    typedText(text).match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu,
    ) ?? []
  );
}
