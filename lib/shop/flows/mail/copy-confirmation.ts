import { and, eq, gt, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../../database/database';
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
 * blocked. `isCorrected`: it is the customer's new address, to which the last copy did not go; then nothing has to be waited for.
 * Concurrency guarantee: the checkout is locked, so of two concurrent calls one sends and the other answers `sending`.
 */
export function copyConfirmation(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  { email, staff, isCorrected = false }: { email: string; staff: string; isCorrected?: boolean },
): Promise<CopyAnswer> {
  return database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout === null || checkout.customer === null) return 'nothing';
    const missing = await missingConfirmation(transaction, checkoutId);
    if (missing !== null) return missing;
    const wait = isCorrected ? null : await mustWait(transaction, checkoutId, staff);
    if (wait !== null) return wait;
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

/** Why there is no confirmation to send; null: there is one. */
export async function missingConfirmation(
  reader: Reader,
  checkoutId: string,
): Promise<'nothing' | 'over' | null> {
  if (!(await isKnown(reader, checkoutId, 'confirmation'))) return 'nothing';
  if ((await findBlock(reader, checkoutId)) !== null) return 'nothing';
  return (await isTicketLeft(reader, checkoutId)) ? null : 'over';
}

async function mustWait(
  transaction: Transaction,
  checkoutId: string,
  staff: string,
): Promise<'sending' | 'soon' | 'often' | null> {
  if (await isQueued(transaction, checkoutId, 'confirmation_copy')) return 'sending';
  const seconds = await secondsSince(transaction, checkoutId, 'confirmation_copy');
  if (seconds !== null && seconds < copyLimits.seconds) return 'soon';
  return (await isOften(transaction, checkoutId, staff)) ? 'often' : null;
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
