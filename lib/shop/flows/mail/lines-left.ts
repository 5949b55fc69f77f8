import { lastSegment } from '../../../contract/iri';
import type { CheckoutContext } from '../../context';
import { readCancellations } from '../../data/cancellation-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import type { Line } from '../../values/checkout-values';
import { describeOrdered } from '../visit/describe-ordered';

/** What is left of an order: the lines of which not all tickets were cancelled or exchanged, with as many as are left. */
export async function linesLeft(context: CheckoutContext, whole: WholeCheckout): Promise<Line[]> {
  const { checkout, orders, holds } = whole;
  const cancellations = await readCancellations(context.database, checkout.id);
  const ended = new Set(
    cancellations
      .filter(({ state }) => state !== 'refused')
      .flatMap(({ tickets }) => tickets.map((path) => lastSegment(path))),
  );
  const left = await Promise.all(
    orders.map(async ({ reservationId, data }) => {
      const its = holds.filter((hold) => hold.reservationId === reservationId);
      const lines = await describeOrdered(context, its, checkout.language);
      return lines.flatMap((line, index) => {
        const { tickets = [] } = data.items[index] ?? {};
        if (tickets.length === 0) return line;
        const valid = tickets.filter((path) => !ended.has(lastSegment(path))).length;
        const ofUnit = tickets.length / line.quantity;
        return valid === 0 ? [] : { ...line, quantity: Math.ceil(valid / ofUnit) };
      });
    }),
  );
  return left.flat();
}

/** What of it takes place. */
export const notCalledOff = ({ tickets }: Pick<Line, 'tickets'>): boolean =>
  tickets.some(({ calledOff }) => calledOff === undefined);
