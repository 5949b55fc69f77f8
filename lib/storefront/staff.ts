import {
  type AcknowledgedCounts,
  acknowledgeIncident,
  acknowledgeIncidents,
  type SeenByStaff,
} from '../shop/flows/attention/acknowledge-incidents';
import { acknowledgeMailProblems, resendMails } from '../shop/flows/mail/resend-mail';
import { auditAlone } from '../shop/data/audit-store';
import { blockTickets, unblockTickets } from '../shop/flows/attention/block-tickets';
import { learnRefunds } from '../shop/flows/payment/known-refunds';
import { revokeLinks } from '../shop/flows/lookup/order-link';
import { refundUnexpected, type UnexpectedRefund } from '../shop/flows/attention/refund-unexpected';
import { settleByHand, type OrderSettling } from '../shop/flows/attention/settle-by-hand';
import { tryAgain } from '../shop/flows/attention/try-again';
import { findCheckout } from '../shop/data/checkout-store';
import { readMailProblems } from '../shop/data/mail-store';
import { readOrderView } from '../shop/flows/lookup/read-checkout';
import { readTimeline } from '../shop/data/timeline-store';
import { withStaffNames } from '../shop/data/staff-names';
import { typedEmailSchema } from '../contract/customer';
import type { Language } from '../locale/languages';
import { type AppContext, getAppContext } from '../runtime/app-context';
import { noteOfRequest } from '../runtime/request-state';
import type { Permission } from '../runtime/staff-roles';
import { orderTickets } from './order-tickets';
import { readSignIn } from './sign-in';
import { scansOfBooking } from './staff-scans';
import { accessOf, may, type StaffAccess, type StaffMember } from './staff-access';

export async function staffAccess(): Promise<StaffAccess> {
  return accessOf(await getAppContext(), await readSignIn());
}

export type ForStaff<Value> =
  | Exclude<StaffAccess, { kind: 'staff' }>
  /** The roles of the person do not allow it. */
  | { kind: 'not_allowed'; member: StaffMember }
  | { kind: 'staff'; member: StaffMember; value: Value };

/** Does the work if the roles of the person who is signed in allow it. */
export async function forStaff<Value>(
  permission: Permission,
  work: (member: StaffMember, appContext: AppContext) => Promise<Value>,
): Promise<ForStaff<Value>> {
  const access = await staffAccess();
  if (access.kind !== 'staff') return access;
  const { member } = access;
  const appContext = await getAppContext();
  if (may(member, permission)) return { ...access, value: await work(member, appContext) };
  appContext.security({ event: 'role_missing', staff: member.id, needs: permission });
  return { kind: 'not_allowed', member };
}

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

/** False: how the money of a failed refund was given back is missing. */
export function acknowledge(seen: SeenByStaff): Promise<ForStaff<boolean>> {
  return forStaff('orders:change', async (member, { checkoutContext, log }) => {
    const written = await acknowledgeIncident(checkoutContext, seen, member.id);
    const context = { staff: member.id, checkout: seen.checkoutId, incident: seen.id, written };
    log.info(context, 'staff dealt with an incident of a payment');
    return written !== 'unsaid';
  });
}

export function acknowledgeSeveral(seen: readonly SeenByStaff[]): Promise<ForStaff<AcknowledgedCounts>> {
  return forStaff('orders:change', async (member, { checkoutContext, log }) => {
    const counts = await acknowledgeIncidents(checkoutContext, seen, member.id);
    log.info({ staff: member.id, ...counts }, 'staff dealt with incidents of payments');
    return counts;
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

export function getStaffOrder(checkoutId: string, language: Language) {
  return forStaff('orders:read', async (member, { checkoutContext }) => {
    const checkout = await findCheckout(checkoutContext.database, checkoutId);
    if (checkout === null) {
      noteOfRequest({ isPageMissing: true });
      return null;
    }
    const before = await readTimeline(checkoutContext.database, checkoutId);
    // Staff may have settled it at the provider's own pages before opening this page.
    if (checkout.state === 'attention' || before.some(({ what }) => what === 'payment_unexpected'))
      await learnRefunds(checkoutContext, checkoutId);
    const view = await readOrderView(checkoutContext, checkoutId, language);
    if (view === null) return null;
    const subject = { kind: 'checkout', id: checkoutId } as const;
    await auditAlone(checkoutContext, { staff: member.id, action: 'order_opened', subject });
    const [tickets, scans] = await Promise.all([
      view.orders.length === 0 ? [] : orderTickets(view, language),
      scansOfBooking(view, language),
    ]);
    const mailProblems = await readMailProblems(checkoutContext.database, checkoutId);
    const { timeline, cancellations } = await withStaffNames(checkoutContext.database, {
      timeline: await readTimeline(checkoutContext.database, checkoutId),
      cancellations: view.cancellations,
    });
    return { view: { ...view, cancellations }, mailProblems, tickets, timeline, scans };
  });
}

/** What staff get from `Read`. */
type StaffAnswer<Read extends (...parameters: never[]) => Promise<ForStaff<unknown>>> = Extract<
  Awaited<ReturnType<Read>>,
  { kind: 'staff' }
>['value'];

export type StaffOrder = NonNullable<StaffAnswer<typeof getStaffOrder>>;
