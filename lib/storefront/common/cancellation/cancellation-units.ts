import type { Line } from '../../../shop/values/checkout-values';
import { giftCardPays } from '../../../shop/rules/discount-of';
import { isExchanged } from '../../../shop/rules/ticket-end';
import type { OrderView } from '../../../shop/flows/lookup/read-checkout';
import type { PlacedOrder } from '../../../shop/data/order-store';
import { ServiceError } from '../../../client/service-error';
import type { CancellationObstacle, CancellationTerms } from '../../../contract/cancellation';
import { lastSegment } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import { leastOf, subtractAmounts, sumAmounts } from '../../../money/money';
import type { AppContext } from '../../../runtime/app-context';
import { orderTickets, type TicketView } from '../order/order-tickets';

/**
 * Why tickets can't be given back. `DISPUTED`: the bank may return their price itself. `GIVEN_BACK`: it was given back, so that
 * it pays for no other tickets.
 */
export type UnitObstacle = CancellationObstacle | 'DISPUTED' | 'GIVEN_BACK';

/** What was sold for one price: its tickets can only be cancelled together. */
export interface UnitView {
  /** Names the unit in forms. */
  readonly key: string;
  /** The order at the service, and the paths of the tickets there. */
  readonly orderId: string;
  readonly tickets: readonly string[];
  readonly line: Line;
  readonly references: readonly string[];
  readonly holder: string;
  /** Why the customer can't cancel it; null: they can. */
  readonly obstacle: UnitObstacle | null;
  /** It was cancelled in exchange for other tickets. */
  readonly isExchanged: boolean;
  /** ISO 8601; null: the product has no rule. */
  readonly until: string | null;
  readonly paid: string;
  /** By the rule of the product. */
  readonly refund: string;
  /** What goes back to the gift card that has paid for a part. */
  readonly returned: string;
  /** Why the customer can't exchange it for other tickets, until when they can, and what goes back to the gift card then. */
  readonly rebooking: Pick<UnitView, 'until' | 'returned'> & {
    readonly obstacle: CancellationObstacle | null;
    /** How much of what was paid is given back at most if the others cost less: what cancelling gives back. */
    readonly mostBack: string;
  };
}

/** `unsupported`: the service can't cancel orders. `unavailable`: it can't be asked at the moment. */
export type UnitsRead =
  { kind: 'units'; units: readonly UnitView[] } | { kind: 'unsupported' | 'unavailable' };

/** What of a purchase can be cancelled now, and what is refunded for it. */
export async function readUnits(
  { client }: AppContext,
  view: OrderView,
  language: Language,
): Promise<UnitsRead> {
  const tickets = await orderTickets(view, language);
  try {
    const read = await Promise.all(
      view.orders.map(async (order) => ({
        order,
        terms: await client.getCancellationTerms(order.id, { language }),
      })),
    );
    const units = read.flatMap(({ order, terms }) =>
      terms.kind === 'found' ? unitsOf(view, order, terms.terms, tickets) : [],
    );
    const isSupported = read.every(({ terms }) => terms.kind === 'found');
    return isSupported ? { kind: 'units', units } : { kind: 'unsupported' };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: 'unavailable' };
  }
}

function unitsOf(
  view: OrderView,
  order: PlacedOrder,
  { units }: CancellationTerms,
  known: readonly TicketView[],
): UnitView[] {
  // Of several items of one order, each has as many units as its quantity.
  const lines = view.items
    .filter(({ reservationId }) => reservationId === order.reservationId)
    .flatMap((item) => item.lines)
    .flatMap((line) => Array.from({ length: line.quantity }, () => line));
  const holds = view.holds.filter(({ reservationId }) => reservationId === order.reservationId);
  const isByCard = giftCardPays(holds);
  const { customer } = view.checkout;
  const buyer = customer === null ? '' : `${customer.firstname} ${customer.lastname}`;
  return units.flatMap((unit, index): UnitView[] => {
    const line = lines[index];
    if (line === undefined) return [];
    const ids = new Set(unit.tickets.map(lastSegment));
    const own = known.filter(({ id }) => id !== null && ids.has(id));
    return [
      {
        key: `${order.id}/${index}`,
        orderId: order.id,
        tickets: unit.tickets,
        line,
        references: own.map(({ reference }) => reference),
        holder: own[0]?.holder ?? buyer,
        obstacle: unit.obstacle,
        isExchanged: [...ids].some((id) => isExchanged(id.toLowerCase(), view.cancellations)),
        until: unit.until,
        paid: unit.paidAmountInclTax,
        refund: unit.refundAmountInclTax,
        returned: unit.returnedToBalanceInclTax ?? '0.00',
        rebooking: {
          obstacle: unit.rebookingObstacle,
          until: unit.rebookableUntil,
          mostBack: unit.refundAmountInclTax,
          // An exchange gives back all of it.
          returned:
            isByCard && unit.rebookingObstacle === null
              ? subtractAmounts(line.unitAmount, unit.paidAmountInclTax)
              : '0.00',
        },
      },
    ];
  });
}

/** The units that a form names; null if it names none, or one that there is not. */
export function chosenUnits(units: readonly UnitView[], keys: readonly string[]): UnitView[] | null {
  const chosen = units.filter(({ key }) => keys.includes(key));
  return chosen.length === 0 || chosen.length !== new Set(keys).size ? null : chosen;
}

/** The units with what can be refunded for each, one after the other, when only so much is left of the payment. */
export function withinLeft(units: readonly UnitView[], left: string | null): readonly UnitView[] {
  if (left === null) return units;
  let rest = left;
  return units.map((unit) => {
    const refund = leastOf(unit.refund, rest);
    rest = subtractAmounts(rest, refund);
    return { ...unit, refund };
  });
}

/** What the service refunds of each order, and what of it the shop, when only so much is left of the payment. */
export function refundsByOrder(chosen: readonly UnitView[], left: string | null) {
  const shown = byOrder(withinLeft(chosen, left));
  return byOrder(chosen).map((order, index) => ({
    orderId: order.orderId,
    tickets: order.tickets,
    amount: order.refund,
    refund: shown[index]?.refund ?? order.refund,
  }));
}

export interface ChosenOrder {
  readonly orderId: string;
  readonly tickets: readonly string[];
  readonly paid: string;
  readonly refund: string;
}

/** Each order is cancelled by a request of its own. */
export function byOrder(units: readonly UnitView[]): ChosenOrder[] {
  const ids = [...new Set(units.map(({ orderId }) => orderId))];
  return ids.map((orderId) => {
    const own = units.filter((unit) => unit.orderId === orderId);
    return {
      orderId,
      tickets: own.flatMap(({ tickets }) => tickets),
      paid: sumAmounts(own.map(({ paid }) => paid)),
      refund: sumAmounts(own.map(({ refund }) => refund)),
    };
  });
}
