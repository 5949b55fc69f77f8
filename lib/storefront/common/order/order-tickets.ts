import type { Line, LineTicket } from '../../../shop/values/checkout-values';
import type { OrderView } from '../../../shop/flows/lookup/read-checkout';
import type { PlacedOrder } from '../../../shop/data/order-store';
import { ticketToken } from '../../../shop/flows/lookup/ticket-link';
import { beginOf, inOrderOfTime } from '../../../shop/rules/order-of-time';
import { ServiceError } from '../../../client/service-error';
import type { GiftCard, ItemTicket } from '../../../contract/item-ticket';
import type { OrderItem } from '../../../contract/order';
import type { Seat } from '../../../contract/seat';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { getAppContext, type AppContext } from '../../../runtime/app-context';
import { qrImage } from './qr-image';
import { noWallets, walletLinks, type WalletLinks } from './wallet-links';

export interface TicketView {
  /** At the service; null if it has no single tickets, or can't return them now. */
  id: string | null;
  line: Line;
  /** Which unit of its line it belongs to, counted from 0: the tickets of a unit are for one visitor. */
  unit: number;
  ticket: LineTicket;
  /** Empty: nobody is named, or the personal data was erased. */
  holder: string;
  /** Its holder was named; otherwise `holder` is the customer. */
  isNamed: boolean;
  /** The ticket's own reference if the server has one, otherwise the booking number; empty: that is not shown. */
  reference: string;
  /** A picture of the code to scan; null if the server returns none: then it is in the PDF. */
  codeImage: string | null;
  /** What this picture says; null without one. */
  code: string | null;
  status: ItemTicket['status'] | 'unknown';
  /** What it is worth as a gift card; null: it is none, or that is not known now. */
  giftCard: GiftCard | null;
}

// A page with more tickets shows them without codes; the PDF has all codes.
const mostRead = 60;

export interface ShownTicket extends TicketView {
  /** The ticket's own link, which shows only this ticket; null if the page of the order shows no code. */
  shareLink: string | null;
  walletLinks: WalletLinks;
}

/** The tickets as the customer sees them: none while they are blocked. */
export async function shownTickets(view: OrderView, language: Language): Promise<ShownTicket[]> {
  if (view.block !== null) return [];
  const { linkSecret, storefrontUrl, wallets } = (await getAppContext()).config;
  return (await orderTickets(view, language)).map((ticket) => {
    const { id, codeImage, giftCard } = ticket;
    if (id === null || codeImage === null) return { ...ticket, shareLink: null, walletLinks: noWallets };
    const token = ticketToken({ checkoutId: view.checkout.id, ticketId: id }, linkSecret);
    const shareLink = `${storefrontUrl}${paths.ticket(language, token)}`;
    // A pass shows a visit, and no balance.
    const links = giftCard === null ? walletLinks(wallets, token, language) : noWallets;
    return { ...ticket, shareLink, walletLinks: links };
  });
}

/** The tickets of an order: one for each person and each thing to enter. `holder`: of those whose issuer names nobody. */
export async function orderTickets(
  view: OrderView,
  language: Language,
  holder = customerName(view.checkout),
): Promise<TicketView[]> {
  const runtime = await getAppContext();
  const { reference } = view.checkout;
  const perItem = view.items.map(async ({ reservationId, lines }) => {
    const order = view.orders.find((one) => one.reservationId === reservationId);
    const plain = { holder, reference };
    const ofLines = lines.map(async (line, index) => {
      const item = order?.data.items[index];
      const read = item === undefined ? null : await readTickets(runtime, order, item, language);
      return read === null || item === undefined ? expand(line, plain) : coded(line, item, read, plain);
    });
    return (await Promise.all(ofLines)).flat();
  });
  const tickets = inOrderOfTime((await Promise.all(perItem)).flat(), ({ line, ticket }) =>
    beginOf(line, ticket),
  );
  // The service may still have the holders of a person whose data was erased.
  return view.checkout.anonymisedAt === null ? tickets : tickets.map((one) => ({ ...one, holder: '' }));
}

const customerName = ({ customer }: OrderView['checkout']) =>
  customer === null ? '' : `${customer.firstname} ${customer.lastname}`;

type Plain = Pick<TicketView, 'holder' | 'reference'>;

function expand(line: Line, plain: Plain): TicketView[] {
  return Array.from({ length: line.quantity }, (_, unit) =>
    line.tickets.map((ticket) => ({
      id: null,
      line,
      unit,
      isNamed: false,
      ticket: withSeat(ticket, ticket.seats?.[unit]),
      codeImage: null,
      code: null,
      status: 'unknown' as const,
      giftCard: null,
      ...plain,
    })),
  ).flat();
}

/** Null when the server has no single tickets, or can't return them now. */
async function readTickets(
  { client, log }: AppContext,
  order: PlacedOrder | undefined,
  item: OrderItem,
  language: Language,
): Promise<ItemTicket[] | null> {
  const { tickets = [] } = item;
  if (tickets.length === 0 || tickets.length > mostRead) return null;
  try {
    const found = await Promise.all(tickets.map((path) => client.getItemTicket(path, { language })));
    const read = found.flatMap((one) => (one.kind === 'found' ? one.value : []));
    return read.length === tickets.length ? read : null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.warn({ order: order?.id, reason: error.reason }, 'the single tickets of an order could not be read');
    return null;
  }
}

/** A ticket of a line as one of its units has it: with its own seat only. */
function withSeat(ticket: LineTicket, seat: Seat | undefined): LineTicket {
  return { ...ticket, seats: seat === undefined ? undefined : [seat] };
}

/** The tickets as the service returned them, of one line of an order. */
export function coded(line: Line, item: OrderItem, read: readonly ItemTicket[], plain: Plain): TicketView[] {
  const units = new Map<string, number>();
  return read.flatMap((one) => {
    const unit = units.get(one.ticket) ?? 0;
    units.set(one.ticket, unit + 1);
    const found = line.tickets[item.offerTickets.findIndex((chosen) => chosen.ticket === one.ticket)];
    if (found === undefined) return [];
    const ticket = withSeat(found, one.seat ?? undefined);
    const holder = one.holder === null ? plain.holder : `${one.holder.firstname} ${one.holder.lastname}`;
    const { id, reference, status } = one;
    const code = codeOf(one);
    const codeImage = code === null ? null : qrImage(code);
    const shown = { ticket, holder, isNamed: one.holder !== null, reference, codeImage, code, status };
    return { id: id.toLowerCase(), line, unit, ...shown, giftCard: one.giftCard ?? null };
  });
}

function codeOf({ barcode, status }: ItemTicket): string | null {
  return barcode.format === 'QR_CODE' && status === 'valid' ? barcode.value : null;
}
