import { isGiftToken, giftOfToken, ticketToken } from '../../../shop/flows/lookup/ticket-link';
import { isRecent } from '../../../shop/flows/lookup/order-link';
import { type OrderView, readOrderView } from '../../../shop/flows/lookup/read-checkout';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { noteOfRequest } from '../../../runtime/request-state';
import { noteRefusal } from '../../common/request/network';
import { orderTickets, type TicketView } from '../../common/order/order-tickets';
import { phaseOf } from '../../common/order/orders';
import { noWallets, walletLinks, type WalletLinks } from '../../common/order/wallet-links';

export { isGiftToken };

/** A ticket of a gift, for the person who got it: without a link to give it away. */
export type GivenTicket = TicketView & { readonly walletLinks: WalletLinks; readonly shareLink: null };

export type GiftTickets =
  | {
      readonly kind: 'valid';
      readonly from: string;
      readonly tickets: readonly GivenTicket[];
      readonly cancellations: OrderView['cancellations'];
    }
  /** None is valid any more, or they are blocked. */
  | { readonly kind: 'cancelled' }
  /** We did not make the link, or it is too old, or the personal data was erased. */
  | { readonly kind: 'missing' };

/** The tickets that the link of a gift opens. */
export async function getGiftTickets(token: string, language: Language): Promise<GiftTickets> {
  const found = await readGiftTickets(token, language);
  if (found.kind === 'missing') {
    noteOfRequest({ isPageMissing: true });
    await noteRefusal({ event: 'access_refused', reason: 'link' });
  }
  return found;
}

/** The same outside of a request: nothing is noted. */
export async function readGiftTickets(token: string, language: Language): Promise<GiftTickets> {
  const { checkoutContext, config } = await getAppContext();
  const checkoutId = giftOfToken(token, config.linkSecret);
  if (checkoutId === null || !(await isRecent(checkoutContext.database, checkoutId)))
    return { kind: 'missing' };
  const view = await readOrderView(checkoutContext, checkoutId, language);
  // It opens nothing before it was sent, and nothing of a person whose data was erased.
  if (view === null || view.checkout.gift === null || view.giftDelivery === null) return { kind: 'missing' };
  const { customer } = view.checkout;
  if (customer === null) return { kind: 'missing' };
  if (phaseOf(view.checkout) !== 'confirmed' || view.block !== null) return { kind: 'cancelled' };
  const tickets = (await orderTickets(view, language)).map((ticket) => {
    const { id, code, giftCard } = ticket;
    const named = id === null || code === null || giftCard !== null ? null : { checkoutId, ticketId: id };
    const links =
      named === null
        ? noWallets
        : walletLinks(config.wallets, ticketToken(named, config.linkSecret), language);
    return { ...ticket, walletLinks: links, shareLink: null };
  });
  const from = `${customer.firstname} ${customer.lastname}`;
  return { kind: 'valid', from, tickets, cancellations: view.cancellations };
}
