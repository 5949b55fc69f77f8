import { v7 as newId } from 'uuid';
import { leastOf, subtractAmounts, sumAmounts } from '../../../money/money';
import type { Cancellation as ServiceCancellation } from '../../../contract/cancellation';
import { addresses } from '../../../contract/iri';
import type { Order } from '../../../contract/order';
import type { Transaction } from '../../../database/database';
import type { CheckoutContext } from '../../context';
import { insertCancelled } from '../../data/cancellation-store';
import { tellStaff } from '../refund/after-refund';
import { refundParts } from '../refund/refund-parts';
import type { Checkout } from '../../rules/checkout';
import { type OrderTickets, ticketsByOrder } from '../../rules/tickets-by-order';
import { lockCheckout } from '../../data/checkout-store';
import { enqueueGiftChange } from '../../data/gift-mail-store';
import { addJob } from '../../data/job-store';
import { deleteStarted } from '../../data/started-exchange-store';
import { note } from '../../data/timeline-store';
import type { Rebooking } from '../../tables/rebooking-table';

/** Tickets that the service has exchanged for orders, by their earlier orders. */
export interface Exchanged {
  rebooking: Rebooking;
  parts: (OrderTickets & { cancellation: ServiceCancellation })[];
}

/**
 * What the service has cancelled for these orders. Throws when the service does not
 * show it: then the order is looked up again later.
 */
export async function readExchanged(
  { client }: Pick<CheckoutContext, 'client'>,
  { id, language }: Checkout,
  rebooking: Rebooking,
  orders: readonly Order[],
): Promise<Exchanged> {
  const paths = orders.map((order) => addresses.order(order.id));
  const parts = await Promise.all(
    ticketsByOrder(rebooking.tickets).map(async (own) => {
      const read = await client.listCancellations(own.orderId, { language });
      const cancellation =
        read.kind === 'found'
          ? read.cancellations.find(({ rebookedTo }) => paths.some((path) => rebookedTo.includes(path)))
          : undefined;
      if (cancellation === undefined) throw new Error(`the tickets of rebooking ${id} were not cancelled`);
      return { ...own, cancellation };
    }),
  );
  return { rebooking, parts };
}

/**
 * The earlier purchase has the exchanged tickets as cancelled; what remains of their credit is refunded from its payment.
 * In one transaction with the transition that says that there is an order.
 */
export async function finishRebooking(
  transaction: Transaction,
  checkout: Checkout,
  total: string,
  { rebooking, parts }: Exchanged,
): Promise<void> {
  const { earlierId, staff, override } = rebooking;
  const earlier = await lockCheckout(transaction, earlierId);
  if (earlier === null) throw new Error(`no purchase ${earlierId}`);
  const worth = sumAmounts(parts.map(({ cancellation }) => cancellation.refundAmountInclTax));
  let left = subtractAmounts(worth, leastOf(leastOf(checkout.credit, total), worth));
  for (const { orderId, tickets, cancellation } of parts) {
    const { reference, document, refundAmountInclTax: price, returnedToBalanceInclTax } = cancellation;
    const amount = leastOf(price, left);
    left = subtractAmounts(left, amount);
    const refund = await refundParts(transaction, earlierId, amount);
    const id = newId();
    const row = {
      id,
      checkoutId: earlierId,
      orderId,
      tickets,
      staff,
      override,
      reason: 'rebooked',
      amount,
      credited: subtractAmounts(price, amount),
      returned: returnedToBalanceInclTax ?? null,
      reference,
      document,
      rebookedTo: checkout.id,
    };
    const refunds = await insertCancelled(transaction, row, refund.kind === 'parts' ? refund.parts : null);
    for (const one of refunds) if (one.problem !== null) await tellStaff(transaction, one, one.problem);
    const detail = { cancellation: id, amount, to: checkout.reference, reference };
    await note(transaction, earlierId, 'tickets_exchanged', detail);
  }
  if (earlier.gift !== null) await enqueueGiftChange(transaction, earlierId);
  await deleteStarted(transaction, earlierId);
  await addJob(transaction, 'invoice', earlierId);
}
