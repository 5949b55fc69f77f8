import type { State } from '@/lib/shop/values/checkout-state';

/** What the provider and the service say, not the shop. */
export interface Books {
  /** Charged, set aside at the bank, and paid back by the provider. */
  readonly paid: string;
  readonly setAside: string;
  readonly refunded: string;
  /** Tickets that are valid at the entrance; null: the service has no single tickets in this story. */
  readonly valid: number | null;
}

export interface ExpectedPurchase extends Books {
  readonly state: State;
  /** What the customer's page says, and the staff's list: its state and its amount. */
  readonly page: readonly string[];
  readonly list: readonly [state: string, amount: string];
  /** What the last e-mail says, where it is told. */
  readonly mail?: readonly string[];
}

export const unpaid = { paid: '0.00', setAside: '0.00', refunded: '0.00', valid: null } as const;
export const paid = { ...unpaid, paid: '36.00' } as const;
export const back = { ...paid, refunded: '36.00' } as const;
export const setAside = { ...unpaid, setAside: '36.00' } as const;
