// Not Math.min(...numbers): a document may have more numbers than a function takes arguments.

/** The smallest of the numbers; null where there is none. */
export function smallest(numbers: readonly number[]): number | null {
  return numbers.reduce<number | null>((least, one) => (least === null || one < least ? one : least), null);
}

/** The largest of the numbers; null where there is none. */
export function largest(numbers: readonly number[]): number | null {
  return numbers.reduce<number | null>((most, one) => (most === null || one > most ? one : most), null);
}
