import { compareAmounts, fromCents, sumAmounts } from '@/lib/money/money';
import type { Checkout } from '@/lib/shop/rules/checkout';
import type { MailServer } from '@/testing/fakes/mail/mail-server';
import type { StripeServer } from '@/testing/fakes/stripe/stripe-server';
import type { TicketingServer } from '@/testing/service/service';
import { numberedSubject } from './numbered-subject';

/** A purchase from the customer's point of view. */
export interface Purchase {
  checkoutId: string;
  reference: string;
  email: string;
  /** The ends that its page is true for, if the test looked at the page. */
  page?: readonly End[];
}

export type End = 'ordered' | 'refunded' | 'voided' | 'not paid';

export interface Audit {
  /** How many purchases had each end. */
  ended: Record<End, number>;
  /** How many customers the provider charged, or has an authorization of. */
  paid: number;
  /** Everything that is wrong, in words. */
  wrong: string[];
}

interface Judges {
  ticketing: Pick<TicketingServer, 'orders'>;
  provider: Pick<StripeServer, 'sessions' | 'intents' | 'refunded'>;
  mailbox: Pick<MailServer, 'mails'>;
}

/**
 * The ends that each e-mail is true for, by its English subject without the reference; null: another e-mail
 * must follow.
 */
const said: Record<string, readonly End[] | null> = {
  'We are looking into your order – booking ': null,
  'Your tickets – booking ': ['ordered'],
  'Your gift card – booking ': ['ordered'],
  'Your order is confirmed – booking ': ['ordered'],
  'Your tickets are ready – booking ': ['ordered'],
  'Your gift card is ready – booking ': ['ordered'],
  'Your visit is tomorrow – booking ': ['ordered'],
  'Your new invoice – booking ': ['ordered'],
  'Money back – booking ': ['ordered'],
  'Your order stands – booking ': ['ordered'],
  'Your money is on its way back – booking ': ['refunded'],
  // Staff may have voided a payment that was only authorized.
  'Your money has been returned – booking ': ['refunded', 'voided'],
  'You were not charged – booking ': ['voided'],
  'This booking is closed – booking ': ['not paid'],
  'We could not complete your order – booking ': ['not paid'],
};

/** Whether an e-mail says how a purchase has ended, by its subject without the reference. */
export const isAboutEnd = (email: string) => said[email] !== undefined && !isLater(email);

/** It comes after the confirmation. */
const isLater = (email: string) =>
  /^(Your (tickets are ready|gift card is ready|visit is tomorrow|new invoice)|Money back) /.test(email);

/** What is wrong with the e-mails of a purchase with this end, in words. */
export function judgeEmails(emails: readonly string[], end: End): string[] {
  const unknown = emails.filter((email) => said[email] === undefined);
  const answers = emails.flatMap((email) => {
    const ends = said[email];
    return ends === undefined || ends === null ? [] : [{ email, ends }];
  });
  const untrue = answers.filter(({ ends }) => !ends.includes(end));
  // If a process crashes after sending, the e-mail is sent again with the same message ID and counts once.
  const isAnswered = end === 'not paid' ? answers.length <= 1 : answers.length === 1;
  return [
    ...unknown.map((email) => `an unknown e-mail: ${email}`),
    ...untrue.map(({ email }) => `the e-mail of another end: ${email}`),
    ...(isAnswered ? [] : ['not one e-mail']),
  ];
}

/** The ends that a purchase's page is true for. */
export function pageSays({ state, settledAs }: Pick<Checkout, 'state' | 'settledAs'>): readonly End[] {
  switch (state) {
    case 'ordered':
    case 'capturing':
      return ['ordered'];
    case 'refunded':
      return ['refunded'];
    case 'voided':
      return ['voided'];
    case 'held':
    case 'paying':
    case 'expired':
    case 'cancelled':
      return ['not paid'];
    case 'attention':
      return settledAs === 'ordered' ? ['ordered'] : settledAs === 'refunded' ? ['refunded', 'voided'] : [];
    case 'paid':
    case 'ordering':
    case 'refunding':
    case 'voiding':
      return [];
  }
}

/**
 * The results of purchases according to the books of the service, the payment provider and the mailbox; the
 * shop's own books are not used.
 */
export function audit(judges: Judges, purchases: readonly Purchase[]): Audit {
  const ended: Audit['ended'] = { ordered: 0, refunded: 0, voided: 0, 'not paid': 0 };
  const wrong: string[] = [];
  let paid = 0;
  for (const purchase of purchases) {
    const found = lookUp(judges, purchase);
    if (found.payments > 0) paid += 1;
    const end = judge(found);
    const tell = (what: string) => wrong.push(`${purchase.reference}: ${what} (${JSON.stringify(found)})`);
    if ('wrong' in end) {
      tell(end.wrong);
      continue;
    }
    ended[end.end] += 1;
    for (const what of judgeEmails(found.emails, end.end)) tell(what);
    const page = purchase.page ?? [end.end];
    if (!page.includes(end.end)) tell(`its page says something else: ${page.join(' or ')}`);
  }
  const known = new Set(purchases.map(({ reference }) => reference));
  const strange = judges.ticketing.orders.filter((order) => !known.has(order.externalReference ?? ''));
  if (strange.length > 0) wrong.push(`${strange.length} orders without a purchase`);
  return { ended, paid, wrong };
}

interface Found {
  payments: number;
  /** The total that the shop has now. */
  kept: string;
  refunded: string;
  /** Payments that are authorized, and neither captured nor voided. */
  authorized: number;
  voided: number;
  orders: number;
  /** The number of ordered reservations. */
  reservations: number;
  ordered: string;
  /** The subjects of its e-mails, without the reference. */
  emails: string[];
}

function lookUp({ ticketing, provider, mailbox }: Judges, purchase: Purchase): Found {
  const intents = [...provider.sessions.values()]
    .filter(({ clientReferenceId }) => clientReferenceId === purchase.checkoutId)
    .flatMap(({ intentId }) => provider.intents.get(intentId ?? '') ?? []);
  const backOf = (id: string) => provider.refunded.get(id) ?? 0;
  const orders = ticketing.orders.filter((order) => order.externalReference === purchase.reference);
  const mails = mailbox.mails.filter(({ recipients }) => recipients.includes(purchase.email));
  const emails = new Map(
    mails.map(({ mail }) => [mail.messageId, numberedSubject(mail).replace(purchase.reference, '')]),
  );
  return {
    payments: intents.length,
    kept: sumAmounts(intents.map(({ id, amountReceived }) => fromCents(amountReceived - backOf(id)))),
    refunded: sumAmounts(intents.map(({ id }) => fromCents(backOf(id)))),
    authorized: intents.filter(({ status }) => status === 'requires_capture').length,
    voided: intents.filter(({ status }) => status === 'canceled').length,
    orders: orders.length,
    reservations: new Set(orders.map(({ reservation }) => reservation)).size,
    ordered: sumAmounts(orders.map(({ totalAmountInclTax }) => totalAmountInclTax)),
    emails: [...emails.values()],
  };
}

function judge(found: Found): { end: End } | { wrong: string } {
  const { payments, kept, refunded, authorized, voided, orders, reservations, ordered } = found;
  const isBack = compareAmounts(refunded, '0.00') > 0;
  if (payments > 1) return { wrong: 'paid twice' };
  if (orders > reservations) return { wrong: 'ordered twice' };
  if (orders > 0 && payments === 0) return { wrong: 'ordered and not paid' };
  if (orders > 0 && (isBack || voided > 0)) return { wrong: 'both an order and the money back' };
  if (authorized > 0) return { wrong: 'a payment stays authorized' };
  if (orders > 0)
    return compareAmounts(kept, ordered) === 0
      ? { end: 'ordered' }
      : { wrong: 'charged something else than ordered' };
  if (payments === 0) return { end: 'not paid' };
  if (compareAmounts(kept, '0.00') !== 0)
    return { wrong: isBack ? 'refunded in part' : 'neither an order nor the money back' };
  return { end: isBack ? 'refunded' : 'voided' };
}
