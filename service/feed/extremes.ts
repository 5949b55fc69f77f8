// Not Math.min(...numbers): a document may have more numbers than a function takes arguments.

/** The smallest number; null if all are null. */
export function smallest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce(
    (least, one) => (least === null || (one !== null && one < least) ? one : least),
    null,
  );
}

/** The largest number; null if all are null. */
export function largest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((most, one) => (most === null || (one !== null && one > most) ? one : most), null);
}
