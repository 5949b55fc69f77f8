import { lastSegment } from '../../contract/iri';
import type { OrderItem } from '../../contract/order';
import type { Cancellation } from '../tables/cancellation-table';
import type { Line } from '../values/checkout-values';
import type { CancellationStage } from './refund';
import { hasCancelled, type TicketEnd, ticketEnd } from './ticket-end';

interface Purchase {
  readonly items: readonly { readonly reservationId: string; readonly lines: readonly Line[] }[];
  readonly orders: readonly {
    readonly reservationId: string;
    readonly data: { readonly items: readonly Pick<OrderItem, 'tickets'>[] };
  }[];
}

type Cancelled = Pick<Cancellation, 'tickets'> & { readonly state: CancellationStage };
type Ended = Cancelled & Pick<Cancellation, 'rebookedTo'>;

/** The lines of a purchase as its page shows them, after its cancellations and exchanges. */
export function validLines(view: Purchase & { readonly cancellations: readonly Cancelled[] }): Line[] {
  return linesWithout(
    view,
    view.cancellations.filter(hasCancelled).flatMap(({ tickets }) => tickets),
  );
}

/**
 * The lines of a purchase without some of its tickets, named by their paths: each with its units that are left, and none
 * without any. Known without the service; all units of an order whose tickets the service does not tell.
 */
export function linesWithout({ items, orders }: Purchase, tickets: readonly string[]): Line[] {
  const ended = new Set(tickets.map(lastSegment));
  return items.flatMap(({ reservationId, lines }) => {
    const order = orders.find((one) => one.reservationId === reservationId);
    return lines.flatMap((line, index) => leftOf(line, order?.data.items[index]?.tickets ?? [], ended));
  });
}

/** What of it takes place. */
export const notCalledOff = ({ tickets }: Pick<Line, 'tickets'>): boolean =>
  tickets.some(({ calledOff }) => calledOff === undefined);

/** Why a purchase has nothing left that can be given. */
export type GiftEnd = TicketEnd | 'calledOff';

/** Null: something is left. */
export function giftEnd(view: Purchase & { readonly cancellations: readonly Ended[] }): GiftEnd | null {
  const left = validLines(view);
  if (left.length === 0) return ticketEnd(view.cancellations);
  return left.some(notCalledOff) ? null : 'calledOff';
}

/** Whether an order has tickets beside these, or does not tell its tickets. */
export function hasOthers(orders: Purchase['orders'], tickets: readonly string[]): boolean {
  const ended = new Set(tickets.map(lastSegment));
  const isLeft = ({ tickets: own = [] }: Pick<OrderItem, 'tickets'>) =>
    own.length === 0 || own.some((path) => !ended.has(lastSegment(path)));
  return orders.some(({ data }) => data.items.some(isLeft));
}

/** The service numbers tickets unit by unit; a unit’s are cancelled together. */
function leftOf(line: Line, paths: readonly string[], ended: ReadonlySet<string>): Line[] {
  const each = line.tickets.length;
  const isLeft = (unit: number) => !ended.has(lastSegment(paths[unit * each] ?? ''));
  if (ended.size === 0 || paths.length !== line.quantity * each) return [line];
  const units = Array.from({ length: line.quantity }, (_, unit) => unit).filter(isLeft);
  if (units.length === line.quantity) return [line];
  const tickets = line.tickets.map(({ seats, ...ticket }) =>
    seats === undefined ? ticket : { ...ticket, seats: seats.filter((_, unit) => isLeft(unit)) },
  );
  return units.length === 0 ? [] : [{ ...line, quantity: units.length, tickets }];
}
