import { sharedLimiting } from '../../../shop/data/limit-store';
import type { Holds } from '../../../shop/rules/checkout';
import { giftCardPays } from '../../../shop/rules/discount-of';
import { unitsOf } from '../../../shop/rules/units-of';
import { compareAmounts } from '../../../money/money';
import { networkLimit } from '../../../network/network-limit';
import { type AppContext, getAppContext } from '../../../runtime/app-context';
import { causeEmail } from '../request/caused-emails';
import { noteRefusal, requestNetworks } from '../request/network';

const daySeconds = 24 * 60 * 60;

/** What a network may hold unpaid at once, and a group of one catalogue, it may order for nothing in a day. */
function ticketLimit({ config: { quota, groupLimits }, checkoutContext }: AppContext) {
  const group = Math.max(0, ...groupLimits.values());
  const most = { network: Math.max(quota.network, group), site: Math.max(quota.site, group) };
  return networkLimit(most, daySeconds, sharedLimiting(checkoutContext, 'free tickets'));
}

interface FreeOrder {
  readonly holds: Holds;
  readonly customer: { readonly email: string };
  /** The amount that the button showed. */
  readonly total: string;
}

/**
 * Orders for which nothing is paid cost the sender nothing, too: tickets that are free, and those for which a voucher pays
 * all; but a gift card was paid for. So they are limited: one network can't order all free tickets, nor send strangers any number of e-mails. Null if
 * there were too many; else a function that gives back what was counted, for an order that was not made.
 */
export async function countFreeOrder(order: FreeOrder): Promise<(() => Promise<void>) | null> {
  if (compareAmounts(order.total, '0.00') !== 0 || giftCardPays(order.holds)) return () => Promise.resolve();
  const context = await getAppContext();
  const giveBackEmail = await causeEmail('free_order', order.customer.email);
  if (giveBackEmail === null) return null;
  const units = unitsOf(order.holds.flatMap(({ reservation }) => reservation.items));
  const limit = ticketLimit(context);
  const networks = await requestNetworks();
  if (await limit.count(networks, '', units))
    return async () => {
      await limit.giveBack(networks, '', units);
      await giveBackEmail();
    };
  await giveBackEmail();
  await noteRefusal({ event: 'limit_reached', limit: 'free_tickets' });
  return null;
}
