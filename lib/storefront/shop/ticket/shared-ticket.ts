import { findBlock } from '../../../shop/data/block-store';
import { findCheckout } from '../../../shop/data/checkout-store';
import { isRecent } from '../../../shop/flows/lookup/order-link';
import type { Line } from '../../../shop/values/checkout-values';
import { readCancellations } from '../../../shop/data/cancellation-store';
import { readCheckout } from '../../../shop/flows/lookup/read-checkout';
import { readOrders } from '../../../shop/data/order-store';
import { ticketOfToken } from '../../../shop/flows/lookup/ticket-link';
import { lastSegment } from '../../../contract/iri';
import type { OrderItem } from '../../../contract/order';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { noteOfRequest } from '../../../runtime/request-state';
import { load, type Loaded } from '../../common/request/load';
import { noteRefusal } from '../../common/request/network';
import { coded, type TicketView } from '../../common/order/order-tickets';
import { phaseOf } from '../../common/order/orders';
import { noWallets, walletLinks, type WalletLinks } from '../../common/order/wallet-links';

/** What the page of a ticket's own link shows. */
export type SharedTicket =
  | {
      readonly kind: 'valid';
      readonly ticket: TicketView;
      readonly id: string;
      readonly walletLinks: WalletLinks;
    }
  /** It is not valid any more. */
  | { readonly kind: 'cancelled' | 'exchanged' | 'redeemed' };

interface Found {
  readonly ticketId: string;
  /** Its path at the service. */
  readonly path: string;
  readonly line: Line;
  readonly item: OrderItem;
  /** The customer, or who gets the booking as a gift, and the booking number, where the service gives a ticket none of its own. */
  readonly plain: Pick<TicketView, 'holder' | 'reference'>;
  /** The order is valid, and its tickets are not blocked. */
  readonly isValid: boolean;
  /** Its customer has exchanged it for another one. */
  readonly isExchanged: boolean;
}

/** The ticket that a link names. `missing`: we did not make the link, or it is not valid any more. */
export async function getSharedTicket(token: string, language: Language): Promise<Loaded<SharedTicket>> {
  const shared = await readSharedTicket(token, language);
  if (shared.kind === 'missing') {
    noteOfRequest({ isPageMissing: true });
    await noteRefusal({ event: 'access_refused', reason: 'link' });
  }
  return shared;
}

/** The ticket that a link names, outside of a request: nothing is noted. */
export async function readSharedTicket(token: string, language: Language): Promise<Loaded<SharedTicket>> {
  const found = await findTicket(token, language);
  if (found === null) return { kind: 'missing' };
  const { path, line, item, plain, ticketId: id } = found;
  if (!found.isValid) return { kind: 'loaded', value: { kind: 'cancelled' } };
  return load([], async ({ client, config }): Promise<SharedTicket> => {
    const read = await client.getItemTicket(path, { language });
    const [ticket] = read.kind === 'found' ? coded(line, item, [read.value], plain) : [];
    if (ticket === undefined) return { kind: 'cancelled' };
    const { status } = ticket;
    if (status === 'cancelled' && found.isExchanged) return { kind: 'exchanged' };
    if (status === 'redeemed' || status === 'cancelled') return { kind: status };
    const links =
      ticket.code === null || ticket.giftCard !== null
        ? noWallets
        : walletLinks(config.wallets, token, language);
    return { kind: 'valid', ticket, id, walletLinks: links };
  });
}

async function findTicket(token: string, language: Language): Promise<Found | null> {
  const { checkoutContext, config } = await getAppContext();
  const { database } = checkoutContext;
  const named = ticketOfToken(token, config.linkSecret);
  if (named === null) return null;
  const { checkoutId, ticketId } = named;
  const checkout = await findCheckout(database, checkoutId);
  // Without a customer the personal data was erased; until then the links of an order open for a year.
  if (checkout === null || checkout.customer === null || !(await isRecent(database, checkoutId))) return null;
  const { firstname, lastname } = checkout.customer;
  const holder = checkout.gift?.name ?? `${firstname} ${lastname}`;
  const [view, orders, block, cancellations] = await Promise.all([
    readCheckout(checkoutContext, checkoutId, language),
    readOrders(database, checkoutId),
    findBlock(database, checkoutId),
    readCancellations(database, checkoutId),
  ]);
  for (const { reservationId, data } of orders) {
    const lines = view?.items.find((item) => item.reservationId === reservationId)?.lines ?? [];
    for (const [index, item] of data.items.entries()) {
      const path = item.tickets?.find((one) => lastSegment(one).toLowerCase() === ticketId);
      const line = lines[index];
      if (path === undefined || line === undefined) continue;
      const plain = { holder, reference: checkout.reference };
      const isValid = phaseOf(checkout) === 'confirmed' && block === null;
      const isExchanged = cancellations.some(
        ({ rebookedTo, tickets }) => rebookedTo !== null && tickets.includes(path),
      );
      return { ticketId, path, line, item, plain, isValid, isExchanged };
    }
  }
  return null;
}
