import { giftEmail } from '../../../mail/gift-email';
import type { CheckoutContext } from '../../context';
import type { WholeCheckout } from '../../data/whole-checkout-store';
import { bookingKind } from '../../rules/booking-kind';
import type { Customer } from '../../../contract/customer';
import { bindingCancellations } from '../../data/cancellation-store';
import type { Checkout } from '../../rules/checkout';
import { giftDue } from '../../rules/gift';
import type { Gift } from '../../values/checkout-values';
import { giftToken } from '../lookup/ticket-link';
import { areReady, withDocuments } from '../order/documents';
import { attachedTickets, kindsOf } from './attached-tickets';
import { emailLineGroups } from './email-lines';
import { linesWithout, notCalledOff } from '../../rules/valid-lines';
import { describedOrders } from './lines-left';
import type { Written } from './written';

/** How soon it is looked again whether the payment of an order was captured. */
const captureSeconds = 60;

/**
 * The tickets for the person to whom they are given, on the day that the customer chose, once all are there. Not those that
 * are blocked, cancelled or called off.
 */
export async function writeGift(
  context: CheckoutContext,
  whole: WholeCheckout,
  now = new Date(),
): Promise<Written> {
  const { checkout, block } = whole;
  const { id, gift, customer, language } = checkout;
  if (gift === null || customer === null || block !== null) return { kind: 'needless' };
  if (isBeingPaid(checkout)) return { kind: 'later', at: new Date(now.getTime() + captureSeconds * 1_000) };
  if (!isPaid(checkout)) return { kind: 'needless' };
  const due = giftDue(gift, context.timeZone, now);
  if (due !== null && due > now) return { kind: 'later', at: due };
  // They are not in it: the person is not told of them later.
  const ended = whole.isChanged ? await bindingCancellations(context.database, id) : [];
  if (ended.some(({ state }) => state === 'requested')) return { kind: 'early', missing: 'decision' };
  const tells = ended.map((one) => one.id);
  const gone = ended.flatMap(({ tickets }) => tickets);
  const lines = linesWithout(await describedOrders(context, whole), gone).filter(notCalledOff);
  if (lines.length === 0) return { kind: 'needless' };
  const orders = await Promise.all(whole.orders.map((order) => withDocuments(context, order, language)));
  if (!areReady(orders)) return { kind: 'early', missing: 'documents' };
  const attachments = await attachedTickets(context, { ...whole, orders }, lines, [], true);
  const email = giftEmail({
    shop: context.shopName,
    language,
    link: giftLink(context, checkout, gift),
    from: giver(customer),
    name: gift.name,
    message: gift.message,
    lines: emailLineGroups(lines, language),
    attached: kindsOf(attachments),
    of: bookingKind(lines),
  });
  return { kind: 'email', to: gift.email, email, attachments, tells };
}

/** The page with the tickets of a gift. */
export function giftLink(
  { storefrontUrl, linkSecret }: CheckoutContext,
  { id: checkoutId, language }: Pick<Checkout, 'id' | 'language'>,
  { email }: Gift,
): string {
  return `${storefrontUrl}/${language}/tickets/${giftToken({ checkoutId, email }, linkSecret)}`;
}

export const giver = ({ firstname, lastname }: Pick<Customer, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`;

type Paying = Pick<WholeCheckout['checkout'], 'state' | 'reason' | 'settledAs'>;

/** There is an order, and its payment is not captured yet. */
const isBeingPaid = ({ state, reason, settledAs }: Paying) =>
  state === 'capturing' || (state === 'attention' && reason === 'capture_failed' && settledAs === null);

const isPaid = ({ state, settledAs }: Paying) =>
  state === 'ordered' || (state === 'attention' && settledAs === 'ordered');
