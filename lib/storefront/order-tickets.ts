import type { Line, LineTicket, OrderView, PlacedOrder } from '../checkout/queries';
import { ServiceError } from '../client/service-error';
import type { ItemTicket } from '../contract/item-ticket';
import type { OrderItem } from '../contract/order';
import type { Language } from '../locale/languages';
import { getAppContext, type AppContext } from '../runtime/app-context';
import { qrImage } from './qr-image';

export interface TicketView {
  line: Line;
  ticket: LineTicket;
  holder: string;
  /** The ticket's own reference if the server has one, otherwise the booking number. */
  reference: string;
  /** A picture of the code to scan; null if the server returns none: then it is in the PDF. */
  codeImage: string | null;
  status: ItemTicket['status'] | 'unknown';
}

// A page with more tickets shows them without codes; the PDF has all codes.
const mostRead = 60;

/** The tickets as the customer sees them: none while they are blocked. */
export async function shownTickets(view: OrderView, language: Language): Promise<TicketView[]> {
  return view.block === null ? orderTickets(view, language) : [];
}

/** The tickets of an order: one for each person and each thing to enter. */
export async function orderTickets(view: OrderView, language: Language): Promise<TicketView[]> {
  const runtime = await getAppContext();
  const { customer, reference } = view.checkout;
  const holder = customer === null ? '' : `${customer.firstname} ${customer.lastname}`;
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
  return (await Promise.all(perItem)).flat();
}

type Plain = Pick<TicketView, 'holder' | 'reference'>;

function expand(line: Line, plain: Plain): TicketView[] {
  return Array.from({ length: line.quantity }, () =>
    line.tickets.map((ticket) => ({ line, ticket, codeImage: null, status: 'unknown' as const, ...plain })),
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

function coded(line: Line, item: OrderItem, read: readonly ItemTicket[], plain: Plain): TicketView[] {
  return read.flatMap((one) => {
    const ticket = line.tickets[item.offerTickets.findIndex((chosen) => chosen.ticket === one.ticket)];
    if (ticket === undefined) return [];
    const holder = one.holder === null ? plain.holder : `${one.holder.firstname} ${one.holder.lastname}`;
    return { line, ticket, holder, reference: one.reference, codeImage: codeImage(one), status: one.status };
  });
}

function codeImage({ barcode, status }: ItemTicket): string | null {
  return barcode.format === 'QR_CODE' && status === 'valid' ? qrImage(barcode.value) : null;
}
