import { and, eq, gt, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database';
import type { CheckoutContext } from '../../context';
import { findBlock } from '../../data/block-store';
import { lockCheckout } from '../../data/checkout-store';
import { timelineTable } from '../../tables/checkout-table';
import { isTicketLeft } from './lines-left';
import { note } from '../../data/timeline-store';
import { confirmationDelivery } from '../../data/mail-delivery';
import { enqueueEmail, secondsSince } from '../../data/mail-store';

/** How often customers may have the e-mail of an order sent again: with so many minutes between, so often in a day. */
export const againLimits = { minutes: 5, mostADay: 5 } as const;

/**
 * Sends the confirmation of an order once more, to the customer's address. `sending`: the last one is still in the queue.
 * `over`: no ticket is left. `soon`, `often`: see `againLimits`. `nothing`: there is none to send; one that can't be delivered is a matter of staff.
 * Concurrency guarantee: the checkout is locked, so of two concurrent calls one sends and the other answers `sending`.
 */
export function sendConfirmationAgain(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
): Promise<'sent' | 'sending' | 'over' | 'soon' | 'often' | 'nothing'> {
  return database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    const delivery = await confirmationDelivery(transaction, checkoutId);
    if (checkout === null || checkout.customer === null) return 'nothing';
    if (delivery === null || delivery === 'undelivered') return 'nothing';
    if ((await findBlock(transaction, checkoutId)) !== null) return 'nothing';
    if (delivery === 'sending') return 'sending';
    if (!(await isTicketLeft(transaction, checkoutId))) return 'over';
    const seconds = await secondsSince(transaction, checkoutId, 'confirmation');
    if (seconds !== null && seconds < againLimits.minutes * 60) return 'soon';
    if ((await sentAgainToday(transaction, checkoutId)) >= againLimits.mostADay) return 'often';
    await enqueueEmail(transaction, { checkoutId, kind: 'confirmation', again: true });
    await note(transaction, checkoutId, 'mail_requeued', { by: 'guest', kind: 'confirmation' });
    return 'sent';
  });
}

function sentAgainToday({ db }: Transaction, checkoutId: string): Promise<number> {
  const { checkoutId: of, what, detail, at } = timelineTable;
  return db.$count(
    timelineTable,
    and(
      eq(of, checkoutId),
      eq(what, 'mail_requeued'),
      sql`${detail}->>'by' = 'guest'`,
      gt(at, sql`statement_timestamp() - interval '1 day'`),
    ),
  );
}
