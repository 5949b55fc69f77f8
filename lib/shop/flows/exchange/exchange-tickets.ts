import { compareAmounts, sumAmounts } from '../../../money/money';
import type { CancellationTerms } from '../../../contract/cancellation';
import type { CheckoutContext } from '../../context';
import { bindingCancellations } from '../../data/cancellation-store';
import { awaitsLostRefund } from '../refund/lost-refunds';
import { refundableIn } from '../refund/refund-parts';
import { unitsOfTickets } from '../cancellation/request-cancellation';
import { refreshVoucher } from '../voucher/apply-voucher';
import { learnIncidents } from '../payment/learn-incidents';
import { readOrders } from '../../data/order-store';
import { readHolds } from '../../data/hold-store';
import type { Checkout, Hold } from '../../rules/checkout';
import { ofSeller } from '../../rules/credit';
import { ticketsByOrder } from '../../rules/tickets-by-order';
import { entriesSchema } from '../../values/checkout-values';
import { findCheckout, lockCheckout, saveEntries } from '../../data/checkout-store';
import { note, noteByStaff } from '../../data/timeline-store';
import { deleteRebooking, findRebooking, saveRebooking } from '../../data/rebooking-store';
import { deleteStarted } from '../../data/started-exchange-store';
import type { Rebooking } from '../../tables/rebooking-table';

type Asking = Pick<CheckoutContext, 'database' | 'client' | 'payments' | 'report'>;

export type ExchangeRequest = Pick<Rebooking, 'checkoutId' | 'earlierId' | 'tickets' | 'staff' | 'override'>;

/**
 * `credited`: the checkout has the credit. `not_possible`: the rule of the product does not allow it. `changed`: the
 * tickets are not (any more) units of the order that are valid. `disputed`: the bank may return the money. `given_back`: of
 * what was paid less is left than their price. `gift_card`: the checkout has a gift card of their seller. `not_held`: it has
 * ended, or a payment is open. `not_ordered`, `unsupported`: as for a cancellation.
 */
export type ExchangeAnswer =
  | 'credited'
  | 'not_possible'
  | 'changed'
  | 'disputed'
  | 'given_back'
  | 'gift_card'
  | 'not_held'
  | 'not_ordered'
  | 'unsupported';

/**
 * Tickets of earlier orders of one seller become credit of a held checkout. They stay valid until it is ordered: then the service
 * cancels them in the same step. Throws ServiceError while the service can't be asked for the terms.
 */
export async function exchangeTickets(context: Asking, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const { database } = context;
  const { checkoutId, tickets, staff } = request;
  const read = await readCredit(context, request);
  if (read.kind === 'refused') return read.why;
  const { earlier, credit, catalogId } = read;
  return database.transaction(async (transaction): Promise<ExchangeAnswer> => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout?.state !== 'held') return 'not_held';
    await saveRebooking(transaction, { ...request, ...credit, catalogId });
    const isCounter = checkout.channel === 'counter';
    if (checkout.entries.email === '')
      await saveEntries(
        transaction,
        checkoutId,
        isCounter ? atCounter(earlier) : withoutGift(knownEntries(earlier)),
      );
    const detail = { earlier: earlier.reference, amount: credit.amount, tickets: tickets.length };
    await (staff === null
      ? note(transaction, checkoutId, 'tickets_credited', { ...detail, by: 'guest' })
      : noteByStaff(transaction, checkoutId, 'tickets_credited', { ...detail, staff }));
    return 'credited';
  });
}

/** Why tickets can't pay for a checkout. */
export type CreditRefusal = Exclude<ExchangeAnswer, 'credited' | 'not_held'>;

type ReadCredit =
  | { kind: 'credit'; earlier: Checkout; catalogId: string; credit: Credit }
  | { kind: 'refused'; why: CreditRefusal };

/** What the tickets can pay now. Throws ServiceError while the service can't be asked for the terms. */
export async function readCredit(
  context: Asking,
  { checkoutId, earlierId, tickets, override }: Omit<ExchangeRequest, 'staff'>,
): Promise<ReadCredit> {
  const { database, client } = context;
  const refused = (why: CreditRefusal): ReadCredit => ({ kind: 'refused', why });
  const earlier = await findCheckout(database, earlierId);
  const placed = await readOrders(database, earlierId);
  const orders = ticketsByOrder(tickets).map(({ orderId }) => placed.find(({ id }) => id === orderId));
  const [first] = orders;
  if (orders.length === 0) return refused('changed');
  if (earlier?.state !== 'ordered' || first === undefined || earlierId === checkoutId)
    return refused('not_ordered');
  const { catalogId } = first;
  if (orders.some((order) => order?.catalogId !== catalogId)) return refused('not_ordered');
  // Tickets that can't be given back would become a gift card that can.
  if (ofSeller(await readHolds(database, checkoutId), { catalogId }).some(isGiftCard))
    return refused('gift_card');
  const bound = (await bindingCancellations(database, earlierId)).flatMap((one) => one.tickets);
  if (tickets.some((ticket) => bound.includes(ticket))) return refused('changed');
  const terms = await Promise.all(
    orders.map((order) => client.getCancellationTerms(order?.id ?? '', earlier)),
  );
  const units: CancellationTerms['units'] = [];
  for (const one of terms) {
    if (one.kind !== 'found') return refused(one.kind === 'missing' ? 'not_ordered' : 'unsupported');
    units.push(...one.terms.units);
  }
  const credit = creditOf({ units }, { tickets, override });
  if (typeof credit !== 'object') return refused(credit);
  // Staff may have refunded the payment at the provider's pages: then the tickets pay for nothing.
  await learnIncidents(context, earlierId);
  const left = await refundableIn(database, earlierId);
  if (left === null) return refused('disputed');
  // They may be the tickets that were refunded before.
  if (await awaitsLostRefund(database, earlierId)) return refused('given_back');
  if (compareAmounts(credit.amount, left) > 0) return refused('given_back');
  return { kind: 'credit', earlier, catalogId, credit };
}

const isGiftCard = ({ reservation }: Pick<Hold, 'reservation'>) =>
  reservation.items.some(({ giftCard }) => giftCard === true);

/** At the counter only who buys is filled in, and the language: how the earlier tickets were paid is another matter. */
function atCounter(earlier: Checkout): Checkout['entries'] {
  return { ...knownEntries(earlier), more: { language: [earlier.language] } };
}

/** What the customer typed, with the address and the number at which staff reach them now. */
function knownEntries({ entries, customer, email }: Checkout): Checkout['entries'] {
  return customer === null || email === null
    ? entries
    : { ...entries, email: customer.email, phone: customer.phone ?? '' };
}

/** To whom the earlier tickets were given, with what words, was said of these. */
function withoutGift({ more, ...entries }: Checkout['entries']): Checkout['entries'] {
  if (more === undefined) return entries;
  const kept = Object.entries(more).filter(([name]) => !giftEntry.test(name));
  return { ...entries, more: Object.fromEntries(kept) };
}

const giftEntry = /^gift(?:Name|Email|Message|Date)$/;

/** What was paid for the tickets, and how much of it may be paid back; null: all. */
interface Credit {
  amount: string;
  refundable: string | null;
}

/** Pure: see `Credit`; or why the tickets can't be exchanged. */
function creditOf(
  { units }: Pick<CancellationTerms, 'units'>,
  { tickets, override }: Pick<ExchangeRequest, 'tickets' | 'override'>,
): Credit | 'changed' | 'not_possible' {
  const chosen = unitsOfTickets(units, tickets);
  const isOver = chosen?.some(
    ({ rebookingObstacle }) => rebookingObstacle === 'CANCELLED' || rebookingObstacle === 'REDEEMED',
  );
  if (chosen === null || isOver === true) return 'changed';
  if (!override && chosen.some(({ rebookable }) => !rebookable)) return 'not_possible';
  return {
    amount: sumAmounts(chosen.map(({ paidAmountInclTax }) => paidAmountInclTax)),
    refundable: override ? null : sumAmounts(chosen.map(({ refundAmountInclTax }) => refundAmountInclTax)),
  };
}

/**
 * The tickets are kept, and the checkout is paid without their credit, and without the use of their voucher. False if it is
 * not held any more.
 */
export async function keepTickets(context: CheckoutContext, checkoutId: string): Promise<boolean> {
  const isKept = await context.database.transaction(async (transaction) => {
    const checkout = await lockCheckout(transaction, checkoutId);
    if (checkout?.state !== 'held') return false;
    const rebooking = await findRebooking(transaction, checkoutId);
    const earlier = rebooking === null ? null : await findCheckout(transaction, rebooking.earlierId);
    // At the counter the next customer may be another one: the details of the earlier one do not stay in the sale.
    if (
      checkout.channel === 'counter' &&
      earlier !== null &&
      checkout.entries.email === knownEntries(earlier).email
    )
      await saveEntries(transaction, checkoutId, entriesSchema.parse({}));
    await deleteRebooking(transaction, checkoutId);
    if (rebooking !== null) await deleteStarted(transaction, rebooking.earlierId);
    return true;
  });
  if (isKept) await refreshVoucher(context, checkoutId);
  return isKept;
}
