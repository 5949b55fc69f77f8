import { v7 as newId } from 'uuid';
import { alertEmail, type OperatorAlert } from '../mail/alert-email';
import { alertTopic, type AlertTopic } from '../mail/alert-words';
import { MailError } from '../mail/mailer';
import {
  areAlertsWaiting,
  countAlertsOfEmail,
  finishAlertEmail,
  readAlertsOfEmail,
  takeAlertsToLog,
  takeAlertsToMail,
  type AlertCount,
  type AlertOfEmail,
} from './alert-store';
import type { Rooms } from './rooms';

type Alerting = Pick<Rooms, 'database' | 'mailer' | 'report' | 'storefrontUrl' | 'alertEmail'>;

/** An e-mail lists so many alerts, and tells how many there are besides. */
const mostListed = 50;
const loggedAtOnce = 100;

/**
 * How many seconds pass between two alert e-mails: a minute, so that a broken provider makes a few long e-mails and not
 * hundreds; after failed tries longer, up to an hour. Alerts are tried for as long as it takes.
 */
function secondsBetween(tries: number): number {
  return Math.min(3_600, 60 * 2 ** Math.min(tries, 6));
}

/**
 * Tells the operator of every alert that was raised since the last time: in one e-mail, or in the log where no address
 * is set. True when there may be more to tell at once. A failed alert e-mail is logged and raises no alert of its own.
 */
export async function tellOperator(rooms: Alerting): Promise<boolean> {
  if (!(await areAlertsWaiting(rooms.database))) return false;
  return rooms.alertEmail === null ? logAlerts(rooms) : mailAlerts(rooms, rooms.alertEmail);
}

async function logAlerts({ database, report }: Alerting): Promise<boolean> {
  const taken = await database.transaction((transaction) => takeAlertsToLog(transaction, loggedAtOnce));
  for (const { kind, checkoutId, detail } of taken) {
    const about = checkoutId === null ? {} : { checkout: checkoutId };
    report('error', 'the operator has to look at something', { ...detail, ...about, alert: kind });
  }
  return taken.length === loggedAtOnce;
}

async function mailAlerts(rooms: Alerting, to: string): Promise<boolean> {
  const { database, mailer, report, storefrontUrl } = rooms;
  const emailId = newId();
  const taken = await database.transaction((transaction) =>
    takeAlertsToMail(transaction, emailId, secondsBetween),
  );
  if (!taken) return false;
  const counts = byTopic(await countAlertsOfEmail(database, emailId));
  const listed = await readAlertsOfEmail(database, emailId, mostListed);
  const alerts = listed.map((alert) => operatorAlert(alert, storefrontUrl));
  const letter = alertEmail({ counts, alerts, staffLink: `${storefrontUrl}/en/staff` });
  try {
    const messageId = `<${emailId}@${new URL(storefrontUrl).hostname}>`;
    await mailer.send({ ...letter, to, messageId });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    report('error', 'the operator could not be told by e-mail', { reason: error.message, counts });
    return false;
  }
  await database.transaction((transaction) => finishAlertEmail(transaction, emailId));
  return true;
}

/** How many there are of each topic; the most frequent first. */
function byTopic(counts: readonly AlertCount[]): { topic: AlertTopic; count: number }[] {
  const sums = new Map<AlertTopic, number>();
  for (const { kind, incident, status, count } of counts) {
    const topic = alertTopic(kind, incident, status);
    sums.set(topic, (sums.get(topic) ?? 0) + count);
  }
  return [...sums].map(([topic, count]) => ({ topic, count })).sort((one, other) => other.count - one.count);
}

function operatorAlert(alert: AlertOfEmail, storefrontUrl: string): OperatorAlert {
  const { kind, checkoutId, detail, createdAt, reference, total } = alert;
  const { reason, amount, answerBy, incidentKind, status, ...rest } = detail;
  const staff = `${storefrontUrl}/en/staff`;
  const topic = alertTopic(kind, textOf(incidentKind), textOf(status));
  // Where the topic does not say what happened, these do.
  const others = topic === 'payment_incident' ? { incidentKind, status, ...rest } : rest;
  return {
    topic,
    at: createdAt,
    reference: reference ?? textOf(detail['reference']),
    // Why a purchase was refunded is no reason for what happened to its payment later.
    reason: textOf(reason) ?? (kind === 'checkout_needs_attention' ? alert.reason : null),
    amount: amountOf(amount) ?? total,
    answerBy: momentOf(answerBy),
    detail: Object.entries(others).flatMap(([name, value]) => {
      const text = name === 'reference' ? null : textOf(value);
      return text === null ? [] : [[name, text] as const];
    }),
    link: checkoutId === null ? staff : `${staff}/orders/${checkoutId}`,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function momentOf(value: unknown): Date | null {
  const moment = typeof value === 'string' ? new Date(value) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment;
}

function amountOf(value: unknown): string | null {
  return typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value) ? value : null;
}
