/** Pure: whether two bookings have the same e-mail address, so that they are of the same person. */
export const isSameAddress = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase();
