import type { Reader } from '../../../database/database';
import type { CheckoutContext } from '../../context';
import { bindingCancellations, readCancellations } from '../../data/cancellation-store';
import { readOrders } from '../../data/order-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { hasOthers, linesWithout } from '../../rules/valid-lines';
import type { Line } from '../../values/checkout-values';
import { describeOrdered } from '../visit/describe-ordered';

/** The orders of a checkout, and the lines of each as they are now. */
export async function describedOrders(
  context: CheckoutContext,
  { checkout, orders, holds }: Pick<WholeCheckout, 'checkout' | 'orders' | 'holds'>,
) {
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
  return { items, orders };
}

/** What is left of an order; also without what is being cancelled or exchanged. */
export async function linesLeft(context: CheckoutContext, whole: WholeCheckout): Promise<Line[]> {
  const ended = await bindingCancellations(context.database, whole.checkout.id);
  return linesWithout(
    await describedOrders(context, whole),
    ended.flatMap(({ tickets }) => tickets),
  );
}

/** Whether a ticket of an order is left, as `linesLeft` counts. */
export async function isTicketLeft(reader: Reader, checkoutId: string): Promise<boolean> {
  const orders = await readOrders(reader, checkoutId);
  const ended = await bindingCancellations(reader, checkoutId);
  return hasOthers(
    orders,
    ended.flatMap(({ tickets }) => tickets),
  );
}

/** Whether the service has still to answer if tickets of an order are cancelled or exchanged. */
export async function isUndecided(reader: Reader, checkoutId: string): Promise<boolean> {
  return (await readCancellations(reader, checkoutId)).some(({ state }) => state === 'requested');
}
