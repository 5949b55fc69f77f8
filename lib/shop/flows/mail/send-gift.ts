import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { together } from '../../../database/together';
import type { Transaction } from '../../../database/database';
import type { CheckoutContext } from '../../context';
import { findBlock } from '../../data/block-store';
import { lockCheckout, saveGift } from '../../data/checkout-store';
import { enqueuedGift, type GiftDelivery, giftDelivery } from '../../data/gift-mail-store';
import { secondsSince } from '../../data/mail-store';
import { note, noteByStaff } from '../../data/timeline-store';
import { giftDue } from '../../rules/gift';
import { maskAddress } from '../../rules/mask-address';
import { timelineTable } from '../../tables/checkout-table';
import type { Gift } from '../../values/checkout-values';
import { copyLimits } from './copy-confirmation';
import { isTicketLeft } from './lines-left';
import { againLimits } from './send-again';

type Context = Pick<CheckoutContext, 'database' | 'timeZone'>;

/** `late`: it was sent already. `over`: no ticket is left. `often`: see `againLimits`. `nothing`: it is no gift, or will not be sent. */
export type GiftChange = 'changed' | 'late' | 'over' | 'often' | 'nothing';

/**
 * The customer changes to whom a booking is given, and when, until it was sent; also after it could not be delivered. A
 * booking without a gift gets none.
 * Concurrency guarantee: the checkout is locked, and an e-mail that is being sent meanwhile ends nothing of the next one.
 */
export function changeGift(
  { database, timeZone }: Context,
  checkoutId: string,
  gift: Gift,
): Promise<GiftChange> {
  return database.transaction(async (transaction) => {
    const delivery = await lockGift(transaction, checkoutId);
    if (delivery === null || delivery.state === 'ended') return 'nothing';
    if (delivery.state === 'sent') return 'late';
    if (!(await isTicketLeft(transaction, checkoutId))) return 'over';
    if ((await sentToday(transaction, checkoutId, 'guest')) >= againLimits.mostADay) return 'often';
    await saveGift(transaction, checkoutId, gift);
    await enqueue(transaction, checkoutId, giftDue(gift, timeZone, new Date()));
    await note(transaction, checkoutId, 'gift_changed', { by: 'guest' });
    return 'changed';
  });
}

/** `sending`: it is in the queue, or has its day before it. `over`: no ticket is left. `soon`, `often`: see `againLimits`, of staff `copyLimits`. */
export type GiftAgain = 'again' | 'sending' | 'over' | 'soon' | 'often' | 'nothing';

/** Sends the tickets again to the person to whom they are given. Concurrency guarantee: as `changeGift`. */
export function sendGiftAgain({ database }: Context, checkoutId: string): Promise<GiftAgain> {
  return database.transaction(async (transaction) => {
    const delivery = await lockGift(transaction, checkoutId);
    if (delivery === null || delivery.state === 'ended' || delivery.state === 'undelivered') return 'nothing';
    if (delivery.state === 'waiting') return 'sending';
    if (!(await isTicketLeft(transaction, checkoutId))) return 'over';
    const seconds = await secondsSince(transaction, checkoutId, 'gift');
    if (seconds !== null && seconds < againLimits.minutes * 60) return 'soon';
    if ((await sentToday(transaction, checkoutId, 'guest')) >= againLimits.mostADay) return 'often';
    await enqueue(transaction, checkoutId, null);
    await note(transaction, checkoutId, 'mail_requeued', { by: 'guest', kind: 'gift' });
    return 'again';
  });
}

/** Staff send it now, whatever its day is, to an address that they have corrected or left unchanged. */
export function sendGiftNow(
  { database }: Context,
  checkoutId: string,
  { email, staff }: { email: string; staff: string },
): Promise<'sent' | 'over' | 'soon' | 'often' | 'nothing'> {
  return database.transaction(async (transaction) => {
    const delivery = await lockGift(transaction, checkoutId);
    const gift = (await lockCheckout(transaction, checkoutId))?.gift ?? null;
    if (delivery === null || gift === null) return 'nothing';
    if (!(await isTicketLeft(transaction, checkoutId))) return 'over';
    const seconds = await secondsSince(transaction, checkoutId, 'gift');
    if (delivery.state === 'sent' && seconds !== null && seconds < copyLimits.seconds) return 'soon';
    if ((await sentToday(transaction, checkoutId, 'staff')) >= copyLimits.ofOrderADay) return 'often';
    // Its day is over: it is not kept for the day that the customer chose.
    await saveGift(transaction, checkoutId, { ...gift, email, date: null });
    await enqueue(transaction, checkoutId, null);
    const about = { kind: 'gift', address: maskAddress(email) };
    await noteByStaff(transaction, checkoutId, 'mail_requeued', { staff, ...about });
    return 'sent';
  });
}

/** What became of the gift of this checkout, which is locked until the transaction ends; null: there is none to send. */
async function lockGift(transaction: Transaction, checkoutId: string): Promise<GiftDelivery | null> {
  const checkout = await lockCheckout(transaction, checkoutId);
  if (checkout === null || checkout.gift === null || checkout.customer === null) return null;
  if ((await findBlock(transaction, checkoutId)) !== null) return null;
  return giftDelivery(transaction, checkoutId);
}

async function enqueue(transaction: Transaction, checkoutId: string, due: Date | null): Promise<void> {
  await transaction.run(together(enqueuedGift(sql`${checkoutId}::uuid`, due, true)));
}

/** How often it was changed or sent again in the last 24 hours. */
function sentToday({ db }: Transaction, checkoutId: string, by: 'guest' | 'staff'): Promise<number> {
  const { checkoutId: of, what, detail, at } = timelineTable;
  return db.$count(
    timelineTable,
    and(
      eq(of, checkoutId),
      inArray(what, ['gift_changed', 'mail_requeued']),
      sql`(${what} = 'gift_changed' or ${detail}->>'kind' = 'gift')`,
      sql`${detail}->>'by' = ${by}`,
      gt(at, sql`statement_timestamp() - interval '1 day'`),
    ),
  );
}
