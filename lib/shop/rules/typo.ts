/**
 * How many letters have to be changed, added, left out or swapped with the next to make one word of the other (optimal
 * string alignment).
 */
export function typosBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const changed = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      const least = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(isSwapped ? Math.min(least, (beforeLast[j - 2] ?? 0) + 1) : least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? one.length;
}

/** Shorter words are compared exactly: too many are similar to them. */
export const shortestWithTypos = 4;

/** Whether a word may have been typed for another: one mistake, or two in a long word. */
export function isTypoOf(typed: string, word: string): boolean {
  if (typed.length < shortestWithTypos || typed === word) return false;
  return typosBetween(typed, word) <= (typed.length < 7 ? 1 : 2);
}

/** The words in which two neighbouring letters are swapped: they have too few groups of letters in common to be similar. */
export function swapped(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, i) => {
    const [a = '', b = ''] = [word[i], word[i + 1]];
    return `${word.slice(0, i)}${b}${a}${word.slice(i + 2)}`;
  });
}
