import { compareAmounts, fromCents, sumAmounts } from '../../money/money';
import type { Checkout } from '../checkout';
import type { MailServer } from './mail-server';
import type { PaymentServer } from './payment-server';
import { intentOf } from './payment-resources';
import type { TicketingServer } from './ticketing';

/** A purchase as a customer knows it. */
export interface Purchase {
  checkoutId: string;
  reference: string;
  email: string;
  /** The ends for which its page is true; where it was looked at. */
  page?: readonly End[];
}

export type End = 'ordered' | 'refunded' | 'voided' | 'not paid';

export interface Audit {
  /** How many purchases ended how. */
  ended: Record<End, number>;
  /** How many customers the provider charged, or set money aside of. */
  paid: number;
  /** Everything that is not as it should be, in words. */
  wrong: string[];
}

interface Judges {
  ticketing: Pick<TicketingServer, 'orders'>;
  provider: Pick<PaymentServer, 'sessions' | 'intents' | 'refunded'>;
  mailbox: Pick<MailServer, 'mails'>;
}

/** What an e-mail says, by its subject in English without the reference; null: nothing yet, an answer follows. */
const said: Record<string, readonly End[] | null> = {
  'We are looking into your order – order ': null,
  'Your tickets – order ': ['ordered'],
  'Your order is confirmed – order ': ['ordered'],
  'Your tickets are ready – order ': ['ordered'],
  'Your order stands – order ': ['ordered'],
  'Your money is on its way back – order ': ['refunded'],
  // Staff may have let go what was only set aside.
  'Your money was given back – order ': ['refunded', 'voided'],
  'You were not charged – order ': ['voided'],
  'This booking is closed – order ': ['not paid'],
  'We could not complete your order – order ': ['not paid'],
};

/** What is wrong with the e-mails of a purchase that ended so, in words. */
function judgeLetters(letters: readonly string[], end: End): string[] {
  const unknown = letters.filter((letter) => said[letter] === undefined);
  const answers = letters.flatMap((letter) => {
    const ends = said[letter];
    return ends === undefined || ends === null ? [] : [{ letter, ends }];
  });
  const untrue = answers.filter(({ ends }) => !ends.includes(end));
  // Sent twice by a process that died in between, a letter is still one: both have one name.
  const isAnswered = end === 'not paid' ? answers.length <= 1 : answers.length === 1;
  return [
    ...unknown.map((letter) => `an unknown letter: ${letter}`),
    ...untrue.map(({ letter }) => `the letter of another end: ${letter}`),
    ...(isAnswered ? [] : ['not one letter']),
  ];
}

/** What the page of a purchase says: the ends for which it is true. */
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

/** What became of purchases by the books of the service, the payment provider and the mailbox; our own are not asked. */
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
    for (const what of judgeLetters(found.letters, end.end)) tell(what);
    const page = purchase.page ?? [end.end];
    if (!page.includes(end.end)) tell(`its page says something else: ${page.join(' or ')}`);
  }
  const known = new Set(purchases.map(({ reference }) => reference));
  const strange = judges.ticketing.orders.filter((order) => !known.has(order.externalReference ?? ''));
  if (strange.length > 0) wrong.push(`${strange.length} orders of nobody`);
  return { ended, paid, wrong };
}

interface Found {
  payments: number;
  /** The shop has it now, in all. */
  kept: string;
  refunded: string;
  /** Set aside, and neither taken nor let go. */
  aside: number;
  voided: number;
  orders: number;
  /** Reservations that were ordered. */
  reservations: number;
  ordered: string;
  /** The subjects of its letters, without the reference. */
  letters: string[];
}

function lookUp({ ticketing, provider, mailbox }: Judges, purchase: Purchase): Found {
  const intents = [...provider.sessions.values()]
    .filter(({ reference }) => reference === purchase.checkoutId)
    .flatMap(({ id }) => provider.intents.get(intentOf(id)) ?? []);
  const backOf = (id: string) => provider.refunded.get(id) ?? 0;
  const orders = ticketing.orders.filter((order) => order.externalReference === purchase.reference);
  const mails = mailbox.mails.filter(({ recipients }) => recipients.includes(purchase.email));
  const letters = new Map(
    mails.map(({ mail }) => [mail.messageId, (mail.subject ?? '').replace(purchase.reference, '')]),
  );
  return {
    payments: intents.length,
    kept: sumAmounts(intents.map(({ id, received }) => fromCents(received - backOf(id)))),
    refunded: sumAmounts(intents.map(({ id }) => fromCents(backOf(id)))),
    aside: intents.filter(({ status }) => status === 'requires_capture').length,
    voided: intents.filter(({ status }) => status === 'canceled').length,
    orders: orders.length,
    reservations: new Set(orders.map(({ reservation }) => reservation)).size,
    ordered: sumAmounts(orders.map(({ totalAmountInclTax }) => totalAmountInclTax)),
    letters: [...letters.values()],
  };
}

function judge(found: Found): { end: End } | { wrong: string } {
  const { payments, kept, refunded, aside, voided, orders, reservations, ordered } = found;
  const isBack = compareAmounts(refunded, '0.00') > 0;
  if (payments > 1) return { wrong: 'paid twice' };
  if (orders > reservations) return { wrong: 'ordered twice' };
  if (orders > 0 && payments === 0) return { wrong: 'ordered and not paid' };
  if (orders > 0 && (isBack || voided > 0)) return { wrong: 'both an order and the money back' };
  if (aside > 0) return { wrong: 'money is set aside for good' };
  if (orders > 0)
    return compareAmounts(kept, ordered) === 0
      ? { end: 'ordered' }
      : { wrong: 'charged something else than ordered' };
  if (payments === 0) return { end: 'not paid' };
  if (compareAmounts(kept, '0.00') !== 0)
    return { wrong: isBack ? 'refunded in part' : 'neither an order nor the money back' };
  return { end: isBack ? 'refunded' : 'voided' };
}
