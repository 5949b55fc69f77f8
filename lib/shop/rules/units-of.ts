/** How many units are in some items or lines: an offer for boat and museum together is one unit. */
export const unitsOf = (items: readonly { readonly quantity: number }[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);
