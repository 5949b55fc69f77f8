import type { InTurn } from '@/lib/shop/flows/basket/reserve';

/** A shop without waiting rooms. */
export const atOnce: InTurn = (_, reserve) => reserve();

/** It is not the customer's turn. */
export const notYet: InTurn = ([asked]) => {
  if (asked === undefined) throw new Error('nothing was asked for');
  return Promise.resolve({ kind: 'has_to_wait', asked });
};
