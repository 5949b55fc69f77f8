import { v7 as newId } from 'uuid';
import { hold, type HoldRequest, type HoldResult } from '../basket/basket';
import type { Holder } from '../../data/claim-store';
import type { CheckoutContext } from '../../context';
import { findCheckout } from '../../data/checkout-store';
import { hashLink } from '../../tokens';

type CounterHold = Omit<HoldRequest, keyof Holder | 'openCheckoutId' | 'newCheckout'> & {
  /** The sale to add the items to; it is begun if there is none with this identifier. */
  saleId: string;
  /** The most units that one sale holds unpaid at once. */
  mostTickets: number;
};

/**
 * Holds items for a sale at the counter, which has a limit of its own instead of those of customers: all sales of a desk come
 * from the same network, and staff know whom they sell to.
 */
export async function holdAtCounter(
  context: CheckoutContext,
  { saleId, mostTickets, ...request }: CounterHold,
): Promise<HoldResult> {
  const known = await findCheckout(context.database, saleId);
  const isOpen = known?.channel === 'counter';
  const holder = hashLink(`counter ${saleId}`, context.linkSecret);
  const quota = { basket: mostTickets, network: Infinity, site: Infinity };
  return hold(
    { ...context, quota, groupLimits: new Map() },
    {
      ...request,
      tokenHash: holder,
      network: holder,
      site: null,
      openCheckoutId: isOpen ? saleId : null,
      newCheckout: { id: known === null ? saleId : newId(), channel: 'counter' },
    },
  );
}
