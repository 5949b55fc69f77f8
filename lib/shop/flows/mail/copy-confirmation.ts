import { and, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database';
import { auditTable } from '../../tables/audit-table';
import type { CheckoutContext } from '../../context';
import { findBlock } from '../../data/block-store';
import { lockCheckout } from '../../data/checkout-store';
import { timelineTable } from '../../tables/checkout-table';
import { noteByStaff } from '../../data/timeline-store';
import { maskAddress } from '../../rules/mask-address';
import { isTicketLeft } from './lines-left';
import { enqueueCopy, isKnown, isQueued, secondsSince } from '../../data/mail-store';

/** How often staff may send a confirmation: with so many seconds between, so often in a day for an order, in an hour for a person. */
export const copyLimits = { seconds: 30, ofOrderADay: 5, ofStaffAnHour: 60 } as const;

export type CopyAnswer = 'sent' | 'sending' | 'over' | 'soon' | 'often' | 'nothing';

/**
 * Sends the confirmation of an order to an address that staff typed. The customer's address stays as it is. `sending`: the
 * last copy is still in the queue. `over`: no ticket is left. `soon`, `often`: see `copyLimits`. `nothing`: there is no confirmation, or the tickets are
 * blocked.
 * Concurrency guarantee: the checkout is locked, so of two concurrent calls one sends and the other answers `sending`.
 */
export function copyConfirmation(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  { email, staff }: { email: string; staff: string },
): Promise<CopyAnswer> {
  return database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout === null || checkout.customer === null) return 'nothing';
    if (!(await isKnown(transaction, checkoutId, 'confirmation'))) return 'nothing';
    if ((await findBlock(transaction, checkoutId)) !== null) return 'nothing';
    if (await isQueued(transaction, checkoutId, 'confirmation_copy')) return 'sending';
    if (!(await isTicketLeft(transaction, checkoutId))) return 'over';
    const seconds = await secondsSince(transaction, checkoutId, 'confirmation_copy');
    if (seconds !== null && seconds < copyLimits.seconds) return 'soon';
    if (await isOften(transaction, checkoutId, staff)) return 'often';
    await enqueueCopy(transaction, { checkoutId, to: email });
    const toCustomer = checkout.customer.email.toLowerCase() === email.toLowerCase();
    await noteByStaff(transaction, checkoutId, 'mail_copied', {
      staff,
      toCustomer,
      address: maskAddress(email),
    });
    return 'sent';
  });
}

async function isOften({ db }: Transaction, checkoutId: string, staff: string): Promise<boolean> {
  const copied = 'mail_copied';
  const ofOrder = and(
    eq(timelineTable.checkoutId, checkoutId),
    eq(timelineTable.what, copied),
    gt(timelineTable.at, sql`statement_timestamp() - interval '1 day'`),
  );
  if ((await db.$count(timelineTable, ofOrder)) >= copyLimits.ofOrderADay) return true;
  const ofStaff = and(
    eq(auditTable.staff, staff),
    eq(auditTable.action, copied),
    gt(auditTable.at, sql`statement_timestamp() - interval '1 hour'`),
  );
  return (await db.$count(auditTable, ofStaff)) >= copyLimits.ofStaffAnHour;
}
