import { messages } from '../locale/messages';
import { formatAmount } from '../money/money';
import type { Block } from './letter-page';
import { render, type RenderedLetter } from './order-letters';

/** What is said of each kind of alert, and what the operator has to do. */
const words = {
  checkout_needs_attention: { title: 'A purchase needs staff', toDo: '' },
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
} as const;

export interface OperatorAlert {
  kind: keyof typeof words;
  at: Date;
  /** Of the purchase that it is about; null where it is about none. */
  reference: string | null;
  /** Why staff are needed, as the staff pages call it. */
  reason: string | null;
  /** In EUR. */
  amount: string | null;
  /** What else is known: identifiers and counts. */
  detail: readonly (readonly [name: string, value: string])[];
  /** The page on which staff see it. */
  link: string;
}

interface AlertEmail {
  /** How many there are of each kind, also of those that are not listed. */
  counts: readonly { kind: OperatorAlert['kind']; count: number }[];
  /** Those that are listed, the first raised first. */
  alerts: readonly OperatorAlert[];
  /** The staff's list of what waits for them. */
  staffLink: string;
}

/** Everything that the operator has to know since the last such e-mail. In English; nothing about customers. */
export function alertEmail({ counts, alerts, staffLink }: AlertEmail): RenderedLetter {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const [first] = alerts;
  const only = total === 1 ? first : undefined;
  const heading = only === undefined ? `${total} alerts of the storefront` : words[only.kind].title;
  const blocks: Block[] = [
    ...(only === undefined ? [countTable(counts)] : []),
    ...alerts.flatMap(alertBlocks),
    ...(total > alerts.length
      ? [
          small(
            `${total - alerts.length} more are not listed here. The staff’s list has what waits for staff.`,
          ),
        ]
      : []),
    { kind: 'link', text: 'Open the staff’s list', url: staffLink },
    small('Sent automatically to ALERT_EMAIL, at most once a minute.'),
  ];
  const reference = only?.reference ?? null;
  const subject = only === undefined ? heading : `Alert: ${heading}`;
  return render(reference === null ? subject : `${subject} – order ${reference}`, heading, blocks, 'en');
}

const small = (text: string): Block => ({ kind: 'small', text });

function countTable(counts: AlertEmail['counts']): Block {
  const rows = counts.map(({ kind, count }) => ({
    title: words[kind].title,
    details: [],
    value: String(count),
  }));
  return { kind: 'table', rows };
}

function alertBlocks({ kind, at, reference, reason, amount, detail, link }: OperatorAlert): Block[] {
  const details = [
    ...(reference === null ? [] : [`Order: ${reference}`]),
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    ...detail.map(([name, value]) => `${name}: ${value}`),
    `Raised: ${at.toISOString()}`,
    `What to do: ${toDo(kind, reason)}`,
  ];
  const value = amount === null ? '–' : formatAmount(amount, 'en');
  return [
    { kind: 'table', rows: [{ title: words[kind].title, details, value }] },
    { kind: 'link', text: reference === null ? 'Open the staff pages' : `Open ${reference}`, url: link },
  ];
}

/** The staff pages have a sentence for each reason; where there is none, what the kind of alert says. */
function toDo(kind: OperatorAlert['kind'], reason: string | null): string {
  const reasons: Readonly<Record<string, string>> = messages.en.staff.reasons;
  const sentence = reason === null ? undefined : reasons[reason];
  if (sentence !== undefined) return sentence;
  return kind === 'checkout_needs_attention' ? messages.en.staff.reasons.unknown : words[kind].toDo;
}
