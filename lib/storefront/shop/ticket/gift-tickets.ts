import { isGiftToken, opensGift, purchaseOfGift, ticketToken } from '../../../shop/flows/lookup/ticket-link';
import { giftDue } from '../../../shop/rules/gift';
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
      /** Who gives it. */
      readonly from: string;
      /** Who gets it. */
      readonly name: string;
      /** Of several lines; empty: none. */
      readonly message: string;
      readonly tickets: readonly GivenTicket[];
      readonly cancellations: OrderView['cancellations'];
    }
  /** None is valid any more, or they are blocked. */
  | { readonly kind: 'cancelled' }
  /**
   * We did not make the link, or not for the address to which it is given now, or it is too early or too old, or the personal
   * data was erased.
   */
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
  const checkoutId = purchaseOfGift(token);
  if (checkoutId === null || !(await isRecent(checkoutContext.database, checkoutId)))
    return { kind: 'missing' };
  const view = await readOrderView(checkoutContext, checkoutId, language);
  if (view === null || view.giftDelivery === null) return { kind: 'missing' };
  const { customer, gift } = view.checkout;
  // Nothing of a person whose data was erased.
  if (customer === null || gift === null) return { kind: 'missing' };
  if (!opensGift(token, { checkoutId, email: gift.email }, config.linkSecret)) return { kind: 'missing' };
  // It opens nothing before the day on which it is sent.
  const isWaiting = view.giftDelivery.state === 'waiting';
  if (isWaiting && giftDue(gift, config.timeZone, new Date()) !== null) return { kind: 'missing' };
  if (phaseOf(view.checkout) !== 'confirmed' || view.block !== null) return { kind: 'cancelled' };
  const tickets = (await orderTickets(view, language, gift.name)).map((ticket) => {
    const { id, code, giftCard } = ticket;
    const named = id === null || code === null || giftCard !== null ? null : { checkoutId, ticketId: id };
    const links =
      named === null
        ? noWallets
        : walletLinks(config.wallets, ticketToken(named, config.linkSecret), language);
    // The reference of a ticket that could not be read is the number of the booking.
    return { ...ticket, ...(id === null ? { reference: '' } : {}), walletLinks: links, shareLink: null };
  });
  const from = `${customer.firstname} ${customer.lastname}`;
  const { name, message } = gift;
  return { kind: 'valid', from, name, message, tickets, cancellations: view.cancellations };
}
