import { blockTickets, unblockTickets } from '../../../shop/flows/attention/block-tickets';
import { acknowledgeMailProblems, resendMails } from '../../../shop/flows/mail/resend-mail';
import { revokeLinks } from '../../../shop/flows/lookup/order-link';
import { refundUnexpected, type UnexpectedRefund } from '../../../shop/flows/attention/refund-unexpected';
import { settleByHand, type OrderSettling } from '../../../shop/flows/attention/settle-by-hand';
import { tryAgain } from '../../../shop/flows/attention/try-again';
import { typedEmailSchema } from '../../../contract/customer';
import { type ForStaff, forStaff } from '../../common/account/for-staff';

export function settleOrder(checkoutId: string, settling: OrderSettling): Promise<ForStaff<boolean>> {
  return forStaff('orders:change', async (member, { checkoutContext, log, worker }) => {
    const settled = await settleByHand(checkoutContext, checkoutId, { ...settling, staff: member.id });
    worker.wake();
    log.info(
      { staff: member.id, checkout: checkoutId, as: settling.as, settled },
      'staff settled an order by hand',
    );
    return settled;
  });
}

/** Returns the payments that a purchase had no use for. */
export function refundUnexpectedPayments(checkoutId: string): Promise<ForStaff<UnexpectedRefund>> {
  return forStaff('orders:change', async (member, { checkoutContext, log }) => {
    const refund = await refundUnexpected(checkoutContext, checkoutId, member.id);
    log.info({ staff: member.id, checkout: checkoutId, refund }, 'staff refunded unexpected payments');
    return refund;
  });
}

/** False: the purchase does not wait for that any more. */
export function tryOrderAgain(checkoutId: string): Promise<ForStaff<boolean>> {
  return forStaff('orders:change', async (member, { checkoutContext, log, worker }) => {
    const isAgain = await tryAgain(checkoutContext, checkoutId, member.id);
    worker.wake();
    log.info({ staff: member.id, checkout: checkoutId, isAgain }, 'staff let the provider be asked again');
    return isAgain;
  });
}

/**
 * Sends the undeliverable e-mails again, to the typed address. `email`: it is not an address. `nothing`:
 * there is nothing (any more) to send again.
 */
export function sendMailsAgain(
  checkoutId: string,
  typed: unknown,
): Promise<ForStaff<'sent' | 'email' | 'nothing'>> {
  return forStaff('orders:change', async (member, { checkoutContext, log, worker }) => {
    const email = typedEmailSchema.safeParse(typed);
    if (!email.success) return 'email';
    const sent = await resendMails(checkoutContext, checkoutId, { email: email.data, staff: member.id });
    log.info({ staff: member.id, checkout: checkoutId, sent }, 'staff sent e-mails again');
    worker.wake();
    return sent ? 'sent' : 'nothing';
  });
}

/** Records that staff have told the customer in another way. */
export function acknowledgeMail(checkoutId: string): Promise<ForStaff<boolean>> {
  return forStaff('orders:change', async (member, { checkoutContext, log }) => {
    const acknowledged = await acknowledgeMailProblems(checkoutContext, checkoutId, { staff: member.id });
    log.info({ staff: member.id, checkout: checkoutId, acknowledged }, 'staff acknowledged an e-mail');
    return acknowledged;
  });
}

/** A repeated call repeats the requests that the service has not carried out. */
export function changeBlock(checkoutId: string, change: 'block' | 'unblock'): Promise<ForStaff<boolean>> {
  return forStaff('orders:change', async (member, { checkoutContext, log }) => {
    const act = change === 'block' ? blockTickets : unblockTickets;
    const done = await act(checkoutContext, checkoutId, member.id);
    log.info({ staff: member.id, checkout: checkoutId, change, done }, 'staff changed the block of tickets');
    return done;
  });
}

/** Revokes the order's mailed links, and the access of the browsers that opened one. */
export function revokeOrderLinks(checkoutId: string): Promise<ForStaff<boolean>> {
  return forStaff('orders:change', async (member, { checkoutContext, security }) => {
    const revoked = await revokeLinks(checkoutContext, checkoutId, member.id);
    if (revoked !== null) security({ event: 'links_revoked', staff: member.id, checkout: checkoutId });
    return revoked !== null;
  });
}
