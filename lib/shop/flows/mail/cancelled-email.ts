import { type Cancelled, cancelledEmail } from '../../../mail/cancelled-email';
import type { OrderEmail } from '../../../mail/order-emails';
import type { AmountBack, WayBack } from '../../../mail/ways-back';
import { describeOrdered } from '../visit/describe-ordered';
import { readShownCancellations, type ShownCancellation } from '../../data/shown-cancellations';
import { creditNoteOf } from '../../rules/cancellation';
import { sumAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import { readLatestChange } from '../../data/event-change-store';
import { bookingKind } from '../../rules/booking-kind';
import { readOrders } from '../../data/order-store';
import type { Checkout } from '../../rules/checkout';
import { isSameAddress } from '../../rules/same-address';
import { hasCancelled } from '../../rules/ticket-end';
import { findCheckout } from '../../data/checkout-store';
import { readHolds } from '../../data/hold-store';
import { readPayments } from '../../data/payment-store';
import { attachedCreditNotes } from './attached-invoices';
import { emailLineGroups, emailLines } from './email-lines';
import { changeText } from './event-change-text';
import type { Refund } from '../../tables/refund-table';
import type { Written } from './written';

/**
 * Of which the customer has to be told: all payments have paid it back, and no e-mail has named it. When the organiser
 * has cancelled the session, the customer is told as soon as the tickets are void, before the money is paid back.
 */
function needsEmail(one: ShownCancellation): boolean {
  const { isEnded, settledAs, wholeAt, rebookedTo, amount, toldAt, state, problem, organiserMessage } = one;
  const isVoid =
    state === 'refunding' || state === 'done' || (state === 'attention' && problem !== 'amount_differs');
  return (
    (isEnded || (isVoid && organiserMessage !== null)) &&
    settledAs !== 'nothing' &&
    wholeAt === null &&
    toldAt === null &&
    // The confirmation of the new booking says what was exchanged.
    (rebookedTo === null || amount !== '0.00')
  );
}

/** Of an exchange of several orders, with one that needs an e-mail: it tells of the others, too, whose whole price was credited. */
const isBeside = (one: ShownCancellation, told: readonly ShownCancellation[]): boolean =>
  hasCancelled(one) &&
  one.toldAt === null &&
  one.wholeAt === null &&
  one.rebookedTo !== null &&
  told.some(({ rebookedTo }) => rebookedTo === one.rebookedTo);

/** The cancellations of the purchase of which the customer has not been told. `begin` makes the link to a booking. */
export async function writeCancelled(
  context: CheckoutContext,
  checkout: Checkout,
  begin: (checkout: Checkout) => Promise<OrderEmail>,
): Promise<Written> {
  const all = await readShownCancellations(context.database, checkout.id);
  const told = all.filter(needsEmail);
  if (checkout.customer === null || told.length === 0) return { kind: 'needless' };
  const cancellations = all.filter((one) => told.includes(one) || isBeside(one, told));
  const change = await readLatestChange(context.database, checkout.id);
  const { detailsOf, of } = await describeTickets(context, checkout);
  const waysOf = await waysBack(context, checkout, cancellations);
  const exchanges = await exchangesOf(context, checkout, cancellations, begin);
  const email = cancelledEmail({
    ...(await begin(checkout)),
    of,
    organiser: change?.action === 'refund' ? changeText(change, checkout) : null,
    cancellations: cancellations.map((one) => {
      const ways = waysOf(one);
      return {
        creditNote: creditNoteOf(one),
        tickets: one.tickets.length,
        details: detailsOf(one.tickets),
        amount: paidBackOf(one, ways),
        ways,
        givenBefore: one.givenBefore,
        returned: one.returned ?? '0.00',
        exchangedFor: exchanges.get(one.id) ?? null,
      };
    }),
  });
  const cancellationIds = cancellations.map(({ id }) => id);
  // The confirmation of the new booking has the others.
  const attachments = await attachedCreditNotes(
    context,
    checkout.id,
    told.map(({ id }) => id),
  );
  return { kind: 'email', to: checkout.customer.email, email, attachments, cancellationIds };
}

type ExchangedFor = NonNullable<Cancelled['exchangedFor']>;

/** By the cancellation, what its tickets were exchanged for. The other booking can be that of another person: then nothing of it is shown. */
async function exchangesOf(
  context: CheckoutContext,
  { id: checkoutId, customer }: Checkout,
  cancellations: readonly ShownCancellation[],
  begin: (checkout: Checkout) => Promise<OrderEmail>,
): Promise<Map<string, ExchangedFor>> {
  const bookings = new Map<string, Pick<ExchangedFor, 'page' | 'lines'>>();
  const exchanges = new Map<string, ExchangedFor>();
  for (const { id, rebookedTo, rebookedReference: reference, credited } of cancellations) {
    if (rebookedTo === null || reference === null) continue;
    let booking = bookings.get(rebookedTo);
    if (booking === undefined) {
      const other = await findCheckout(context.database, rebookedTo);
      booking =
        other !== null && isSameAddress(other.customer?.email, customer?.email)
          ? { page: (await begin(other)).link, lines: await linesFor(context, checkoutId, other) }
          : { page: null, lines: [] };
      bookings.set(rebookedTo, booking);
    }
    exchanges.set(id, { reference, credited: credited ?? '0.00', ...booking });
  }
  return exchanges;
}

/** What was bought for the tickets of an earlier booking: those of the same sellers. */
async function linesFor(context: CheckoutContext, earlierId: string, { id, language }: Checkout) {
  const earlier = new Set((await readHolds(context.database, earlierId)).map(({ catalogId }) => catalogId));
  const own = (await readHolds(context.database, id)).filter(({ catalogId }) => earlier.has(catalogId));
  return emailLineGroups(await describeOrdered(context, own, language), language);
}

/** Without what staff have decided not to pay back. */
function paidBackOf({ amount }: ShownCancellation, ways: readonly AmountBack[]): string {
  return ways.length === 0 ? amount : sumAmounts(ways.map((one) => one.amount));
}

type Returning = Pick<Refund, 'paymentId' | 'paidBack' | 'amount'>;

/**
 * For a cancellation: in which ways its money goes back, and how much in each. Tickets that were exchanged are refunded
 * from payments of earlier purchases, too.
 */
async function waysBack(
  { database }: CheckoutContext,
  { id }: Checkout,
  cancellations: readonly ShownCancellation[],
): Promise<(one: ShownCancellation) => AmountBack[]> {
  const others = cancellations.flatMap(({ parts }) => parts.map(({ checkoutId }) => checkoutId));
  const purchases = [...new Set([id, ...others])];
  const payments = (await Promise.all(purchases.map((one) => readPayments(database, one)))).flat();
  const wayOf = ({ paymentId, paidBack }: Returning): WayBack => {
    if (paidBack !== null) return paidBack;
    return payments.some((one) => one.id === paymentId && one.method !== 'provider') ? 'counter' : 'provider';
  };
  return ({ refund, parts }) => {
    const own = refund === null || refund.state === 'waived' ? [] : [refund];
    const others = parts.filter((part) => part.settledAs !== 'nothing');
    const rows: Returning[] = [...own, ...others].filter(
      ({ paymentId, paidBack }) => paymentId !== null || paidBack !== null,
    );
    return [...new Set(rows.map(wayOf))].map((way) => ({
      way,
      amount: sumAmounts(rows.filter((row) => wayOf(row) === way).map(({ amount }) => amount)),
    }));
  };
}

/** For paths of single tickets: the names of what was bought, and when it takes place; and whether all of it are gift cards. */
async function describeTickets(context: CheckoutContext, { id, language }: Checkout) {
  const [orders, holds] = await Promise.all([
    readOrders(context.database, id),
    readHolds(context.database, id),
  ]);
  const items = await Promise.all(
    orders.map(async ({ reservationId, data }) => {
      const lines = await describeOrdered(
        context,
        holds.filter((hold) => hold.reservationId === reservationId),
        language,
      );
      return emailLines(lines, language).map(({ title, details }, position) => ({
        paths: data.items[position]?.tickets ?? [],
        details: [title, ...details],
      }));
    }),
  );
  const detailsOf = (tickets: readonly string[]) =>
    items.flat().flatMap(({ paths, details }) => (tickets.some((one) => paths.includes(one)) ? details : []));
  return { detailsOf, of: bookingKind(holds.flatMap(({ reservation }) => reservation.items)) };
}
