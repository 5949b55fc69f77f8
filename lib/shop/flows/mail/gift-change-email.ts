import { lastSegment } from '../../../contract/iri';
import { giftChangeEmail } from '../../../mail/gift-change-email';
import type { CheckoutContext } from '../../context';
import { bindingCancellations } from '../../data/cancellation-store';
import { readLatestChange } from '../../data/event-change-store';
import { type HasLearnt, toldOfGift } from '../../data/gift-mail-store';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { bookingKind } from '../../rules/booking-kind';
import { giftDue } from '../../rules/gift';
import { linesWithout, notCalledOff } from '../../rules/valid-lines';
import type { EventChange } from '../../tables/event-change-table';
import { emailLineGroups } from './email-lines';
import { changeText } from './event-change-text';
import { giftLink, giver } from './gift-email';
import { describedOrders } from './lines-left';
import type { Written } from './written';

/** How soon it is looked again whether the gift was sent. */
const sendingSeconds = 60;

/**
 * For the person who has got a booking as a gift: what was cancelled, exchanged or moved since the last e-mail to them. Nothing
 * before the gift was sent: it shows what is left.
 */
export async function writeGiftChange(
  context: CheckoutContext,
  whole: WholeCheckout,
  now = new Date(),
): Promise<Written> {
  const { checkout, block, giftDelivery } = whole;
  const { id, gift, customer, language } = checkout;
  if (gift === null || customer === null || block !== null) return { kind: 'needless' };
  // The gift itself shows what is left, on its day and to whom it is given then.
  const isWaiting = giftDelivery?.state === 'waiting';
  if (isWaiting && giftDue(gift, context.timeZone, now) !== null) return { kind: 'needless' };
  const hasLearnt = await toldOfGift(context.database, id);
  if (hasLearnt === null) {
    // It was being sent when something changed.
    if (!isWaiting) return { kind: 'needless' };
    return { kind: 'later', at: new Date(now.getTime() + sendingSeconds * 1_000) };
  }
  const cancellations = await bindingCancellations(context.database, id);
  const news = cancellations.filter((one) => !hasLearnt(one));
  const change = await newChange(context, whole, hasLearnt);
  if (news.length === 0 && change === null) return { kind: 'needless' };
  const orders = await describedOrders(context, whole);
  const ticketsOf = (some: typeof news) => some.flatMap(({ tickets }) => tickets);
  const ended = new Set(ticketsOf(news).map(lastSegment));
  const all = orders.orders.flatMap(({ data }) => data.items.flatMap(({ tickets = [] }) => tickets));
  const others = all.filter((path) => !ended.has(lastSegment(path)));
  const email = giftChangeEmail({
    shop: context.shopName,
    language,
    link: giftLink(context, checkout, gift),
    from: giver(customer),
    organiser:
      change === null
        ? null
        : { isCancelled: change.action === 'refund', texts: changeText(change, checkout) },
    ended: news.length === 0 ? [] : emailLineGroups(linesWithout(orders, others), language),
    left: emailLineGroups(linesWithout(orders, ticketsOf(cancellations)).filter(notCalledOff), language),
    of: bookingKind(orders.items.flatMap(({ lines }) => lines)),
  });
  const tells = [...news, ...(change === null ? [] : [change])].map((one) => one.id);
  return { kind: 'email', to: gift.email, email, tells };
}

/** What the organiser has changed since the gift was sent, of which the person has not been told. */
async function newChange(
  { database }: CheckoutContext,
  { checkout, giftDelivery }: WholeCheckout,
  hasLearnt: HasLearnt,
): Promise<EventChange | null> {
  const change = await readLatestChange(database, checkout.id);
  if (change === null || hasLearnt(change)) return null;
  const sentAt = giftDelivery?.sentAt ?? null;
  return sentAt !== null && change.createdAt.getTime() < Date.parse(sentAt) ? null : change;
}
