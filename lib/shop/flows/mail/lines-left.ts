import type { CheckoutContext } from '../../context';
import { readCancellations } from '../../data/cancellation-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { linesWithout } from '../../rules/valid-lines';
import type { Line } from '../../values/checkout-values';
import { describeOrdered } from '../visit/describe-ordered';

/** What is left of an order; also without what is being cancelled or exchanged. */
export async function linesLeft(context: CheckoutContext, whole: WholeCheckout): Promise<Line[]> {
  const { checkout, orders, holds } = whole;
  const cancellations = await readCancellations(context.database, checkout.id);
  const items = await Promise.all(
    orders.map(async ({ reservationId }) => ({
      reservationId,
      lines: await describeOrdered(
        context,
        holds.filter((hold) => hold.reservationId === reservationId),
        checkout.language,
      ),
    })),
  );
  const isOver = ({ state }: (typeof cancellations)[number]) => state !== 'refused';
  return linesWithout(
    { items, orders },
    cancellations.filter(isOver).flatMap(({ tickets }) => tickets),
  );
}

/** What of it takes place. */
export const notCalledOff = ({ tickets }: Pick<Line, 'tickets'>): boolean =>
  tickets.some(({ calledOff }) => calledOff === undefined);
