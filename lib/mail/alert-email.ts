import { formatAmount } from '../money/money';
import { alertTitle, alertToDo, type AlertTopic } from './alert-words';
import type { Block } from './letter-page';
import { render, type RenderedLetter } from './order-letters';

export interface OperatorAlert {
  topic: AlertTopic;
  at: Date;
  /** Of the purchase that it is about; null where it is about none. */
  reference: string | null;
  /** Why staff are needed, as the staff pages call it. */
  reason: string | null;
  /** In EUR. */
  amount: string | null;
  /** Of a dispute: until when the provider takes an answer, where it names a time. */
  answerBy: Date | null;
  /** What else is known: identifiers and counts. */
  detail: readonly (readonly [name: string, value: string])[];
  /** The page on which staff see it. */
  link: string;
}

interface AlertEmail {
  /** How many there are of each topic, also of those that are not listed. */
  counts: readonly { topic: AlertTopic; count: number }[];
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
  const heading = only === undefined ? `${total} alerts of the storefront` : alertTitle(only.topic);
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
  const rows = counts.map(({ topic, count }) => ({
    title: alertTitle(topic),
    details: [],
    value: String(count),
  }));
  return { kind: 'table', rows };
}

function alertBlocks(alert: OperatorAlert): Block[] {
  const { topic, at, reference, reason, amount, answerBy, detail, link } = alert;
  const details = [
    ...(reference === null ? [] : [`Order: ${reference}`]),
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    ...detail.map(([name, value]) => `${name}: ${value}`),
    `Raised: ${at.toISOString()}`,
    `What to do: ${alertToDo(topic, reason, answerBy)}`,
  ];
  const value = amount === null ? '–' : formatAmount(amount, 'en');
  return [
    { kind: 'table', rows: [{ title: alertTitle(topic), details, value }] },
    { kind: 'link', text: reference === null ? 'Open the staff pages' : `Open ${reference}`, url: link },
  ];
}
