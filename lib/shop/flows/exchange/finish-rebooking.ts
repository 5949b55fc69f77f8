import { v7 as newId } from 'uuid';
import { amountAbove } from '../../../money/money';
import type { Cancellation as ServiceCancellation } from '../../../contract/cancellation';
import { addresses } from '../../../contract/iri';
import type { Order } from '../../../contract/order';
import type { Transaction } from '../../../database/database';
import type { CheckoutContext } from '../../context';
import { insertCancelled } from '../../data/cancellation-store';
import { tellStaff } from '../refund/after-refund';
import { refundParts } from '../refund/refund-parts';
import type { Checkout } from '../../rules/checkout';
import { lockCheckout } from '../../data/checkout-store';
import { addJob } from '../../data/job-store';
import { deleteStarted } from '../../data/started-exchange-store';
import { note } from '../../data/timeline-store';
import type { Rebooking } from '../../tables/rebooking-table';

/** Tickets that the service has exchanged for orders. */
export interface Exchanged {
  rebooking: Rebooking;
  cancellation: ServiceCancellation;
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
  const read = await client.listCancellations(rebooking.orderId, { language });
  const paths = orders.map((order) => addresses.order(order.id));
  const cancellation =
    read.kind === 'found'
      ? read.cancellations.find(({ rebookedTo }) => paths.some((path) => rebookedTo.includes(path)))
      : undefined;
  if (cancellation === undefined) throw new Error(`the tickets of rebooking ${id} were not cancelled`);
  return { rebooking, cancellation };
}

/**
 * The earlier purchase has the exchanged tickets as cancelled; what remains of their credit is refunded from its payment.
 * In one transaction with the transition that says that there is an order.
 */
export async function finishRebooking(
  transaction: Transaction,
  checkout: Checkout,
  total: string,
  { rebooking, cancellation }: Exchanged,
): Promise<void> {
  const { earlierId, orderId, tickets, staff, override } = rebooking;
  if ((await lockCheckout(transaction, earlierId)) === null) throw new Error(`no purchase ${earlierId}`);
  const amount = amountAbove(checkout.credit, total);
  const parts = await refundParts(transaction, earlierId, amount);
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
    reference: cancellation.reference,
    document: cancellation.document,
    rebookedTo: checkout.id,
  };
  const refunds = await insertCancelled(transaction, row, parts.kind === 'parts' ? parts.parts : null);
  for (const refund of refunds)
    if (refund.problem !== null) await tellStaff(transaction, refund, refund.problem);
  await deleteStarted(transaction, earlierId);
  await addJob(transaction, 'invoice', earlierId);
  await note(transaction, earlierId, 'tickets_exchanged', {
    cancellation: id,
    amount,
    to: checkout.reference,
    reference: cancellation.reference,
  });
}
