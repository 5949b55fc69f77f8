import { isStaffReason, translateAlert as t, type AlertTopic } from '../locale/email-messages';
import { formatAmount } from '../money/money';
import type { Block } from './email-page';
import { render, small, type RenderedEmail } from './order-emails';

export interface OperatorAlert {
  topic: AlertTopic;
  at: Date;
  /** The reference of the purchase; null if it is about none. */
  reference: string | null;
  /** Why staff are needed, by the reason that the staff pages use. */
  reason: string | null;
  /** In EUR. */
  amount: string | null;
  /** For a dispute: the deadline for an answer, if the provider gives one. */
  answerBy: Date | null;
  /** Further data: identifiers and counts. */
  detail: readonly (readonly [name: string, value: string])[];
  link: string;
}

interface AlertEmail {
  /** The name of the shop. */
  shop: string;
  /** The number of alerts of each topic, including those that are not listed. */
  counts: readonly { topic: AlertTopic; count: number }[];
  /** The listed alerts, oldest first. */
  alerts: readonly OperatorAlert[];
  staffLink: string;
}

/** Everything that the operator has to know since the last such e-mail, in English, without customer data. */
export function alertEmail({ shop, counts, alerts, staffLink }: AlertEmail): RenderedEmail {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const [first] = alerts;
  const only = total === 1 ? first : undefined;
  const heading = only === undefined ? t('several', { count: total }) : alertTitle(only.topic);
  const reference = only?.reference ?? null;
  const subject = only === undefined ? heading : t('subject', { title: heading });
  const wholeSubject = reference === null ? subject : t('subjectOfOrder', { subject, reference });
  return render(wholeSubject, heading, { shop, language: 'en' }, [
    ...(only === undefined ? [countTable(counts)] : []),
    ...alerts.flatMap(alertBlocks),
    ...(total > alerts.length ? [small(t('more', { count: total - alerts.length }))] : []),
    { kind: 'link', text: t('openList'), url: staffLink },
    small(t('automatic')),
  ]);
}

function countTable(counts: AlertEmail['counts']): Block {
  const rows = counts.map(({ topic, count }) => ({
    title: alertTitle(topic),
    details: [],
    value: `${count}`,
  }));
  return { kind: 'table', rows };
}

function alertBlocks(alert: OperatorAlert): Block[] {
  const { topic, at, reference, reason, amount, answerBy, detail, link } = alert;
  const details = [
    ...(reference === null ? [] : [t('order', { reference })]),
    ...(reason === null ? [] : [t('reason', { reason })]),
    ...detail.map(([name, value]) => `${name}: ${value}`),
    t('raised', { moment: at.toISOString() }),
    t('toDo', { text: alertToDo(topic, reason, answerBy) }),
  ];
  const value = amount === null ? '–' : formatAmount(amount, 'en');
  return [
    { kind: 'table', rows: [{ title: alertTitle(topic), details, value }] },
    { kind: 'link', text: reference === null ? t('openPages') : t('openOrder', { reference }), url: link },
  ];
}

const topicsOfIncidents: Readonly<Record<string, AlertTopic>> = {
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
};

/** `incident` and `status` of the alert; alerts of another version may have other values, or none. */
export function alertTopic(kind: AlertTopic, incident: string | null, status: string | null): AlertTopic {
  if (kind !== 'payment_incident' || incident === null) return kind;
  return topicsOfIncidents[status === null ? incident : `${incident} ${status}`] ?? kind;
}

function alertTitle(topic: AlertTopic): string {
  return t(`topics.${topic}.title`);
}

/**
 * What the operator has to do. The staff pages have a text for each `reason` why a purchase needs staff.
 * `answerBy`: the deadline for answering a dispute.
 */
function alertToDo(topic: AlertTopic, reason: string | null, answerBy: Date | null): string {
  // The same word may be the reason of a purchase without an order, and of a cancellation.
  const ofCancellation = topic === 'cancellation_needs_attention' ? `cancellation_${reason ?? ''}` : null;
  const named = [ofCancellation, reason].find(isStaffReason);
  if (named !== undefined) return t(`reasons.${named}`);
  if (topic === 'checkout_needs_attention') return t('reasons.unknown');
  const toDo = t(`topics.${topic}.toDo`);
  if (topic !== 'dispute_open') return toDo;
  const deadline = answerBy === null ? t('noDeadline') : t('deadline', { moment: minute.format(answerBy) });
  return `${toDo} ${deadline}`;
}

const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
