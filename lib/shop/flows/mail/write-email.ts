import type { PurchaseProblem } from '../../../locale/messages';
import { formatDay, venueZone } from '../../../locale/venue-time';
import { amountAbove } from '../../../money/money';
import { paidBackOf } from '../../../money/paid-back';
import { confirmationEmail } from '../../../mail/confirmation-email';
import {
  codeEmail,
  eventChangedEmail,
  notChargedEmail,
  notCompletedEmail,
  refundEmail,
  settledEmail,
  staffLookingEmail,
  ticketsReadyEmail,
  type OrderEmail,
  type RenderedEmail,
} from '../../../mail/order-emails';
import { creditUse } from '../../rules/credit';
import type { CheckoutContext } from '../../context';
import { readLatestChange } from '../../data/event-change-store';
import { isWithStaff, findProblem, securedAmount } from '../../rules/with-staff';
import { insertLink } from '../../data/access-store';
import { codeFor } from '../lookup/lookup';
import { codeMinutes } from '../../data/lookup-store';
import { areReady, withDocuments } from '../order/documents';
import { bookingKind } from '../../rules/booking-kind';
import { feesOf } from '../../rules/fees';
import { firstVisit } from '../../rules/first-visit';
import { giftDue } from '../../rules/gift';
import { describeOrdered } from '../visit/describe-ordered';
import { visitsOf } from '../visit/visits';
import { discountsOf } from '../../rules/discount-of';
import type { Checkout, Payment } from '../../rules/checkout';
import { type Line, notCompletedReasons } from '../../values/checkout-values';
import { attachedBytes, mostAttachedBytes } from '../../../mail/mailer';
import { replacedBy } from './replaced-tickets';
import { readWholeCheckout, type WholeCheckout } from '../../data/whole-checkout-store';
import { hashLink, newToken } from '../../tokens';
import { writeCancelled } from './cancelled-email';
import { attachedInvoices, writeCorrected } from './attached-invoices';
import { attachedTickets, kindsOf } from './attached-tickets';
import { emailLineGroups, emailReturns } from './email-lines';
import { changedBooking } from './changed-booking';
import { changeText } from './event-change-text';
import { isTicketLeft, isUndecided, linesLeft } from './lines-left';
import type { MailKind, StoredMail } from '../../data/mail-store';
import { reminderAt } from '../../rules/reminder';
import { writeGoodwill } from './goodwill-email';
import { writeGiftChange } from './gift-change-email';
import { writeGift } from './gift-email';
import { writeInvitation } from './invitation-email';
import { writeMessage, writeTest } from './message-email';
import { writeReminder } from './reminder-email';
import { writeWaitingEmail } from './waiting-email';
import type { Written } from './written';

/** They have the tickets that are valid. */
const ofTickets: ReadonlySet<MailKind> = new Set([
  'confirmation',
  'confirmation_copy',
  'tickets_ready',
  'gift',
  'gift_change',
  'reminder',
]);

export async function writeEmail(context: CheckoutContext, mail: StoredMail): Promise<Written> {
  const { checkoutId, lookupId, waitingEntryId, messageId, kind, recipient } = mail;
  if (kind === 'code') return writeCode(context, lookupId);
  if (kind === 'waiting_joined' || kind === 'waiting_free')
    return writeWaitingEmail(context, waitingEntryId, kind);
  if (kind === 'message_test') return writeTest(context, mail);
  if (kind === 'staff_invitation') return writeInvitation(context, mail.staffAccountId);
  const whole = checkoutId === null ? null : await readWholeCheckout(context.database, checkoutId);
  if (whole === null) throw new Error('an e-mail has no recipient');
  if (ofTickets.has(kind) && whole.isChanged && (await isUndecided(context.database, whole.checkout.id)))
    return { kind: 'early', missing: 'decision' };
  if (kind === 'reminder') return writeReminder(context, whole, () => beginEmail(context, whole.checkout));
  if (kind === 'message')
    return writeMessage(context, whole, messageId, () => beginEmail(context, whole.checkout));
  if (kind === 'gift') return writeGift(context, whole);
  if (kind === 'gift_change') return writeGiftChange(context, whole);
  if (whole.checkout.customer === null) throw new Error('an e-mail has no recipient');
  const { checkout, payments } = whole;
  const to = whole.checkout.customer.email;
  if (kind === 'confirmation') return writeConfirmation(context, whole, to);
  if (kind === 'confirmation_copy') return writeCopy(context, whole, recipient);
  if (kind === 'tickets_ready') {
    const missing = await missingFor(context, whole);
    if (missing !== null) return { kind: 'early', missing };
    return writeTicketsReady(context, whole, to);
  }
  if (kind === 'cancelled') return writeCancelled(context, checkout, (of) => beginEmail(context, of));
  if (kind === 'goodwill') return writeGoodwill(context, checkout, () => beginEmail(context, checkout));
  if (kind === 'event_changed') return writeEventChanged(context, checkout, to);
  if (kind === 'invoice') return writeCorrected(context, checkout, () => beginEmail(context, checkout));
  const email = writeOutcome(kind, checkout, payments, await beginEmail(context, checkout));
  return email === null ? { kind: 'needless' } : { kind: 'email', to, email };
}

async function writeCode(context: CheckoutContext, lookupId: string | null): Promise<Written> {
  if (lookupId === null) throw new Error('a code e-mail has no search');
  const found = await codeFor(context, lookupId);
  if (found === null) return { kind: 'needless' };
  const { to, language, code } = found;
  return {
    kind: 'email',
    to,
    email: codeEmail({ shop: context.shopName, language, code, minutes: codeMinutes }),
  };
}

async function writeConfirmation(
  context: CheckoutContext,
  whole: WholeCheckout,
  to: string,
): Promise<Written> {
  const { checkout, holds, orders, isChanged } = whole;
  const { language, total, invoice, voucher } = checkout;
  const lines = isChanged ? await linesLeft(context, whole) : await describeOrdered(context, holds, language);
  if (lines.length === 0) return { kind: 'needless' };
  const ready = areReady(orders);
  const { attachments: invoiceFiles, invoices } = await attachedInvoices(context, whole);
  const ticketFiles = await attachedTickets(context, whole, lines, invoiceFiles);
  const replaced = await replacedBy(context, whole);
  const email = confirmationEmail({
    ...(await beginEmail(context, checkout)),
    lines: emailLineGroups(lines, language),
    fees: feesOf(holds),
    total: total ?? '0.00',
    voucher: voucher === null || voucher === '' ? null : { code: voucher, ...discountsOf(holds) },
    credit: { ...creditUse(whole), returned: whole.returned },
    replaced: replaced.text,
    changed: isChanged ? await changedBooking(context, whole) : null,
    invoice: [invoice?.company ?? '', invoice?.vatNumber ?? ''].filter((part) => part !== '').join(', '),
    invoices,
    attached: kindsOf(ticketFiles),
    gift: giftOf(context, whole),
    zones: [...new Set(lines.flatMap(zonesOf))],
    returns: emailReturns(lines, language),
    visit: firstVisit(visitsOf({ items: [{ lines }] }), language),
    ready,
    of: bookingKind(lines),
  });
  const files = [...ticketFiles, ...invoiceFiles];
  const all = [...files, ...replaced.creditNotes];
  const attachments = attachedBytes(all) <= mostAttachedBytes ? all : files;
  const { reminderHour } = context;
  const remindAt = reminderHour === null ? null : reminderAt(lines, reminderHour, new Date());
  return {
    kind: 'email',
    to,
    email,
    attachments,
    remindAt,
    ...(ready ? { makesNeedless: 'tickets_ready' } : {}),
  };
}

function giftOf({ timeZone }: CheckoutContext, { checkout, giftDelivery }: WholeCheckout) {
  const { gift, language } = checkout;
  if (gift === null) return null;
  const day =
    giftDue(gift, timeZone, new Date()) === null ? '' : formatDay(gift.date ?? '', language, 'long');
  return { name: gift.name, email: gift.email, day, isSent: giftDelivery?.state === 'sent' };
}

/** The documents that were missing in the confirmation. */
async function writeTicketsReady(
  context: CheckoutContext,
  whole: WholeCheckout,
  to: string,
): Promise<Written> {
  const { checkout, isChanged } = whole;
  if (isChanged && !(await isTicketLeft(context.database, checkout.id))) return { kind: 'needless' };
  const orders = await Promise.all(
    whole.orders.map((order) => withDocuments(context, order, checkout.language)),
  );
  const attachments = await attachedTickets(context, { ...whole, orders }, [], []);
  const email = ticketsReadyEmail({
    ...(await beginEmail(context, checkout)),
    attached: kindsOf(attachments),
    of: bookingKind(whole.holds.flatMap(({ reservation }) => reservation.items)),
  });
  return { kind: 'email', to, email, attachments };
}

/** The confirmation of an order for another address. The customer still gets the e-mail about tickets that come later. */
async function writeCopy(
  context: CheckoutContext,
  whole: WholeCheckout,
  to: string | null,
): Promise<Written> {
  if (to === null || whole.block !== null) return { kind: 'needless' };
  const written = await writeConfirmation(context, whole, to);
  if (written.kind !== 'email') return written;
  const { kind, email, attachments } = written;
  return { kind, to, email, ...(attachments === undefined ? {} : { attachments }) };
}

async function writeEventChanged(context: CheckoutContext, checkout: Checkout, to: string): Promise<Written> {
  const change = await readLatestChange(context.database, checkout.id);
  if (change === null) return { kind: 'needless' };
  const start = await beginEmail(context, checkout);
  return { kind: 'email', to, email: eventChangedEmail({ ...start, ...changeText(change, checkout) }) };
}

function zonesOf({ tickets, timezone }: Line): string[] {
  return tickets.flatMap(({ occursAt }) =>
    occursAt === null ? [] : venueZone(occursAt, timezone ?? undefined),
  );
}

/** Null when all tickets are available, and the confirmation was sent before. */
async function missingFor(
  context: CheckoutContext,
  { checkout, orders, confirmation }: WholeCheckout,
): Promise<'documents' | 'confirmation' | null> {
  if (confirmation === 'sending') return 'confirmation';
  const { language } = checkout;
  const now = await Promise.all(orders.map((order) => withDocuments(context, order, language)));
  return areReady(now) ? null : 'documents';
}

/**
 * The e-mail about a purchase that needs staff or failed. Null when it is no longer true at the time of
 * sending: then another e-mail announces the outcome.
 */
function writeOutcome(
  kind: 'refund' | 'not_charged' | 'staff_looking' | 'settled' | 'not_completed',
  checkout: Checkout,
  payments: readonly Payment[],
  start: OrderEmail,
): RenderedEmail | null {
  const { state, total, customer, settledAs } = checkout;
  const reason = notCompletedReasons.find((one) => one === checkout.reason);
  // The paid one, else the voided one, which has an intent; a page on which nothing was paid has none.
  const returned =
    payments.find((payment) => payment.state === 'paid') ?? payments.find(({ intent }) => intent !== null);
  const unfulfilled = { ...start, amount: returned?.amount ?? '0.00', reason: reason ?? 'order_refused' };
  const amount = securedAmount(payments) ?? total ?? '0.00';
  const email = { ...start, amount, email: customer?.email ?? '' };
  const back = paidBackOf(payments);
  const paidBack = { way: back.way, amount: back.amount ?? amount };
  switch (kind) {
    case 'refund':
      return refundEmail(unfulfilled);
    case 'not_charged':
      return notChargedEmail(unfulfilled);
    case 'staff_looking':
      if (!isWithStaff(checkout)) return null;
      return staffLookingEmail({ ...email, ...aboutMatter(checkout, payments, amount) });
    case 'settled':
      // The customer has had the tickets from the start, and got no other e-mail about it.
      if (checkout.reason === 'capture_failed' && settledAs === 'ordered') return null;
      return settledAs === null ? null : settledEmail({ ...email, ...paidBack, settledAs });
    case 'not_completed':
      return state === 'expired' ? notCompletedEmail({ ...email, reason: reason ?? null }) : null;
  }
}

/** Of a payment of another amount it is told how much was agreed, else how much was paid. */
function aboutMatter(
  checkout: Checkout,
  payments: readonly Payment[],
  paid: string,
): { problem: PurchaseProblem; amount: string } {
  const problem = findProblem(checkout, payments);
  const { total, credit } = checkout;
  return {
    problem,
    amount: problem === 'amount_differs' && total !== null ? amountAbove(total, credit) : paid,
  };
}

/** Each try has a link of its own: only the hash of the token is stored, so a link can't be written twice. */
async function beginEmail(
  context: CheckoutContext,
  { id, language, reference }: Checkout,
): Promise<OrderEmail> {
  const token = newToken();
  await insertLink(context.database.single, hashLink(token, context.linkSecret), id);
  const link = `${context.storefrontUrl}/${language}/orders/link/${token}`;
  return { shop: context.shopName, language, reference, link };
}
