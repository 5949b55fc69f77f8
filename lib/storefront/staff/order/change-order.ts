import {
  acknowledgeTask,
  acknowledgeTasks,
  type SeenByStaff,
} from '../../../shop/flows/attention/acknowledge-tasks';
import { blockTickets, unblockTickets } from '../../../shop/flows/attention/block-tickets';
import { refundUnexpected } from '../../../shop/flows/refund/refund-unexpected';
import { settleByHand, type OrderSettling } from '../../../shop/flows/attention/settle-by-hand';
import { tryAgain } from '../../../shop/flows/attention/try-again';
import { revokeLinks } from '../../../shop/flows/lookup/order-link';
import { acknowledgeMailProblems, resendMails } from '../../../shop/flows/mail/resend-mail';
import { typedEmailSchema } from '../../../contract/customer';
import type { Staff, StaffOfBooking } from '../../common/account/for-staff';
import { correctTyped, type TypedInvoice } from '../../common/invoice/correction';

// Each resolves to what is in the way, for the page of the order; null: nothing is. `late`: the purchase does not wait for
// that any more. Of two tabs, the later one is told so.

type OrderStaff = StaffOfBooking<'orders:change'>;
interface OfOrder {
  readonly checkoutId: string;
}

export async function settleOrder(staff: OrderStaff, checkout: string, settling: OrderSettling) {
  const by = { ...settling, staff: staff.member.id };
  const settled = await settleByHand(staff.checkoutContext, checkout, by);
  staff.worker.wake();
  staff.log.info({ checkout, as: settling.as, settled }, 'staff settled an order by hand');
  return settled ? null : { problem: 'late' };
}

/** Returns the payments that a purchase had no use for. */
export async function refundUnexpectedPayments(staff: OrderStaff, { checkoutId: checkout }: OfOrder) {
  const refund = await refundUnexpected(staff.checkoutContext, checkout, staff.member.id);
  staff.log.info({ checkout, refund }, 'staff refunded unexpected payments');
  return refund === 'refunded' ? null : { problem: refund === 'late' ? refund : 'unexpected' };
}

export async function tryOrderAgain(staff: OrderStaff, { checkoutId: checkout }: OfOrder) {
  const isAgain = await tryAgain(staff.checkoutContext, checkout, staff.member.id);
  staff.worker.wake();
  staff.log.info({ checkout, isAgain }, 'staff let the provider be asked again');
  return isAgain ? null : { problem: 'late' };
}

/** Sends the undeliverable e-mails again, if there are any, to the typed address. `email`: it is not an address. */
export async function sendMailsAgain(
  staff: OrderStaff,
  { checkoutId: checkout, email: typed }: OfOrder & { email?: unknown },
) {
  const email = typedEmailSchema.safeParse(typed);
  if (!email.success) return { problem: 'email' };
  const to = { email: email.data, staff: staff.member.id };
  const sent = await resendMails(staff.checkoutContext, checkout, to);
  staff.log.info({ checkout, sent }, 'staff sent e-mails again');
  staff.worker.wake();
  return null;
}

/** Records that staff have told the customer in another way. */
export async function acknowledgeMail(staff: OrderStaff, { checkoutId: checkout }: OfOrder) {
  const by = { staff: staff.member.id };
  const acknowledged = await acknowledgeMailProblems(staff.checkoutContext, checkout, by);
  staff.log.info({ checkout, acknowledged }, 'staff acknowledged an e-mail');
  return null;
}

/** `replaced`: how the money of a failed refund was given back is missing. */
export async function acknowledge(staff: OrderStaff, seen: SeenByStaff) {
  const written = await acknowledgeTask(staff.checkoutContext, seen, staff.member.id);
  const context = { checkout: seen.checkoutId, incident: seen.id, written };
  staff.log.info(context, 'staff dealt with an incident of a payment');
  return written === 'unsaid' ? { problem: 'replaced' } : null;
}

export async function acknowledgeSeveral(staff: Staff<'orders:change'>, seen: readonly SeenByStaff[]) {
  const counts = await acknowledgeTasks(staff.checkoutContext, seen, staff.member.id);
  staff.log.info({ ...counts }, 'staff dealt with incidents of payments');
  return counts;
}

/** A repeated call repeats the requests that the service has not carried out. */
export async function changeBlock(
  staff: OrderStaff,
  { checkoutId: checkout, change }: OfOrder & { change: 'block' | 'unblock' },
) {
  const act = change === 'block' ? blockTickets : unblockTickets;
  const done = await act(staff.checkoutContext, checkout, staff.member.id);
  staff.log.info({ checkout, change, done }, 'staff changed the block of tickets');
  return null;
}

/** Revokes the order's mailed links, and the access of the browsers that opened one. */
export async function revokeOrderLinks(staff: OrderStaff, { checkoutId: checkout }: OfOrder) {
  const revoked = await revokeLinks(staff.checkoutContext, checkout, staff.member.id);
  if (revoked !== null) staff.security({ event: 'links_revoked', staff: staff.member.id, checkout });
  return null;
}

/** Corrects for whom the invoices of an order are made out. Null: there is no order. */
export async function correctInvoiceByStaff(staff: OrderStaff, typed: TypedInvoice) {
  // Staff are not limited.
  const count = () => Promise.resolve(() => Promise.resolve());
  const answer = await correctTyped(staff.checkoutContext, typed, { staff: staff.member.id, count });
  if (answer === 'corrected') staff.worker.wake();
  staff.log.info({ checkout: typed.checkoutId, answer }, 'staff corrected the invoices of an order');
  return answer;
}
