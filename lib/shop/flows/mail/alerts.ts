import { v7 as newId } from 'uuid';
import type { AlertTopic } from '../../../locale/email-messages';
import { alertEmail, alertTopic, type OperatorAlert } from '../../../mail/alert-email';
import { MailError } from '../../../mail/mailer';
import {
  countAlertsOfEmail,
  finishAlertEmail,
  readAlertsOfEmail,
  takeAlertsToLog,
  takeAlertsToMail,
  type AlertCount,
  type AlertOfEmail,
} from '../../data/alert-store';
import type { CheckoutContext } from '../../context';

type Alerting = Pick<
  CheckoutContext,
  'database' | 'mailer' | 'report' | 'shopName' | 'storefrontUrl' | 'alertEmail'
>;

/** The most alerts that one e-mail lists; it states how many more there are. */
const mostListed = 50;
const loggedAtOnce = 100;

/**
 * How many seconds pass between two alert e-mails: a minute, so that a broken provider causes a few long
 * e-mails and not hundreds; longer after failed tries, up to an hour. Sending is tried until it succeeds.
 */
function secondsBetween(tries: number): number {
  return Math.min(3_600, 60 * 2 ** Math.min(tries, 6));
}

/**
 * Tells the operator of every alert that was raised since the last time: in one e-mail, or in the log when no
 * address is configured. True when there may be more to tell at once. A failed alert e-mail is logged and
 * raises no alert of its own.
 */
export async function tellOperator(context: Alerting): Promise<boolean> {
  return context.alertEmail === null ? logAlerts(context) : mailAlerts(context, context.alertEmail);
}

async function logAlerts({ database, report }: Alerting): Promise<boolean> {
  const taken = await database.transaction((transaction) => takeAlertsToLog(transaction, loggedAtOnce));
  for (const { kind, checkoutId, detail } of taken) {
    const about = checkoutId === null ? {} : { checkout: checkoutId };
    report('error', 'the operator has to look at something', { ...detail, ...about, alert: kind });
  }
  return taken.length === loggedAtOnce;
}

async function mailAlerts(context: Alerting, to: string): Promise<boolean> {
  const { database, mailer, report, shopName: shop, storefrontUrl } = context;
  const emailId = newId();
  const taken = await database.transaction((transaction) =>
    takeAlertsToMail(transaction, emailId, secondsBetween),
  );
  if (!taken) return false;
  const counts = byTopic(await countAlertsOfEmail(database, emailId));
  const listed = await readAlertsOfEmail(database, emailId, mostListed);
  const alerts = listed.map((alert) => operatorAlert(alert, storefrontUrl));
  const email = alertEmail({ shop, counts, alerts, staffLink: `${storefrontUrl}/en/staff` });
  try {
    const messageId = `<${emailId}@${new URL(storefrontUrl).hostname}>`;
    await mailer.send({ ...email, to, messageId });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    report('error', 'the operator could not be told by e-mail', { reason: error.message, counts });
    return false;
  }
  await database.transaction((transaction) => finishAlertEmail(transaction, emailId));
  return true;
}

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
  // These details are listed where the topic does not say what happened.
  const others = topic === 'payment_incident' ? { incidentKind, status, ...rest } : rest;
  return {
    topic,
    at: createdAt,
    reference: reference ?? textOf(detail['reference']),
    // The reason why a purchase was refunded does not explain what happened to its payment later.
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
