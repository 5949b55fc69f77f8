import { messages } from '../locale/messages';

interface AlertWords {
  title: string;
  toDo: string;
}

const staffList = 'then say so in the staff’s list';

/** What is said of each kind of alert, and what the operator has to do. */
const kinds = {
  checkout_needs_attention: { title: 'A purchase needs staff', toDo: messages.en.staff.reasons.unknown },
  checkout_overdue: {
    title: 'A purchase takes too long',
    toDo: 'Open it and see what it waits for. The storefront goes on trying.',
  },
  email_failed: {
    title: 'An e-mail could not be delivered',
    toDo: 'Check the address, and send the e-mail again from the page of the purchase.',
  },
  reconciliation_finding: {
    title: 'The reconciliation found something that does not match',
    toDo: 'Run “npm run reconcile”: it prints what to do for each finding.',
  },
  payment_incident: {
    title: 'Something happened to a payment after the purchase',
    toDo: 'Look at the payment at the provider and at the page of the purchase.',
  },
  unreadable_row: {
    title: 'A row in the database can’t be read by this version',
    toDo: 'It was set aside, and the others go on. See the log for what is wrong with it.',
  },
  other: {
    title: 'An alert of another version of the storefront',
    toDo: 'See its log.',
  },
} as const satisfies Record<string, AlertWords>;
type AlertKind = keyof typeof kinds;

/** Of alerts about payments: by what happened. */
const incidents = {
  dispute_open: {
    title: 'A bank disputes a payment: answer it',
    toDo: `Answer at the payment provider, with evidence of the order; ${staffList}.`,
  },
  dispute_lost: {
    title: 'A dispute is lost: the tickets can be blocked',
    toDo: `The bank has decided for the cardholder, and the money has gone back. Decide on the page of the purchase whether to block the tickets; ${staffList}.`,
  },
  dispute_won: {
    title: 'A dispute is won',
    toDo: `The bank has decided for the shop, and the payment stands. Unblock the tickets if they are blocked; ${staffList}.`,
  },
  dispute_closed: {
    title: 'The inquiry of a bank is closed',
    toDo: `It ended without a decision against the payment. There is nothing to do; ${staffList}.`,
  },
  refund_failed: {
    title: 'A refund failed: pay the customer another way',
    toDo: `The money came back to the shop after the refund was made. Refund it again at the payment provider, or pay the customer another way; ${staffList}.`,
  },
  fraud_warning: {
    title: 'A fraud warning for a payment: look at it',
    toDo: `The card’s issuer suspects fraud; nothing is decided. Look at the payment at the provider. A refund there can prevent a dispute; ${staffList}.`,
  },
  refunded_at_provider: {
    title: 'A payment was refunded at the provider, and its order stands',
    toDo: `Cancel the tickets at the issuer if they are not to be used; ${staffList}.`,
  },
  payment_unexpected: {
    title: 'A payment came that fits no purchase: refund it',
    toDo: 'The purchase was paid or settled already. Refund the payment named here at the payment provider; then open the purchase once, and the entry leaves the staff’s list.',
  },
  payment_refused: {
    title: 'The payment provider refuses to open a payment page',
    toDo: 'The customer could not pay, and nothing was charged. Look at the provider’s log for the code named here, and correct the settings of the account.',
  },
  webhook_unknown: {
    title: 'The payment provider tells of an unknown payment',
    toDo: 'Check that the provider’s keys and account are those of this storefront, and look for the session there. If a customer paid, refund the payment there. The storefront goes on looking for it for three days.',
  },
  webhook_failing: {
    title: 'An event of the payment provider could not be processed for ten minutes',
    toDo: 'See the storefront’s log for why, and look at the payment at the provider. The storefront tries again every hour, for three days.',
  },
} as const satisfies Record<string, AlertWords>;

const words = { ...kinds, ...incidents };

/** What an alert is about: its kind, or what happened to a payment. */
export type AlertTopic = keyof typeof words;

const topicsOfIncidents: ReadonlyMap<string, AlertTopic> = new Map(
  Object.entries({
    'dispute open': 'dispute_open',
    'dispute lost': 'dispute_lost',
    'dispute won': 'dispute_won',
    'dispute closed': 'dispute_closed',
    'refund_failed open': 'refund_failed',
    'fraud_warning open': 'fraud_warning',
    'refunded_at_provider open': 'refunded_at_provider',
    payment_unexpected: 'payment_unexpected',
    payment_refused: 'payment_refused',
    webhook_unknown: 'webhook_unknown',
    webhook_failing: 'webhook_failing',
  } as const),
);

/** `incident` and `status` as the alert has them; those that another version raised may have others, or none. */
export function alertTopic(kind: AlertKind, incident: string | null, status: string | null): AlertTopic {
  if (kind !== 'payment_incident' || incident === null) return kind;
  return topicsOfIncidents.get(status === null ? incident : `${incident} ${status}`) ?? kind;
}

export function alertTitle(topic: AlertTopic): string {
  return words[topic].title;
}

/**
 * What the operator has to do. The staff pages have a sentence for each `reason` for which a purchase needs staff.
 * `answerBy`: until when a dispute can be answered.
 */
export function alertToDo(topic: AlertTopic, reason: string | null, answerBy: Date | null): string {
  const reasons: Readonly<Record<string, string>> = messages.en.staff.reasons;
  const sentence = reason === null ? undefined : reasons[reason];
  if (sentence !== undefined) return sentence;
  if (topic !== 'dispute_open') return words[topic].toDo;
  const due =
    answerBy === null
      ? 'The provider named no date: look there for the deadline.'
      : `The last moment is ${minute.format(answerBy)} (UTC).`;
  return `${words[topic].toDo} ${due}`;
}

const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
